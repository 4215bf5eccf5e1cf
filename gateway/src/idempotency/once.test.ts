import { randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import type { Queryable } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { codeOf, eventually, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { fingerprint, LEASE_MS, type KeyedRequest } from './keyed-request.js';
import { once, type OnceOptions, type OnceResponse } from './once.js';
import { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';

const SECRETS = ['a secret of these tests alone, 32 long'];
const RESPONSE: StoredResponse = { status: 200, body: Buffer.from('{"results":[]}'), creditsRemainingMillicredits: 5 };

describe('once', () => {
  let edge: TestEdge;
  let store: ResponseStore;
  let request: KeyedRequest;
  let runs: number;

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
  });

  const succeed = (): Promise<StoredResponse> => {
    runs += 1;
    return Promise.resolve(RESPONSE);
  };
  const run = (work = succeed, options: Partial<OnceOptions> = {}): Promise<OnceResponse> =>
    once({ store, logger: edge.logger, ...options }, request, work);

  it('[3] works once and replays its response', async () => {
    expect(await run()).to.deep.equal({ ...RESPONSE, replayed: false });
    expect(await run()).to.deep.equal({ ...RESPONSE, replayed: true });
    expect(runs).to.equal(1);
  });

  it('[3] refuses the same request while the first runs, to be retried in a second', async () => {
    const refused = await run(async () => {
      const error: unknown = await run().catch((reason: unknown) => reason);
      expect(error).to.be.an.instanceof(DomainError).with.nested.property('members.retryAfterSeconds', 1);
      expect(error).to.have.property('code', 'idempotency_key_in_use');
      return succeed();
    });
    expect(refused.replayed).to.equal(false);
    expect(runs).to.equal(1);
  });

  it('[3] refuses the key for another request once it is completed', async () => {
    await run();
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    expect(await codeOf(run())).to.equal('idempotency_key_reused');
  });

  it('remembers nothing of a failure', async () => {
    expect(await codeOf(run(() => Promise.reject(new DomainError('credit_cap_exceeded'))))).to.equal(
      'credit_cap_exceeded',
    );
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    expect(await run()).to.include({ replayed: false });
  });

  it('after a mere 422 the key is free for any request, also where giving it back fails at first', async () => {
    let refusals = 3;
    const query = (config: { readonly name: string; readonly text: string }): unknown => {
      if (config.name !== 'forget_idempotency_claim' || refusals === 0) return edge.pool.query(config);
      refusals -= 1;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    };
    store = createResponseStore({ ...edge, on: { query } as unknown as Queryable, secrets: SECRETS });
    const capped = (): Promise<StoredResponse> => Promise.reject(new DomainError('credit_cap_exceeded'));
    expect(await codeOf(run(capped))).to.equal('credit_cap_exceeded');
    request = { ...request, fingerprint: fingerprint('POST', '/p', { other: true }) };
    await eventually(() => codeOf(run()), 'ok');
  });

  it('a success stands even where it cannot be stored, and is not forgotten', async () => {
    const broken: ResponseStore = { ...store, complete: () => Promise.reject(new Error('the database is gone')) };
    expect(await run(succeed, { store: broken })).to.deep.equal({ ...RESPONSE, replayed: false });
    expect(await codeOf(run())).to.equal('idempotency_key_in_use');
  });

  it('renews its lease for as long as it works, and no longer', async () => {
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
