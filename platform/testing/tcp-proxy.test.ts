import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventuallyEquals, openTcpProxy, type TcpProxy } from './index.js';

/** A connection through the proxy, with what it was answered. */
interface Caller {
  readonly socket: Socket;
  readonly answers: () => string;
}

describe('the TCP proxy', () => {
  let server: Server;
  let received = '';
  let proxy: TcpProxy;
  let url: string;

  before(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += String(bytes);
        socket.write(String(bytes).toUpperCase());
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `tcp://user@127.0.0.1:${(server.address() as AddressInfo).port}/path`;
  });
  after(() => server.close());
  beforeEach(async () => {
    received = '';
    proxy = await openTcpProxy(url);
  });
  afterEach(() => proxy.close());

  async function call(): Promise<Caller> {
    const socket = connect(proxy.port, '127.0.0.1');
    let answers = '';
    socket.on('data', (bytes) => (answers += String(bytes)));
    socket.on('error', () => {});
    await once(socket, 'connect');
    return { socket, answers: () => answers };
  }

  const isClosed = ({ socket }: Caller): Promise<void> => eventuallyEquals(() => socket.closed, true);

  it('passes on both directions, and reroutes a URL', async () => {
    const caller = await call();
    caller.socket.write('hello');
    await eventuallyEquals(caller.answers, 'HELLO');
    expect(proxy.connections()).to.equal(1);
    expect(proxy.through(url)).to.equal(`tcp://user@127.0.0.1:${proxy.port}/path`);
  });

  it('asks for the port of the server at each connection', async () => {
    const other = await openTcpProxy(() => (server.address() as AddressInfo).port);
    const socket = connect(other.port, '127.0.0.1');
    socket.write('hello');
    expect(String((await once(socket, 'data'))[0])).to.equal('HELLO');
    socket.destroy();
    await other.close();
  });

  it('passes on everything that the server wrote before it closed', async () => {
    const big = Buffer.alloc(4_000_000, 'x');
    const closing = createServer((socket) => socket.end(big)).listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const other = await openTcpProxy(() => (closing.address() as AddressInfo).port);
    const socket = connect(other.port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length));
    await once(socket, 'close');
    expect(bytes).to.equal(big.length);
    await other.close();
    closing.close();
  });

  it('breaks connections and accepts new ones', async () => {
    const caller = await call();
    await eventuallyEquals(() => proxy.connections(), 1);
    proxy.breakConnections();
    await isClosed(caller);
    const next = await call();
    next.socket.write('again');
    await eventuallyEquals(next.answers, 'AGAIN');
  });

  it('is cut and restored, and may be cut twice', async () => {
    const caller = await call();
    await proxy.cut();
    await proxy.cut();
    await isClosed(caller);
    const refused = connect(proxy.port, '127.0.0.1');
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).to.equal('ECONNREFUSED');
    await proxy.restore();
    const next = await call();
    next.socket.write('again');
    await eventuallyEquals(next.answers, 'AGAIN');
  });

  it('holds replies back, counts them, and releases them in order', async () => {
    const caller = await call();
    proxy.hold();
    caller.socket.write('one');
    await eventuallyEquals(() => proxy.heldBytes(), 3);
    caller.socket.write('two');
    await eventuallyEquals(() => proxy.heldBytes(), 6);
    expect(caller.answers()).to.equal('');
    proxy.release();
    await eventuallyEquals(caller.answers, 'ONETWO');
  });

  it('loses as many replies as it was asked to: the request arrives, and the connection breaks', async () => {
    proxy.loseReplies(1);
    const caller = await call();
    caller.socket.write('lost');
    await isClosed(caller);
    expect([received, caller.answers(), proxy.repliesToLose()]).to.deep.equal(['lost', '', 0]);
    const next = await call();
    next.socket.write('kept');
    await eventuallyEquals(next.answers, 'KEPT');
  });

  it('loses replies for a time, and then breaks the connections', async () => {
    const caller = await call();
    await eventuallyEquals(() => proxy.connections(), 1);
    proxy.loseRepliesFor(50);
    caller.socket.write('lost');
    await isClosed(caller);
    expect([received, caller.answers()]).to.deep.equal(['lost', '']);
  });

  it('hangs for a time, new connections included, and then passes on what gathered', async () => {
    const caller = await call();
    await eventuallyEquals(() => proxy.connections(), 1);
    proxy.hangFor(50);
    const next = await call();
    caller.socket.write('one');
    next.socket.write('two');
    expect(received).to.equal('');
    await eventuallyEquals(() => caller.answers() + next.answers(), 'ONETWO');
  });
});
