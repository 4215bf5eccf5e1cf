const END_OF_HEAD = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Returns the bytes of a request, head and body, of which `first` has the whole head. */
export function bytesOfRequest(first: Buffer): number {
  const head = first.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  const [, length = '0'] = CONTENT_LENGTH.exec(first.toString('latin1', 0, head)) ?? [];
  return head + Number(length);
}
