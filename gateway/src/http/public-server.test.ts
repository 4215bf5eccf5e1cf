import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { expect } from 'chai';
import { createPublicServer } from './public-server.js';

describe('the public server', () => {
  let server: Server;
  before(async () => {
    server = createPublicServer((_request, response) => response.end('served'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  async function answerTo(bytes: string): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(bytes);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().split('\r\n', 1)[0] ?? '';
  }

  const broken: [string, string, string][] = [
    ['garbage', 'garbage\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'HTTP/1.1 400 Bad Request',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
    ],
  ];
  for (const [what, bytes, status] of broken) {
    it(`answers ${status.slice('HTTP/1.1 '.length)} to ${what}, and goes on serving`, async () => {
      expect(await answerTo(bytes)).to.equal(status);
      expect(await answerTo('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).to.equal('HTTP/1.1 200 OK');
    });
  }

  it('has a deadline for the head, the whole request and an idle connection', () => {
    for (const timeoutMs of [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout]) {
      expect(timeoutMs).to.be.within(1, 120_000);
    }
  });
});
