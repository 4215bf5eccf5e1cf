import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { readBody, type RequestBody } from './request-body.js';

const MAX_BYTES = 1_000;

describe('readBody', () => {
  let server: Server;
  let asked: (request: Promise<RequestBody>) => void;

  /** Opens a connection, writes the bytes and answers what the server made of the body. */
  async function receive(write: (socket: Socket) => void): Promise<RequestBody> {
    const arrived = new Promise<RequestBody>((resolve) => {
      asked = resolve;
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    write(socket);
    const body = await arrived;
    socket.destroy();
    return body;
  }

  const head = (headers: string): string => `POST / HTTP/1.1\r\nHost: test\r\n${headers}\r\n\r\n`;

  before(async () => {
    server = createServer((request, response) => {
      const body = readBody(request, { maxBytes: MAX_BYTES, timeoutMs: 200 });
      asked(body);
      void body.then(() => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('reads a body that comes in pieces', async () => {
    const body = await receive((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      socket.write('3\r\nabc\r\n');
      setImmediate(() => socket.write('2\r\nde\r\n0\r\n\r\n'));
    });
    expect(body).to.deep.equal({ kind: 'complete', bytes: Buffer.from('abcde') });
  });

  it('reads no body as an empty one', async () => {
    expect(await receive((socket) => socket.write(head('Accept: */*')))).to.deep.equal({
      kind: 'complete',
      bytes: Buffer.alloc(0),
    });
  });

  it('reads a body of exactly the limit', async () => {
    const body = await receive((socket) => socket.write(head(`Content-Length: ${MAX_BYTES}`) + 'x'.repeat(MAX_BYTES)));
    expect(body.kind === 'complete' && body.bytes.length).to.equal(MAX_BYTES);
  });

  it('[D requests.3] one byte more is too large, however it is sent', async () => {
    const size = MAX_BYTES + 1;
    const whole = await receive((socket) => socket.write(head(`Content-Length: ${size}`) + 'x'.repeat(size)));
    const chunked = await receive((socket) =>
      socket.write(`${head('Transfer-Encoding: chunked')}${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`),
    );
    expect([whole, chunked]).to.deep.equal([{ kind: 'too_large' }, { kind: 'too_large' }]);
  });

  it('does not wait for a body that says it is far too large', async () => {
    const body = await receive((socket) => socket.write(head('Content-Length: 99999999999')));
    expect(body).to.deep.equal({ kind: 'too_large' });
  });

  it('stops reading what goes on without end', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const body = await receive((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
    expect(body).to.deep.equal({ kind: 'too_large' });
  });

  it('a client that goes away midway left the body incomplete', async () => {
    const body = await receive((socket) => {
      socket.write(head('Content-Length: 100') + 'half');
      setImmediate(() => socket.destroy());
    });
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });

  it('a broken chunk leaves the body incomplete', async () => {
    const body = await receive((socket) => socket.write(`${head('Transfer-Encoding: chunked')}zz\r\n`));
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });

  it('a client that stops sending is not waited for longer than the deadline', async () => {
    const body = await receive((socket) => socket.write(head('Content-Length: 100') + 'half'));
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });
});
