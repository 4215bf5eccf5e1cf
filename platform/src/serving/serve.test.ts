import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { expect } from 'chai';
import {
  createClient,
  openTlsIdentity,
  type ClientTls,
  type ServiceClient,
  type TlsFiles,
  type TlsIdentity,
} from '../grpc/index.js';
import type { ServingConfig } from './config.js';
import { createLogger, createRpcMetrics, Registry } from '../telemetry/index.js';
import type { Application } from './application.js';
import { serve, type Serving } from './serve.js';
import { createTestAuthority, createTlsVolume } from '#testing/certificates.js';
import { eventually } from '#testing/eventually.js';

const json = {
  requestSerialize: (value: object): Buffer => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer): object => JSON.parse(bytes.toString()) as object,
  responseSerialize: (value: object): Buffer => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer): object => JSON.parse(bytes.toString()) as object,
};

const definition = {
  Wait: { path: '/test.v1.Test/Wait', requestStream: false, responseStream: false, ...json },
} satisfies ServiceDefinition;

const config: ServingConfig = {
  grpc: { listen: '127.0.0.1:0' },
  admin: { host: '127.0.0.1', port: 0 },
  tracing: {},
  logLevel: 'silent',
};

const logger = createLogger({ service: 'test', level: 'silent' });

function start(built: Application, changes: Partial<ServingConfig> = {}, tls?: TlsIdentity): Promise<Serving> {
  const registry = new Registry();
  const rpcMetrics = createRpcMetrics(registry, 'server');
  return serve(built, { ...config, ...changes }, { logger, registry, rpcMetrics, tls });
}

/** An application that answers its only call on the test's command, and records events. */
function application(events: string[]): { application: Application; started: Promise<unknown>; answer: () => void } {
  const signals = new EventEmitter();
  const started = once(signals, 'started');
  const answered = once(signals, 'answer');
  const wait = async (): Promise<object> => {
    signals.emit('started');
    await answered;
    events.push('answered');
    return {};
  };
  return {
    application: {
      services: [{ definition, service: { wait } }],
      callers: { 'test.v1.Test': ['gateway'] },
      checks: { database: () => Promise.resolve(undefined) },
      close: () => {
        events.push('closed');
        return Promise.resolve();
      },
    },
    started,
    answer: () => signals.emit('answer'),
  };
}

