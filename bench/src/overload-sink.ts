/**
 * A process that refuses every request as cheaply as a process can. The overload benchmark sends it
 * the excess while it measures what the product carries beside a generator that is as busy.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { bytesOfRequest } from './request-frame.js';

/** The message to the parent. */
export interface SinkAddress {
  /** `http://host:port/path` in the place of `{base_url}`. */
  readonly baseUrl: string;
}

/** With the headers by which the generator knows a proper refusal. */
const REFUSAL = Buffer.from(
  [
    'HTTP/1.1 503 Service Unavailable',
    'Retry-After: 1',
    'RateLimit: "overall";r=1;t=1',
    'Connection: keep-alive',
    'Content-Length: 2',
    '',
    '{}',
  ].join('\r\n'),
);

const server = createServer({ noDelay: true }, serve);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ baseUrl: `http://127.0.0.1:${port}/external/v1` } satisfies SinkAddress);
});
process.once('SIGTERM', () => process.exit());
// A killed parent cannot end this process.
process.once('disconnect', () => process.exit());

/** Answers each request when its last byte has arrived. The client sends one at a time. */
function serve(socket: Socket): void {
  let missing = 0;
  socket.on('data', (bytes) => {
    missing = (missing > 0 ? missing : bytesOfRequest(bytes)) - bytes.length;
    if (missing <= 0) socket.write(REFUSAL);
  });
  socket.on('error', () => socket.destroy());
}
