/** Gathered into blocks, because a stream costs more per chunk than a record does. */
const BLOCK_CHARACTERS = 128 * 1024;

/**
 * Joins lines into larger pieces of UTF-8.
 *
 * @param onBlock told, after each piece is taken, how many lines were in it
 */
export function* blocks(lines: Iterable<string>, onBlock: (lines: number) => void = () => {}): Generator<Buffer, void> {
  let block = '';
  let count = 0;
  for (const line of lines) {
    block += line;
    count++;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield Buffer.from(block);
    onBlock(count);
    block = '';
    count = 0;
  }
  if (count > 0) yield Buffer.from(block);
  onBlock(count);
}
