import { SpanKind } from '@opentelemetry/api';
import { expect } from 'chai';
import { eventually } from '#testing/eventually.js';
import { startOtlpCollector, type OtlpCollector } from '#testing/otlp-collector.js';
import { DomainError } from '../errors/index.js';
import { inTrace, startTraceparent, startTracing, traceIdOf, withSpan, withStatementSpan } from './tracing.js';

const INCOMING = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';
const request = { name: 'GET', kind: SpanKind.SERVER };

describe('tracing', () => {
  let collector: OtlpCollector;
  let stop: () => Promise<void> = () => Promise.resolve();

  beforeEach(async () => {
    collector = await startOtlpCollector();
  });

  afterEach(async () => {
    await stop();
    stop = () => Promise.resolve();
    await collector.close();
  });

  async function start(ratio?: number): Promise<void> {
    stop = await startTracing('credits-service', { otlpEndpoint: collector.url, ratio });
  }

  /** One request with one statement. */
  const serve = (traceparent: string): Promise<string | undefined> =>
    withSpan(request, { traceparent }, async (carrier) => {
      await withStatementSpan('credits_lock_balance', () => Promise.resolve());
      return carrier.traceparent;
    });

  it('exports a tree of spans with service and release, and nothing about the machine', async () => {
    await start();
    const traceparent = startTraceparent();
    await serve(traceparent);
    await stop();
    const [statement, root] = collector.spans;
    expect(root).to.include({ name: 'GET', traceId: traceIdOf(traceparent) });
    expect(statement).to.deep.include({
      name: 'credits_lock_balance',
      parentSpanId: root?.spanId,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'credits_lock_balance' },
    });
    expect(root?.resource).to.have.all.keys('service.name', 'service.version');
    expect(root?.resource).to.include({ 'service.name': 'credits-service' });
  });

  it('names the code of a failure, and not its detail', async () => {
    await start();
    const failed = withSpan(request, { traceparent: startTraceparent() }, () =>
      Promise.reject(new DomainError('not_found', { detail: 'astrid@example.com' })),
    );
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(DomainError);
    await stop();
    expect(collector.spans[0]?.failure).to.equal('not_found');
    expect(collector.bodies.join()).to.not.contain('astrid');
  });

  it("decides by its own ratio, whatever the caller's flag and id are, and keeps the caller's id", async () => {
    await start(0.5);
    for (const flag of ['00', '01']) {
      const started = Array.from({ length: 1_000 }, () => startTraceparent(`${INCOMING}-${flag}`));
      const traced = started.filter((traceparent) => traceparent.endsWith('-01'));
      expect(traced.length).to.be.within(400, 600);
      expect(new Set(started.map(traceIdOf))).to.deep.equal(new Set([traceIdOf(INCOMING)]));
    }
  });

  it('exports nothing of a request that is not sampled, and passes its traceparent on', async () => {
    await start(0);
    const traceparent = startTraceparent(`${INCOMING}-01`);
    expect(traceparent).to.equal(`${INCOMING}-00`);
    expect(await serve(traceparent)).to.equal(traceparent);
    await stop();
    expect(collector.spans).to.deep.equal([]);
  });

  it('exports no statement outside of a traced request', async () => {
    await start();
    await withStatementSpan('credits_lock_balance', () => Promise.resolve());
    await stop();
    expect(collector.spans).to.deep.equal([]);
  });

  it('puts work that is done for another request into the trace of that request', async () => {
    await start();
    const [mine, other] = [startTraceparent(), startTraceparent()];
    await withSpan(request, { traceparent: mine }, () =>
      inTrace(other, () => withStatementSpan('search_match', () => Promise.resolve())),
    );
    await stop();
    expect(collector.spans.find(({ name }) => name === 'search_match')?.traceId).to.equal(traceIdOf(other));
  });

  it("leaves the caller's traceparent alone where tracing is off", async () => {
    expect(startTraceparent(`${INCOMING}-01`)).to.equal(`${INCOMING}-01`);
    expect(await serve(`${INCOMING}-01`)).to.equal(`${INCOMING}-01`);
  });

  it('neither fails a request nor holds up the end of the process when the collector is away or silent', async () => {
    const url = collector.url;
    await collector.close();
    stop = await startTracing('credits-service', { otlpEndpoint: url });
    // More than the queue holds.
    for (let index = 0; index < 10_000; index += 1) await serve(startTraceparent());
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).to.be.below(5_000);
  });

  it('exports while the process runs, not only at its end', async () => {
    await start();
    await serve(startTraceparent());
    expect(
      await eventually(
        () => collector.spans.length,
        (count) => count === 2,
      ),
    ).to.equal(2);
  });
});
