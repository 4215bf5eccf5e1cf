import { randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { Queryable } from '@prospecting/platform/postgres';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { codeOf, eventuallyEquals } from '@prospecting/platform/testing';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { fingerprint, LEASE_MS, type KeyedRequest } from './keyed-request.js';
import {
  createIdempotencyMetrics,
  runIdempotently,
  type IdempotentRunOptions,
  type IdempotentResponse,
} from './run-idempotently.js';
import { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';

const SECRETS = ['a secret of these tests only and 32 long'];
const RESPONSE: StoredResponse = { status: 200, body: Buffer.from('{"results":[]}'), creditsRemainingMillicredits: 5 };

describe('runIdempotently', () => {
  let edge: TestEdge;
  let store: ResponseStore;
  let request: KeyedRequest;
  let runs: number;
  let metrics: ReturnType<typeof createIdempotencyMetrics>;

  before(async () => {
    edge = await openTestEdge();
    store = createResponseStore({
      ...edge,
      on: edge.pool,
      secrets: SECRETS,
    });
  });
  after(() => edge.close());

  beforeEach(async () => {
    const account = await edge.newAccount();
    const { id } = await edge.keys.create({ accountId: account.id, name: 'test', limits: {} });
    request = { keyId: id, idempotencyKey: randomUUID(), fingerprint: fingerprint('POST', '/p', {}) };
    runs = 0;
    metrics = createIdempotencyMetrics(new Registry());
  });

  const succeed = (): Promise<StoredResponse> => {
    runs += 1;
    return Promise.resolve(RESPONSE);
  };
  const run = (work = succeed, options: Partial<IdempotentRunOptions> = {}): Promise<IdempotentResponse> =>
    runIdempotently({ store, metrics, logger: edge.logger, ...options }, request, work);

  it('[3] does the work once and replays its response', async () => {
    expect(await run()).to.deep.equal({ ...RESPONSE, replayed: false });
    expect(await run()).to.deep.equal({ ...RESPONSE, replayed: true });
    expect(runs).to.equal(1);
  });

  it('counts what the key of each request meant, and shows every outcome from the start', async () => {
    const counted = async (): Promise<Record<string, number>> => {
      const { values } = await metrics.get();
      return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]));
    };
    expect(await counted()).to.deep.equal({ claimed: 0, replayed: 0, in_use: 0, reused: 0 });
    await run(async () => {
      await codeOf(run());
      return succeed();
    });
    await run();
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    await codeOf(run());
    expect(await counted()).to.deep.equal({ claimed: 1, replayed: 1, in_use: 1, reused: 1 });
  });

  it('[3] throws idempotency_key_in_use with retryAfterSeconds 1 while the first request runs', async () => {
    const refused = await run(async () => {
      const error: unknown = await run().catch((reason: unknown) => reason);
      expect(error).to.be.an.instanceof(DomainError).with.nested.property('members.retryAfterSeconds', 1);
      expect(error).to.have.property('code', 'idempotency_key_in_use');
      return succeed();
    });
    expect(refused.replayed).to.equal(false);
    expect(runs).to.equal(1);
  });

  it('[3] throws idempotency_key_reused for a different request after the first is completed', async () => {
    await run();
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    expect(await codeOf(run())).to.equal('idempotency_key_reused');
  });

  it('releases the key after a failure, and a different request may use it', async () => {
    expect(await codeOf(run(() => Promise.reject(new DomainError('credit_cap_exceeded'))))).to.equal(
      'credit_cap_exceeded',
    );
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    expect(await run()).to.include({ replayed: false });
  });

  it('retries a release that fails, and then a different request may use the key', async () => {
    let failures = 3;
    const query = (config: { readonly name: string; readonly text: string }): unknown => {
      if (config.name !== 'edge_release_claim' || failures === 0) return edge.pool.query(config);
      failures -= 1;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    };
    store = createResponseStore({ ...edge, on: { query } as unknown as Queryable, secrets: SECRETS });
    const capped = (): Promise<StoredResponse> => Promise.reject(new DomainError('credit_cap_exceeded'));
    expect(await codeOf(run(capped))).to.equal('credit_cap_exceeded');
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    await eventuallyEquals(() => codeOf(run()), 'ok');
  });

  it('returns a response that cannot be stored, and keeps its key claimed', async () => {
    const broken: ResponseStore = { ...store, complete: () => Promise.reject(new Error('no database')) };
    expect(await run(succeed, { store: broken })).to.deep.equal({ ...RESPONSE, replayed: false });
    expect(await codeOf(run())).to.equal('idempotency_key_in_use');
  });

  it('renews its lease while the work runs, and stops when it ends', async () => {
    let renewals = 0;
    const counting: ResponseStore = {
      ...store,
      renew: (claim) => {
        renewals += 1;
        return renewals === 1 ? Promise.reject(new Error('missed one')) : store.renew(claim);
      },
    };
    let tick: (() => void) | undefined;
    await run(
      () => {
        for (let turn = 0; turn < 3; turn += 1) tick?.();
        return succeed();
      },
      {
        store: counting,
        repeat: (renew, everyMs) => {
          expect(everyMs, 'two renewals may be missed').to.be.most(LEASE_MS / 3);
          tick = renew;
          return () => {
            tick = undefined;
          };
        },
      },
    );
    expect(renewals).to.equal(3);
    expect(tick).to.equal(undefined);
  });
});
