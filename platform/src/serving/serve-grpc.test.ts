import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { expect } from 'chai';
import { createClient, type ServiceClient } from '../grpc/index.js';
import type { ServingConfig } from './config.js';
import { serveGrpc, type Application, type Serving } from './serve-grpc.js';

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
  grpcListen: '127.0.0.1:0',
  adminHost: '127.0.0.1',
  adminPort: 0,
  otlpEndpoint: undefined,
  logLevel: 'silent',
};

/** An application whose only call is answered when the test says so, and which notes what happens to it. */
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
      checks: { database: () => Promise.resolve(true) },
      close: () => {
        events.push('closed');
        return Promise.resolve();
      },
    },
    started,
    answer: () => signals.emit('answer'),
  };
}

describe('serveGrpc', () => {
  const readiness = async (serving: Serving): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${serving.adminPort}/readyz`)).json();

  function clientOf(serving: Serving): ServiceClient<typeof definition> & { wait(): Promise<object> } {
    const client = createClient(definition, { target: `127.0.0.1:${serving.grpcPort}` });
    const service = client.service as unknown as {
      wait(request: object, call: { deadlineAt: number }): Promise<object>;
    };
    return { ...client, wait: () => service.wait({}, { deadlineAt: Date.now() + 5_000 }) };
  }

  it('stops in order: not ready, the calls in flight answered, then the application closed', async () => {
    const events: string[] = [];
    const built = application(events);
    const serving = await serveGrpc('test', config, () => built.application);
    expect(await readiness(serving)).to.deep.equal({ status: 'ready', failing: [] });
    const client = clientOf(serving);
    const inFlight = client.wait();
    await built.started;
    const stopped = serving.stop(4_000);
    expect(await readiness(serving)).to.deep.equal({ status: 'not_ready', failing: ['serving'] });
    expect(events).to.deep.equal([]);
    built.answer();
    expect(await inFlight).to.deep.equal({});
    await stopped;
    client.close();
    expect(events).to.deep.equal(['answered', 'closed']);
    expect(await readiness(serving).catch(() => 'refused')).to.equal('refused');
  });

  it('does not wait for a call beyond its limit', async () => {
    const events: string[] = [];
    const built = application(events);
    const serving = await serveGrpc('test', config, () => built.application);
    const client = clientOf(serving);
    const outcome = client.wait().catch((error: unknown) => error);
    await built.started;
    await serving.stop(40);
    client.close();
    expect(await outcome).to.have.property('code', 'service_unavailable');
    expect(events).to.deep.equal(['closed']);
  });

  it('closes the application when a port is taken, and says which', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    for (const taken of [{ adminPort: port }, { grpcListen: `127.0.0.1:${port}` }]) {
      const events: string[] = [];
      const built = application(events);
      const failure = await serveGrpc('test', { ...config, ...taken }, () => built.application).catch(
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Error).with.property('message').that.includes(String(port));
      expect(events).to.deep.equal(['closed']);
    }
    holder.close();
  });

  it('shows the checks of the application', async () => {
    const built = application([]).application;
    const failing = { ...built, checks: { database: () => Promise.resolve(false) } };
    const serving = await serveGrpc('test', config, () => failing);
    expect(await readiness(serving)).to.deep.equal({ status: 'not_ready', failing: ['database'] });
    await serving.stop(1_000);
  });
});
