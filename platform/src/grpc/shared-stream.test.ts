import { Server, ServerCredentials, status, type ServerDuplexStream, type ServiceDefinition } from '@grpc/grpc-js';
import { expect } from 'chai';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { asEcho, asService, echoDefinition, failure, soon, type EchoService } from '#testing/echo.js';
import { createTestAuthority, createTlsVolume } from '#testing/certificates.js';
import { eventually } from '#testing/eventually.js';
import { countLoneCalls, type LoneCalls } from '#testing/lone-calls.js';
import { startOtlpCollector } from '#testing/otlp-collector.js';
import { openTcpProxy } from '#testing/tcp-proxy.js';
import { createRpcMetrics, startTraceparent, startTracing } from '../telemetry/index.js';
import { callStreamService, type AnswerFrame, type Answers, type Calls } from './frames.js';
import {
  createClient,
  createServer,
  openTlsIdentity,
  served,
  type CallerTable,
  type ClientOptions,
  type ServerOptions,
} from './index.js';

const logger = pino({ level: 'silent' });
const PATH = echoDefinition.Echo.path;
const MEGABYTE = 1024 * 1024;

describe('calls on a shared stream', () => {
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

  async function serve(options: Partial<ServerOptions> = {}): Promise<number> {
    const echo: EchoService = { echo: (request, call) => behaviour(request, call) };
    const server = createServer({ services: [served(echoDefinition, asService(echo))], logger, ...options });
    stops.push(() => server.drain(1_000));
    return server.listen('127.0.0.1:0');
  }

  function connect(port: number, options: Partial<ClientOptions> = {}): EchoService {
    const client = createClient(echoDefinition, { target: `127.0.0.1:${port}`, sharesStream: true, ...options });
    stops.push(() => client.close());
    return asEcho(client.service);
  }

  /** A client whose calls travel on a stream from now on. */
  async function share(port: number, options: Partial<ClientOptions> = {}): Promise<EchoService> {
    const service = connect(port, options);
    await alone.untilShared(() => service.echo({ text: '' }, soon()));
    alone.count = 0;
    return service;
  }

  /** Serves the streams, and nothing else, as `carry` says. */
  async function serveStreams(carry: (rpc: ServerDuplexStream<Calls, Answers>) => void): Promise<number> {
    const server = new Server();
    server.addService(callStreamService, { Carry: carry });
    stops.push(() => server.forceShutdown());
    return new Promise((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
  }

  it('are answered each with its own answer, a thousand at once', async () => {
    const service = await share(await serve());
    behaviour = async (request) => {
      // The later calls are answered first.
      for (let turn = Number(request.text); turn < 1_000; turn += 100) await new Promise(setImmediate);
      return request;
    };
    const texts = Array.from({ length: 1_000 }, (_, index) => String(index));
    const call = { deadlineAt: Date.now() + 25_000 };
    const answers = await Promise.all(texts.map((text) => service.echo({ text }, call)));
    expect(answers.map(({ text }) => text)).to.deep.equal(texts);
    // A stream takes as many as its server works on at once; the others do not wait for them.
    expect(alone.count).to.be.lessThan(600);
  });

  it('go alone when the client did not ask for a stream', async () => {
    const service = connect(await serve(), { sharesStream: false });
    for (let count = 0; count < 5; count += 1) await service.echo({ text: '' }, soon());
    expect(alone.count).to.equal(5);
  });

  it('end at their own deadline, and a late answer settles no other call', async () => {
    const service = await share(await serve());
    const late: (() => void)[] = [];
    behaviour = (request) => new Promise((resolve) => late.push(() => resolve({ text: `late ${request.text}` })));
    const error = await failure(service.echo({ text: 'a' }, { deadlineAt: Date.now() + 100 }));
    expect(error.code).to.equal('service_unavailable');
    behaviour = (request) => Promise.resolve(request);
    const next = service.echo({ text: 'b' }, soon());
    for (const release of late) release();
    expect(await next).to.deep.equal({ text: 'b' });
    expect(alone.count).to.equal(0);
  });

  it('give the server less time than the caller has', async () => {
    const service = await share(await serve());
    let left = 0;
    behaviour = (request, call) => {
      left = call.deadlineAt - Date.now();
      return Promise.resolve(request);
    };
    await service.echo({ text: '' }, { deadlineAt: Date.now() + 2_000 });
    expect(left).to.be.within(1_000, 1_985);
    expect(alone.count).to.equal(0);
  });

  it('may have large answers, and go alone with large requests', async () => {
    const service = await share(await serve());
    behaviour = (request) => Promise.resolve({ text: request.text.repeat(7 * MEGABYTE) });
    expect((await service.echo({ text: 'x' }, soon())).text).to.have.length(7 * MEGABYTE);
    expect(alone.count).to.equal(0);
    behaviour = (request) => Promise.resolve({ text: String(request.text.length) });
    expect(await service.echo({ text: 'x'.repeat(MEGABYTE) }, soon())).to.deep.equal({ text: String(MEGABYTE) });
    expect(alone.count).to.equal(1);
  });

  for (const way of ['shared', 'alone'])
    it(`fail with service_unavailable when the answer is too large (${way})`, async () => {
      const port = await serve();
      const service = way === 'shared' ? await share(port) : connect(port, { sharesStream: false });
      behaviour = () => Promise.resolve({ text: 'x'.repeat(8 * MEGABYTE) });
      const error = await failure(service.echo({ text: '' }, soon()));
      expect(error.code).to.equal('service_unavailable');
      expect(error.internal).to.contain('RESOURCE_EXHAUSTED');
      behaviour = (request) => Promise.resolve(request);
      expect(await service.echo({ text: 'a' }, soon())).to.deep.equal({ text: 'a' });
    });

  for (const way of ['shared', 'alone'])
    it(`fail with internal_error when the server does not know the method (${way})`, async () => {
      const port = await serve();
      const options: ClientOptions = { target: `127.0.0.1:${port}`, sharesStream: way === 'shared' };
      const Other = { ...echoDefinition.Echo, path: '/prospecting.test.v1.EchoService/Other' };
      const client = createClient({ ...echoDefinition, Other } as typeof echoDefinition, options);
      stops.push(() => client.close());
      const { echo, other } = client.service as unknown as { echo: EchoService['echo']; other: EchoService['echo'] };
      if (way === 'shared') await alone.untilShared(() => echo({ text: '' }, soon()));
      alone.count = 0;
      const error = await failure(other({ text: '' }, soon()));
      expect(error.code).to.equal('internal_error');
      expect(error.internal).to.contain('UNIMPLEMENTED');
      expect(alone.count).to.equal(way === 'shared' ? 0 : 1);
    });

  it('are counted under their own methods, on both sides', async () => {
    const [client, server] = [new Registry(), new Registry()];
    const port = await serve({ metrics: createRpcMetrics(server, 'server') });
    const service = await share(port, { metrics: createRpcMetrics(client, 'client') });
    const countOf = async (registry: Registry, side: string): Promise<number> => {
      const found = new RegExp(`prospect_rpc_${side}_calls_total\\{method="${PATH}",code="ok"\\} (\\d+)`);
      return Number(found.exec(await registry.metrics())?.[1]);
    };
    const [atClient, atServer] = [await countOf(client, 'client'), await countOf(server, 'server')];
    for (let count = 0; count < 5; count += 1) await service.echo({ text: '' }, soon());
    expect(alone.count).to.equal(0);
    expect(await countOf(client, 'client')).to.equal(atClient + 5);
    expect(await countOf(server, 'server')).to.equal(atServer + 5);
  });

  it('have a span on both sides, in the trace of their request', async () => {
    const collector = await startOtlpCollector();
    stops.push(() => collector.close());
    const stop = await startTracing('gateway', { otlpEndpoint: collector.url, ratio: 1 });
    const service = await share(await serve());
    const traceparent = startTraceparent();
    await service.echo({ text: '' }, { ...soon(), traceparent });
    await stop();
    expect(alone.count).to.equal(0);
    const [server, client] = collector.spans.filter(({ traceId }) => traceId === traceparent.slice(3, 35));
    expect(client).to.include({ name: PATH });
    expect(server).to.include({ name: PATH, parentSpanId: client?.spanId });
  });

  it('are not waited for by one that has an answer already, nor by an answer that nobody asked for', async () => {
    const answer = (id: number, text: string): AnswerFrame => ({ id, response: Buffer.from(JSON.stringify({ text })) });
    const port = await serveStreams((rpc) => {
      rpc.sendMetadata(rpc.metadata);
      rpc.on('data', ({ calls }: Calls) => {
        for (const { id } of calls) {
          rpc.write({
            answers: [answer(id + 1_000, 'of nobody'), answer(id, 'own'), answer(id, 'again')],
            draining: false,
          });
        }
      });
      rpc.on('end', () => rpc.end());
    });
    const service = connect(port);
    const ask = (): Promise<unknown> => service.echo({ text: '' }, soon()).catch(() => undefined);
    await eventually(ask, (got) => got !== undefined);
    for (let count = 0; count < 3; count += 1) expect(await ask()).to.deep.equal({ text: 'own' });
  });

  it('fail alone when the server fails one with a code that no trailer may contain', async () => {
    const nonsense = { code: status.INTERNAL, details: '', errorCode: 'na\u00efve\n', errorBody: Buffer.alloc(0) };
    const port = await serveStreams((rpc) => {
      rpc.sendMetadata(rpc.metadata);
      rpc.on('data', ({ calls }: Calls) => {
        const answers = calls.map(({ id, request }): AnswerFrame => {
          return request.includes('bad')
            ? { id, response: Buffer.alloc(0), failure: nonsense }
            : { id, response: request };
        });
        rpc.write({ answers, draining: false });
      });
      rpc.on('end', () => rpc.end());
    });
    const service = await share(port);
    const [bad, good] = await Promise.allSettled(['bad', 'good'].map((text) => service.echo({ text }, soon())));
    expect(bad).to.have.nested.property('reason.code', 'internal_error');
    expect(good).to.have.deep.property('value', { text: 'good' });
    expect(alone.count).to.equal(0);
  });

  it('end at their deadlines when the server does not read, and work again when it does', async () => {
    const proxy = await openTcpProxy(`tcp://127.0.0.1:${await serve()}`);
    stops.push(() => proxy.close());
    const service = await share(proxy.port);
    proxy.hangFor(600);
    const text = 'x'.repeat(200 * 1024);
    // 60 MB of requests: more than the stream, its window and its buffers take.
    const calls = Array.from({ length: 300 }, () =>
      service.echo({ text }, { deadlineAt: Date.now() + 300 }).catch((error: unknown) => error),
    );
    const outcomes = await Promise.all(calls);
    for (const outcome of outcomes) expect(outcome).to.have.property('code', 'service_unavailable');
    expect(await eventually(() => service.echo({ text: 'a' }, soon()).catch(() => undefined), Boolean)).to.deep.equal({
      text: 'a',
    });
  });

  describe('over TLS', () => {
    const authority = createTestAuthority();
    const Other = { ...echoDefinition.Echo, path: '/prospecting.test.v1.EchoService/Other' };

    async function shareAs(name: string, callers: CallerTable): Promise<Record<'echo' | 'other', EchoService['echo']>> {
      const identityOf = (dnsName: string): ReturnType<typeof openTlsIdentity> => {
        const volume = createTlsVolume(authority.issue({ dnsNames: [dnsName] }), authority.certificate);
        const identity = openTlsIdentity(volume.files, { logger });
        stops.push(
          () => volume.remove(),
          () => identity.close(),
        );
        return identity;
      };
      const definition = { ...echoDefinition, Other };
      const echo: EchoService['echo'] = (request, call) => behaviour(request, call);
      const services = [{ definition: definition as ServiceDefinition, service: { echo, other: echo } as never }];
      const port = await serve({ services, tls: identityOf('credits-service'), callers });
      const tls = { identity: identityOf(name), serverName: 'credits-service' };
      const client = createClient(definition as typeof echoDefinition, {
        target: `127.0.0.1:${port}`,
        sharesStream: true,
        tls,
      });
      stops.push(() => client.close());
      return client.service as never;
    }

    it('are allowed and refused one by one, by the name of the client', async () => {
      const { echo, other } = await shareAs('gateway', {
        'prospecting.test.v1.EchoService': { Echo: ['gateway'], Other: ['admin-service'] },
      });
      let handled = 0;
      await alone.untilShared(() => echo({ text: '' }, soon()));
      alone.count = 0;
      behaviour = (request) => {
        handled += 1;
        return Promise.resolve(request);
      };
      expect((await failure(other({ text: '' }, soon()))).internal).to.contain('PERMISSION_DENIED');
      expect(handled).to.equal(0);
      expect(await echo({ text: 'a' }, soon())).to.deep.equal({ text: 'a' });
      expect(alone.count).to.equal(0);
    });

    it('are refused when the table names nobody', async () => {
      const { echo, other } = await shareAs('gateway', { 'prospecting.test.v1.EchoService': { Echo: ['gateway'] } });
      await alone.untilShared(() => echo({ text: '' }, soon()));
      alone.count = 0;
      expect((await failure(other({ text: '' }, soon()))).internal).to.contain('PERMISSION_DENIED');
      expect(alone.count).to.equal(0);
    });
  });
});