describe('serve', () => {
  const readiness = async (serving: Serving): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${serving.adminPort}/readyz`)).json();

  function clientOf(serving: Serving, tls?: ClientTls): ServiceClient<typeof definition> & { wait(): Promise<object> } {
    const client = createClient(definition, { target: `127.0.0.1:${serving.grpcPort}`, tls });
    const service = client.service as unknown as {
      wait(request: object, call: { deadlineAt: number }): Promise<object>;
    };
    return { ...client, wait: () => service.wait({}, { deadlineAt: Date.now() + 5_000 }) };
  }

  it('stops in order: reports not ready, answers the calls in flight, then closes the application', async () => {
    const events: string[] = [];
    const built = application(events);
    const serving = await start(built.application);
    expect(await readiness(serving)).to.deep.equal({ status: 'ready', failing: [] });
    const client = clientOf(serving);
    const inFlight = client.wait();
    await built.started;
    const stopped = serving.stop(4_000);
    expect(await readiness(serving)).to.deep.equal({
      status: 'not_ready',
      failing: ['serving'],
      reasons: { serving: 'the process is stopping' },
    });
    expect(events).to.deep.equal([]);
    built.answer();
    expect(await inFlight).to.deep.equal({});
    await stopped;
    client.close();
    expect(events).to.deep.equal(['answered', 'closed']);
    expect(await readiness(serving).catch(() => 'refused')).to.equal('refused');
  });

  it('answers the admin requests in flight before it closes the application, and late ones with 503', async () => {
    const events: string[] = [];
    let answer: (() => void) | undefined;
    const built: Application = {
      ...application(events).application,
      administer: (_request, response) => {
        answer = () => {
          events.push('answered');
          response.end('done');
        };
      },
    };
    const serving = await start(built);
    const ask = (): Promise<Response> => fetch(`http://127.0.0.1:${serving.adminPort}/admin/v1/accounts`);
    const inFlight = ask();
    await eventually(
      () => answer,
      (asked) => asked !== undefined,
    );
    const stopped = serving.stop(4_000);
    const late = await ask();
    expect([late.status, late.headers.get('connection')]).to.deep.equal([503, 'close']);
    expect(await readiness(serving)).to.deep.include({ failing: ['serving'] });
    expect(events).to.deep.equal([]);
    answer?.();
    expect(await (await inFlight).text()).to.equal('done');
    await stopped;
    expect(events).to.deep.equal(['answered', 'closed']);
  });

  it('does not wait for an admin request beyond the time limit', async () => {
    const events: string[] = [];
    const built = { ...application(events).application, administer: () => events.push('asked') };
    const serving = await start(built);
    const outcome = fetch(`http://127.0.0.1:${serving.adminPort}/admin/v1/accounts`).catch(() => 'cut');
    await eventually(
      () => events.length,
      (count) => count === 1,
    );
    await serving.stop(40);
    expect(events).to.deep.equal(['asked', 'closed']);
    expect(await outcome).to.equal('cut');
  });

  it("enforces the application's table of callers with TLS", async () => {
    const authority = createTestAuthority();
    const volumes = ['test', 'gateway', 'search-service'].map((name) =>
      createTlsVolume(authority.issue({ dnsNames: [name] }), authority.certificate),
    );
    const [own, gateway, search] = volumes.map((volume) => volume.files);
    const built = application([]);
    const ownIdentity = openTlsIdentity(own as TlsFiles, { logger });
    const serving = await start(built.application, {}, ownIdentity);
    built.answer();
    const callWith = async (files: TlsFiles | undefined): Promise<unknown> => {
      const identity = openTlsIdentity(files as TlsFiles, { logger });
      const client = clientOf(serving, { identity, serverName: 'test' });
      const outcome = await client.wait().catch((error: unknown) => error);
      client.close();
      identity.close();
      return outcome;
    };
    expect(await callWith(gateway)).to.deep.equal({});
    expect(await callWith(search)).to.have.property('code', 'internal_error');
    await serving.stop(1_000);
    ownIdentity.close();
    for (const volume of volumes) volume.remove();
  });

  it('is not ready with a certificate that has expired, logs it once with its date, and recovers', async () => {
    const authority = createTestAuthority();
    const [notBefore, notAfter] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    const expired = authority.issue({ dnsNames: ['test'], notBefore, notAfter });
    const volume = createTlsVolume(expired, authority.certificate);
    const lines: string[] = [];
    const identity = openTlsIdentity(volume.files, { logger, refreshMs: 5 });
    const registry = new Registry();
    const serving = await serve(application([]).application, config, {
      logger: createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } }),
      registry,
      rpcMetrics: createRpcMetrics(registry, 'server'),
      tls: identity,
    });
    const reason = `the certificate in ${volume.files.certificateFile} expired on 2026-01-02T00:00:00.000Z`;
    for (let probe = 0; probe < 3; probe += 1)
      expect(await readiness(serving)).to.deep.equal({
        status: 'not_ready',
        failing: ['certificate'],
        reasons: { certificate: reason },
      });
    expect(lines.filter((line) => line.includes(reason))).to.have.length(1);
    volume.replace(authority.issue({ dnsNames: ['test'] }), authority.certificate);
    const recovered = await eventually(
      () => readiness(serving),
      (answer) => (answer as { status: string }).status === 'ready',
    );
    expect(recovered).to.deep.equal({ status: 'ready', failing: [] });
    await serving.stop(1_000);
    identity.close();
    volume.remove();
  });

  it('does not wait for a call beyond the time limit', async () => {
    const events: string[] = [];
    const built = application(events);
    const serving = await start(built.application);
    const client = clientOf(serving);
    const outcome = client.wait().catch((error: unknown) => error);
    await built.started;
    await serving.stop(40);
    client.close();
    expect(await outcome).to.have.property('code', 'service_unavailable');
    expect(events).to.deep.equal(['closed']);
  });

  it('closes the application when a port is taken, and names the port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    for (const taken of [{ admin: { host: '127.0.0.1', port } }, { grpc: { listen: `127.0.0.1:${port}` } }]) {
      const events: string[] = [];
      const built = application(events);
      const failure = await start(built.application, taken).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error).with.property('message').that.includes(String(port));
      expect(events).to.deep.equal(['closed']);
    }
    holder.close();
  });

  it("shows the application's checks in /readyz", async () => {
    const built = application([]).application;
    const failing = { ...built, checks: { database: () => Promise.resolve({ reason: 'refused' }) } };
    const serving = await start(failing);
    expect(await readiness(serving)).to.deep.equal({
      status: 'not_ready',
      failing: ['database'],
      reasons: { database: 'refused' },
    });
    await serving.stop(1_000);
  });
});
