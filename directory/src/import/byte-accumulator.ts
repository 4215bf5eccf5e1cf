/** Collects the bytes of a line or object that spans several chunks. */
export interface ByteAccumulator {
  isEmpty(): boolean;
  append(bytes: Buffer): void;
  /**
   * Returns everything appended since the last call as one buffer, and starts again. Returns
   * undefined when that exceeded the limit; the bytes were then dropped as they came.
   */
  take(): Buffer | undefined;
}

export function createByteAccumulator(maxBytes: number): ByteAccumulator {
  let chunks: Buffer[] = [];
  let length = 0;
  return {
    isEmpty: () => length === 0,
    append(bytes) {
      length += bytes.length;
      if (length > maxBytes) chunks = [];
      else if (bytes.length > 0) chunks.push(bytes);
    },
    take() {
      const taken = length > maxBytes ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      chunks = [];
      length = 0;
      return taken;
    },
  };
}
