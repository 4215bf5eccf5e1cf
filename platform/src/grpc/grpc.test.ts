import { Client, credentials, status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { DomainError, ERROR_KINDS, type ErrorCode } from '../errors/index.js';
import { createRpcMetrics } from '../telemetry/index.js';
import { createClient, createServer, inProcess, nextHop, served, type GrpcServer } from './index.js';
import { CONNECTION_AGE_MS, CONNECTION_GRACE_MS, KEEPALIVE_MS } from './limits.js';
import { asEcho, asService, echoDefinition, failure, soon, type EchoService } from '#testing/echo.js';

const logger = pino({ level: 'silent' });

describe('a keepalive ping', () => {
  it('comes before a server ends the connection, or when the connection is gone', () => {
    expect(KEEPALIVE_MS).to.be.below(CONNECTION_AGE_MS * 0.9);
    expect(2 * KEEPALIVE_MS).to.be.above(CONNECTION_AGE_MS * 1.1 + CONNECTION_GRACE_MS);
  });
});

for (const transport of ['grpc', 'grpc on a shared stream', 'in-process'] as const) {
  describe(`a service over ${transport}`, () => {
    let behaviour: EchoService['echo'] = (request) => Promise.resolve(request);
    let service: EchoService;
    let server: GrpcServer | undefined;
    let close = (): void => {};
    const registry = new Registry();

    before(async () => {
      const implementation: EchoService = { echo: (request, call) => behaviour(request, call) };
      const typed = asService(implementation);
      if (transport === 'in-process') {
        service = inProcess(echoDefinition, typed, logger);
        return;
      }
      server = createServer({ services: [served(echoDefinition, typed)], logger });
      const port = await server.listen('127.0.0.1:0');
      const client = createClient(echoDefinition, {
        target: `127.0.0.1:${port}`,
        metrics: createRpcMetrics(registry, 'client'),
        sharesStream: transport !== 'grpc',
      });
      service = asEcho(client.service);
      close = () => client.close();
    });

    after(async () => {
      close();
      await server?.drain(1_000);
    });

    it('returns the result of the implementation', async () => {
      behaviour = (request) => Promise.resolve({ text: request.text.toUpperCase() });
      expect(await service.echo({ text: 'a' }, soon())).to.deep.equal({ text: 'A' });
    });

    it('carries the trace context of the call', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      behaviour = (_, call) => Promise.resolve({ text: call.traceparent ?? 'none' });
      expect(await service.echo({ text: '' }, { ...soon(), traceparent })).to.deep.equal({ text: traceparent });
    });

    for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
      it(`rebuilds ${code} with its public text and members`, async () => {
        const members = { errors: { items: ['is missing'] }, creditsRemainingMillicredits: null };
        behaviour = () => Promise.reject(new DomainError(code, { detail: 'för kunden', members, internal: 'hemligt' }));
        const error = await failure(service.echo({ text: '' }, soon()));
        expect(error).to.include({ code, detail: 'för kunden' });
        expect(error.members).to.deep.equal(members);
      });
    }

    it('turns an unexpected error into internal_error without its text', async () => {
      behaviour = () => Promise.reject(new Error('password=hemligt'));
      const error = await failure(service.echo({ text: '' }, soon()));
      expect(error.code).to.equal('internal_error');
      expect(error.detail).to.not.contain('hemligt');
    });

    it('throws service_unavailable at the deadline when the implementation never answers', async () => {
      behaviour = () => new Promise(() => {});
      const error = await failure(service.echo({ text: '' }, { deadlineAt: Date.now() + 80 }));
      expect(error.code).to.equal('service_unavailable');
    });

    it('refuses a call whose deadline has passed, without starting its work', async () => {
      let started = false;
      behaviour = (request) => {
        started = true;
        return Promise.resolve(request);
      };
      const error = await failure(service.echo({ text: '' }, { deadlineAt: Date.now() - 1 }));
      expect(error.code).to.equal('service_unavailable');
      expect(started).to.equal(false);
    });

    if (transport !== 'in-process') {
      it('counts calls by method and outcome', async () => {
        const metrics = await registry.metrics();
        expect(metrics).to.match(/prospect_rpc_client_calls_total\{[^}]*code="ok"\} [1-9]/);
        expect(metrics).to.match(/prospect_rpc_client_calls_total\{[^}]*code="not_found"\} 1/);
      });
    }
  });
}

describe('a deadline', () => {
  it('is a little earlier on every hop than for the caller', () => {
    const call = soon();
    expect(nextHop(call).deadlineAt)
      .to.be.lessThan(call.deadlineAt)
      .and.greaterThan(call.deadlineAt - 100);
  });

  it('is set by the server for a call that has none', async () => {
    const stuck = asService({ echo: () => new Promise(() => {}) });
    const server = createServer({ services: [served(echoDefinition, stuck)], logger, defaultTimeoutMs: 50 });
    const port = await server.listen('127.0.0.1:0');
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    const { path, requestSerialize, responseDeserialize } = echoDefinition.Echo;
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, (error) => resolve(error?.code));
    });
    client.close();
    await server.drain(1_000);
    expect(code).to.equal(grpcStatus.UNAVAILABLE);
  });
});

describe('a gRPC backend that is down', () => {
  it('is reported as service_unavailable', async () => {
    const client = createClient(echoDefinition, { target: '127.0.0.1:1', channels: 1 });
    const service = asEcho(client.service);
    const error = await failure(service.echo({ text: '' }, { deadlineAt: Date.now() + 1_000 }));
    client.close();
    expect(error.code).to.equal('service_unavailable');
    expect(error.kind.grpcStatus).to.equal(grpcStatus.UNAVAILABLE);
  });
});

describe('a gRPC server that drains', () => {
  it('answers the call in flight and accepts no other', async () => {
    let release = (): void => {};
    let arrived = (): void => {};
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const slow: EchoService = {
      echo: (request) =>
        new Promise((resolve) => {
          release = () => resolve(request);
          arrived();
        }),
    };
    const server = createServer({ services: [served(echoDefinition, asService(slow))], logger });
    const port = await server.listen('127.0.0.1:0');
    const client = createClient(echoDefinition, { target: `127.0.0.1:${port}`, channels: 1 });
    const service = asEcho(client.service);
    const answer = service.echo({ text: 'first' }, soon());
    await inFlight;
    server.stopServing();
    const drained = server.drain(5_000);
    release();
    expect(await answer).to.deep.equal({ text: 'first' });
    await drained;
    expect((await failure(service.echo({ text: 'second' }, { deadlineAt: Date.now() + 500 }))).code).to.equal(
      'service_unavailable',
    );
    client.close();
  });
});
