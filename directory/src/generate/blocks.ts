/** Size of a block. A chunk costs a stream more than a record costs the generator. */
const BLOCK_CHARACTERS = 128 * 1024;

/**
 * Joins lines into larger blocks of UTF-8.
 *
 * @param onBlock called with the number of lines of a block after the consumer has taken it
 */
export function* toBlocks(
  lines: Iterable<string>,
  onBlock: (lines: number) => void = () => {},
): Generator<Buffer, void> {
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
