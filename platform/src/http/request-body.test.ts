import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { eventuallyEquals } from '#testing/index.js';
import { BodyBudget } from './body-budget.js';
import { readBody, type RequestBody } from './request-body.js';

const MAX_BYTES = 1_000;

describe('readBody', () => {
  let server: Server;
  let budget: BodyBudget;
  let timeoutMs: number;
  let asked: (request: Promise<RequestBody>) => void = () => {};

  /** Opens a connection, writes the bytes and returns what the server read. */
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
      const keyId = String(request.headers['x-key'] ?? 'one');
      const body = readBody(request, { maxBytes: MAX_BYTES, timeoutMs }, budget.open(keyId));
      asked(body);
      void body.then(() => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  beforeEach(() => {
    timeoutMs = 200;
    budget = new BodyBudget({ perKeyBytes: 2 * MAX_BYTES, totalBytes: 3 * MAX_BYTES });
  });
  afterEach(() => {
    expect([budget.takenBytes, budget.keys], 'given back').to.deep.equal([0, 0]);
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('reads a body that arrives in pieces', async () => {
    const body = await receive((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      socket.write('3\r\nabc\r\n');
      setImmediate(() => socket.write('2\r\nde\r\n0\r\n\r\n'));
    });
    expect(body).to.deep.equal({ kind: 'complete', bytes: Buffer.from('abcde') });
  });

  it('reads a missing body as an empty one', async () => {
    expect(await receive((socket) => socket.write(head('Accept: */*')))).to.deep.equal({
      kind: 'complete',
      bytes: Buffer.alloc(0),
    });
  });

  it('reads a body of exactly the limit', async () => {
    const body = await receive((socket) => socket.write(head(`Content-Length: ${MAX_BYTES}`) + 'x'.repeat(MAX_BYTES)));
    expect(body.kind === 'complete' && body.bytes.length).to.equal(MAX_BYTES);
  });

  it('[D requests.3] rejects one byte more than the limit as too large, with a Content-Length and in chunks', async () => {
    const size = MAX_BYTES + 1;
    const whole = await receive((socket) => socket.write(head(`Content-Length: ${size}`) + 'x'.repeat(size)));
    const chunked = await receive((socket) =>
      socket.write(`${head('Transfer-Encoding: chunked')}${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`),
    );
    expect([whole, chunked]).to.deep.equal([{ kind: 'too_large' }, { kind: 'too_large' }]);
  });

  it('does not wait for a body whose Content-Length is far above the limit', async () => {
    const body = await receive((socket) => socket.write(head('Content-Length: 99999999999')));
    expect(body).to.deep.equal({ kind: 'too_large' });
  });

  it('stops reading a body without end', async () => {
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

  it('reports a body whose client goes away midway as incomplete', async () => {
    const body = await receive((socket) => {
      socket.write(head('Content-Length: 100') + 'half');
      setImmediate(() => socket.destroy());
    });
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });

  it('reports a body with a broken chunk as incomplete', async () => {
    const body = await receive((socket) => socket.write(`${head('Transfer-Encoding: chunked')}zz\r\n`));
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });

  it('reports a body that stalls as incomplete after the deadline', async () => {
    const body = await receive((socket) => socket.write(head('Content-Length: 100') + 'half'));
    expect(body).to.deep.equal({ kind: 'incomplete' });
  });

  it('[D requests.3] reports a body that was announced too long as too large even where it stalls', async () => {
    const body = await receive((socket) => socket.write(head(`Content-Length: ${MAX_BYTES + 1}`) + 'half'));
    expect(body).to.deep.equal({ kind: 'too_large' });
  });

  it('[D requests.3] reports chunks above the limit as too large even where the body stalls', async () => {
    const size = MAX_BYTES + 1;
    const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
    const body = await receive((socket) => socket.write(head('Transfer-Encoding: chunked') + chunk));
    expect(body).to.deep.equal({ kind: 'too_large' });
  });

  describe('bounds the memory of unfinished bodies', () => {
    const stalled: Socket[] = [];
    beforeEach(() => {
      timeoutMs = 20_000;
    });
    afterEach(async () => {
      for (const socket of stalled.splice(0)) socket.destroy();
      await eventuallyEquals(() => budget.takenBytes, 0);
    });

    /** Sends a body of the maximum size without its last byte. */
    async function stall(key: string): Promise<void> {
      const taken = budget.takenBytes;
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      stalled.push(socket);
      socket.write(head(`X-Key: ${key}\r\nContent-Length: ${MAX_BYTES}`) + 'x'.repeat(MAX_BYTES - 1));
      await eventuallyEquals(() => budget.takenBytes >= taken + MAX_BYTES - 1, true);
    }

    async function kindOf(key: string): Promise<string> {
      const bytes = head(`X-Key: ${key}\r\nContent-Length: 500`) + 'x'.repeat(500);
      return (await receive((socket) => socket.write(bytes))).kind;
    }

    it('per key: refuses what exceeds the bound, and goes on reading for other keys', async () => {
      await stall('one');
      await stall('one');
      expect(await kindOf('one')).to.equal('over_budget');
      expect(await kindOf('two')).to.equal('complete');
    });

    it('across all keys', async () => {
      await stall('one');
      await stall('two');
      await stall('three');
      expect(await kindOf('four')).to.equal('over_budget');
    });

    it('and reads again for a key whose earlier bodies have ended', async () => {
      await stall('one');
      await stall('one');
      stalled.pop()?.destroy();
      await eventuallyEquals(() => kindOf('one'), 'complete');
    });

    it('also when they arrive in many small chunks', async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      stalled.push(socket);
      socket.write(head('Transfer-Encoding: chunked') + '1\r\nx\r\n'.repeat(MAX_BYTES));
      await eventuallyEquals(() => budget.takenBytes, MAX_BYTES);
    });
  });
});
