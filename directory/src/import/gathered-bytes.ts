/** The beginning of something whose end has not been read yet, over as many chunks as it takes. */
export interface GatheredBytes {
  isEmpty(): boolean;
  add(bytes: Buffer): void;
  /** What was added since the last time, in one piece; undefined when that was too much, in which case it was not kept. */
  take(): Buffer | undefined;
}

export function gatherBytes(maxBytes: number): GatheredBytes {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    isEmpty: () => length === 0,
    add(bytes) {
      length += bytes.length;
      if (length > maxBytes) pieces = [];
      else if (bytes.length > 0) pieces.push(bytes);
    },
    take() {
      const taken = length > maxBytes ? undefined : pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      pieces = [];
      length = 0;
      return taken;
    },
  };
}
