import { createHash } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { createPublicServer, type PublicServerOptions } from './public-server.js';
import { openRawClient, statusesIn } from '#testing/raw-client.js';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const answerServed: RequestListener = (_request, response) => void response.end('served');
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the public server', () => {
  const servers: Server[] = [];

  async function serve(listener: RequestListener, options?: PublicServerOptions): Promise<number> {
    const server = createPublicServer(listener, options);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function statusOf(port: number, bytes: string): Promise<number | undefined> {
    const client = await openRawClient(port);
    client.socket.write(bytes);
    const status = await Promise.race([client.closed, client.firstBytes]).then((text) => statusesIn(text)[0]);
    client.socket.destroy();
    return status;
  }

  const head = (...lines: string[]): string => `${['POST / HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
  const refused: [string, string, number][] = [
    ['bytes that are not HTTP', 'garbage\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n', 400],
    ['a missing Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
    ['two different Content-Lengths', `${head('Content-Length: 1', 'Content-Length: 2')}ab`, 400],
    ['the same Content-Length twice', `${head('Content-Length: 1', 'Content-Length: 1')}a`, 400],
    ['Content-Length beside Transfer-Encoding', head('Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    ['a Transfer-Encoding that does not end in chunked', head('Transfer-Encoding: gzip'), 400],
    ['a Transfer-Encoding of gzip, chunked', head('Transfer-Encoding: gzip, chunked'), 501],
    [
      'a Transfer-Encoding of chunked on two lines',
      head('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
      400,
    ],
    ['a Transfer-Encoding in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a head above 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [what, bytes, status] of refused) {
    it(`answers ${status} to ${what}, closes that connection and keeps serving`, async () => {
      const port = await serve(answerServed);
      const client = await openRawClient(port);
      client.socket.write(bytes);
      expect(statusesIn(await client.closed)).to.deep.equal([status]);
      client.socket.destroy();
      expect(await statusOf(port, GET)).to.equal(200);
    });
  }

  it('accepts Transfer-Encoding: chunked in any letter case', async () => {
    const port = await serve(answerServed);
    expect(await statusOf(port, `${head('transfer-encoding: Chunked')}0\r\n\r\n`)).to.equal(200);
  });

  it('closes a connection whose client does not read the refusal of its broken request', async () => {
    const server = createPublicServer(answerServed);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = await openRawClient((server.address() as AddressInfo).port);
    client.socket.write('garbage\r\n\r\n');
    await client.closed;
    const count = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_error, connections) => resolve(connections)));
    // The client keeps its own side open.
    await eventuallyEquals(count, 0);
    client.socket.destroy();
  });

  describe('deadlines', () => {
    it('are 10 s for a head, 30 s for a request, 65 s between requests, 120 s without traffic, and checked every second', () => {
      const server = createPublicServer(answerServed);
      expect(server).to.include({
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        keepAliveTimeout: 65_000,
        timeout: 120_000,
        connectionsCheckingInterval: 1_000,
      });
    });

    it('end a head that does not arrive with 408', async () => {
      const port = await serve(answerServed, { headersTimeoutMs: 200 });
      const client = await openRawClient(port);
      client.socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
      expect(statusesIn(await client.closed)).to.deep.equal([408]);
    });

    it('end a request whose body does not arrive and is not read', async () => {
      const port = await serve(() => {}, { headersTimeoutMs: 200, requestTimeoutMs: 300 });
      const client = await openRawClient(port);
      client.socket.write(`${head('Content-Length: 10')}half`);
      expect(statusesIn(await client.closed)).to.deep.equal([408]);
    });
  });

  describe('pipelined requests', () => {
    it('are begun one at a time for each connection, in the order in which they were sent', async () => {
      const waiting: (() => void)[] = [];
      const port = await serve((request, response) => waiting.push(() => response.end(`<${request.url}>`)));
      const client = await openRawClient(port);
      const paths = Array.from({ length: 500 }, (_, index) => `/${index}`);
      client.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
      for (const path of paths) {
        await eventuallyEquals(() => waiting.length, 1);
        waiting.pop()?.();
        await eventuallyEquals(() => client.received().endsWith(`<${path}>`), true);
      }
    });

    it('of 20 connections begin no more than three each between two turns of the event loop', async () => {
      let begun = 0;
      let mostInOneTurn = 0;
      const port = await serve((_request, response) => {
        begun += 1;
        response.end();
      });
      const clients = await Promise.all(Array.from({ length: 20 }, () => openRawClient(port)));
      for (const { socket } of clients) socket.write(GET.repeat(300));
      for (let before = 0; begun < 20 * 300; before = begun) {
        await nextTurn();
        mostInOneTurn = Math.max(mostInOneTurn, begun - before);
      }
      for (const { socket } of clients) socket.destroy();
      expect(mostInOneTurn).to.be.at.most(20 * 3);
    });

    it('arrive whole behind bodies with blank lines, in any split of the bytes', async () => {
      const served: string[] = [];
      const digest = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
      const port = await serve((request, response) => {
        let body = '';
        request.setEncoding('latin1');
        request.on('data', (text: string) => (body += text));
        request.on('end', () => {
          served.push(digest(body));
          response.end();
        });
      });
      const bodies = ['\r\n\r\n'.repeat(5_000), '', `${GET}${GET}`, '\n\n'.repeat(300), 'x'.repeat(100_000)];
      const bytes = bodies.map((body) => head(`Content-Length: ${body.length}`) + body).join('');
      for (const step of [bytes.length, 1_000, 77]) {
        served.length = 0;
        const client = await openRawClient(port);
        for (let at = 0; at < bytes.length; at += step) {
          client.socket.write(bytes.slice(at, at + step));
          if (step > 100) await nextTurn();
        }
        await eventuallyEquals(() => served.length, bodies.length);
        expect(served, `in steps of ${step}`).to.deep.equal(bodies.map(digest));
        client.socket.destroy();
      }
    });

    it('do not let a broken second request take the answer of the first', async () => {
      let answer = (): void => {};
      const port = await serve((_request, response) => {
        answer = () => void response.end('first');
      });
      const client = await openRawClient(port);
      client.socket.write(`${GET}garbage\r\n\r\n`);
      await eventuallyEquals(async () => {
        answer();
        await nextTurn();
        return statusesIn(client.received()).length;
      }, 2);
      expect(statusesIn(await client.closed)).to.deep.equal([200, 400]);
    });
  });

  it('answers a client that closes its side after its request', async () => {
    let answer = (): void => {};
    const port = await serve((_request, response) => {
      answer = () => void response.end('served');
    });
    const client = await openRawClient(port);
    client.socket.end(GET);
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    answer();
    expect(await client.closed).to.match(/^HTTP\/1\.1 200 .*served$/s);
  });

  it('refuses a request whose client closes its side in the middle of the body', async () => {
    const port = await serve(() => {});
    const client = await openRawClient(port);
    client.socket.end(`${head('Content-Length: 10')}half`);
    expect(statusesIn(await client.closed)).to.deep.equal([400]);
  });

  it('stops reading from the socket when the body of a request is not read', async () => {
    const sizeBytes = 50_000_000;
    const port = await serve((request, response) => {
      if (request.method === 'GET') response.end();
    });
    const client = await openRawClient(port);
    client.socket.write(`${head(`Content-Length: ${sizeBytes}`)}${'x'.repeat(sizeBytes)}`);
    for (let request = 0; request < 100; request += 1) expect(await statusOf(port, GET)).to.equal(200);
    expect(client.socket.writableLength).to.be.above(sizeBytes / 2);
    client.socket.destroy();
  });

  it('closes connections above its maximum, and accepts again when one has ended', async () => {
    const port = await serve(answerServed, { maxConnections: 2 });
    const first = await openRawClient(port);
    const second = await openRawClient(port);
    expect(await statusOf(port, GET)).to.equal(undefined);
    first.socket.destroy();
    await eventuallyEquals(() => statusOf(port, GET), 200);
    second.socket.destroy();
  });
});
