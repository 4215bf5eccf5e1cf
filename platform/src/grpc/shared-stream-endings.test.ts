import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js';
import { expect } from 'chai';
import { pino } from 'pino';
import { asEcho, asService, echoDefinition, failure, soon, type EchoService } from '#testing/echo.js';
import { eventually } from '#testing/eventually.js';
import { countLoneCalls, type LoneCalls } from '#testing/lone-calls.js';
import { openTcpProxy } from '#testing/tcp-proxy.js';
import { createClient, createServer, served, type ClientOptions, type GrpcServer } from './index.js';

const logger = pino({ level: 'silent' });

interface Backend {
  readonly port: number;
  readonly server: GrpcServer;
  handled: number;
}

describe('shared streams, when backends come and go', () => {
  const stops: (() => unknown)[] = [];
  let alone: LoneCalls;
  let behaviour: EchoService['echo'];

  beforeEach(() => {
    alone = countLoneCalls();
    behaviour = (request) => Promise.resolve(request);
  });

  afterEach(async () => {
    alone.stop();
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function serve(port = 0): Promise<Backend> {
    const echo: EchoService['echo'] = (request, call) => {
      backend.handled += 1;
      return behaviour(request, call);
    };
    const server = createServer({ services: [served(echoDefinition, asService({ echo }))], logger });
    stops.push(() => server.drain(1_000));
    const backend = { server, handled: 0, port: await server.listen(`127.0.0.1:${port}`) };
    return backend;
  }

  /** Serves as the release before this one, which knows no streams. */
  async function serveFormerRelease(): Promise<number> {
    const server = new Server();
    const echo: UntypedServiceImplementation = {
      Echo: (rpc: { request: object }, reply: (error: null, answer: object) => void) => reply(null, rpc.request),
    };
    server.addService(echoDefinition, echo);
    stops.push(() => server.forceShutdown());
    return new Promise((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
  }

  function connect(ports: readonly number[], options: Partial<ClientOptions> = {}): EchoService {
    const target = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
    const client = createClient(echoDefinition, { target, sharesStream: true, renewStreamMs: 250, ...options });
    stops.push(() => client.close());
    return asEcho(client.service);
  }

  const echo = (service: EchoService): Promise<unknown> => service.echo({ text: 'a' }, soon());

  async function share(ports: readonly number[], options?: Partial<ClientOptions>): Promise<EchoService> {
    const service = connect(ports, options);
    await alone.untilShared(() => echo(service));
    return service;
  }

  /** Calls until both have answered the same number of calls, all of them on streams. */
  async function evenly(service: EchoService, backends: readonly Backend[]): Promise<void> {
    const isEven = async (): Promise<boolean> => {
      alone.count = 0;
      for (const backend of backends) backend.handled = 0;
      for (let count = 0; count < 10 * backends.length; count += 1) await echo(service);
      return alone.count === 0 && backends.every(({ handled }) => Math.abs(handled - 10) <= 1);
    };
    expect(await eventually(isEven, Boolean, { timeoutMs: 20_000 })).to.equal(true);
  }

  /** Calls without a pause, until stopped. */
  function keepCalling(service: EchoService): { stop(): Promise<unknown[]> } {
    const failures: unknown[] = [];
    let calling = true;
    const loop = async (): Promise<void> => {
      while (calling) await echo(service).catch((error: unknown) => failures.push(error));
    };
    const loops = [1, 2, 3, 4].map(loop);
    return {
      async stop() {
        calling = false;
        await Promise.all(loops);
        return failures;
      },
    };
  }

  it('reach all backends evenly', async () => {
    const backends = [await serve(), await serve(), await serve()];
    await evenly(connect(backends.map(({ port }) => port)), backends);
  });

  it('find a backend that was added, and lose no call', async () => {
    const first = await serve();
    const second = await serve();
    const { port } = second;
    await second.server.drain(0);
    const service = await share([first.port, port]);
    const calls = keepCalling(service);
    const added = await serve(port);
    expect(await eventually(() => added.handled > 0, Boolean)).to.equal(true);
    expect(await calls.stop()).to.deep.equal([]);
    await evenly(service, [first, added]);
  });

  it('lose no call while backends restart one after the other', async () => {
    const [first, second] = [await serve(), await serve()];
    const service = connect([first.port, second.port]);
    await evenly(service, [first, second]);
    const calls = keepCalling(service);
    for (const backend of [first, second]) {
      backend.server.stopServing();
      await backend.server.drain(5_000);
      const restarted = await serve(backend.port);
      expect(await eventually(() => restarted.handled > 20, Boolean)).to.equal(true);
    }
    expect(await calls.stop()).to.deep.equal([]);
  });

  it('are answered by a server that drains, and the next calls go elsewhere', async () => {
    const only = await serve();
    const service = await share([only.port]);
    const releases: (() => void)[] = [];
    behaviour = (request) => new Promise((resolve) => releases.push(() => resolve(request)));
    alone.count = 0;
    const answer = echo(service);
    await eventually(
      () => releases.length,
      (length) => length === 1,
    );
    expect(alone.count).to.equal(0);
    const drained = only.server.drain(5_000);
    const isRefused = (): Promise<boolean> =>
      service.echo({ text: 'b' }, { deadlineAt: Date.now() + 200 }).then(
        () => false,
        () => alone.count > 0,
      );
    expect(await eventually(isRefused, Boolean)).to.equal(true);
    for (const release of releases) release();
    expect(await answer).to.deep.equal({ text: 'a' });
    await drained;
  });

  it('fail with service_unavailable when the drain takes too long', async () => {
    const only = await serve();
    const service = await share([only.port]);
    behaviour = () => new Promise(() => {});
    const before = only.handled;
    const answer = failure(service.echo({ text: 'a' }, soon()));
    await eventually(
      () => only.handled,
      (handled) => handled > before,
    );
    await only.server.drain(50);
    expect((await answer).code).to.equal('service_unavailable');
  });

  it('fail with service_unavailable when the connection breaks, and the next calls work', async () => {
    const only = await serve();
    const proxy = await openTcpProxy(`tcp://127.0.0.1:${only.port}`);
    stops.push(() => proxy.close());
    const service = await share([proxy.port]);
    behaviour = () => new Promise(() => {});
    const before = only.handled;
    const answers = [1, 2, 3].map(() => failure(service.echo({ text: 'a' }, soon())));
    await eventually(
      () => only.handled,
      (handled) => handled >= before + 3,
    );
    proxy.breakConnections();
    for (const answer of answers) expect((await answer).code).to.equal('service_unavailable');
    behaviour = (request) => Promise.resolve(request);
    await eventually(() => echo(service).catch(() => undefined), Boolean);
    await alone.untilShared(() => echo(service));
  });

  it('come when the backend comes: calls fail fast before, as calls alone do', async () => {
    const former = await serve();
    await former.server.drain(0);
    const service = connect([former.port]);
    const started = performance.now();
    expect((await failure(service.echo({ text: 'a' }, soon()))).code).to.equal('service_unavailable');
    expect(performance.now() - started).to.be.lessThan(5_000);
    await serve(former.port);
    await eventually(() => echo(service).catch(() => undefined), Boolean);
    await alone.untilShared(() => echo(service));
  });

  it('are not used while a backend is of the release before, so that the load stays even', async () => {
    const present = await serve();
    const service = connect([present.port, await serveFormerRelease()], { channels: 1 });
    await eventually(
      () => echo(service).then(() => alone.count),
      (count) => count > 30,
    );
    const [before, handled] = [alone.count, present.handled];
    for (let count = 0; count < 40; count += 1) await echo(service);
    expect(alone.count - before).to.equal(40);
    expect(present.handled - handled).to.be.within(15, 25);
  });

  it('answer what is in flight when the client closes', async () => {
    const only = await serve();
    const client = createClient(echoDefinition, { target: `127.0.0.1:${only.port}`, sharesStream: true });
    const service = asEcho(client.service);
    await alone.untilShared(() => echo(service));
    const before = only.handled;
    let release = (): void => {};
    behaviour = (request) => new Promise((resolve) => (release = () => resolve(request)));
    const answer = echo(service);
    await eventually(
      () => only.handled,
      (handled) => handled > before,
    );
    client.close();
    release();
    expect(await answer).to.deep.equal({ text: 'a' });
    // Nothing holds the server open.
    const started = performance.now();
    await only.server.drain(5_000);
    expect(performance.now() - started).to.be.lessThan(4_000);
  });

  it('end when nobody calls, and begin again with the next calls', async () => {
    const only = await serve();
    const proxy = await openTcpProxy(`tcp://127.0.0.1:${only.port}`);
    stops.push(() => proxy.close());
    const service = await share([proxy.port]);
    const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'TCPSocketWrap').length;
    const during = timers();
    expect(await eventually(timers, (count) => count < during)).to.be.lessThan(during);
    await alone.untilShared(() => echo(service));
  });
});
