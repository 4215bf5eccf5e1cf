import { randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import { expect } from 'chai';
import type { Json } from '@prospecting/platform/json';
import { fingerprint, type KeyedRequest, type ResponseStore } from '../idempotency/index.js';
import { openTestGateway, ROOMY, type TestGateway, type TestKey } from '#testing/gateway.js';

const REVEAL = '/contacts/reveal';
const BODY = { items: [{ contactId: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21' }], infoTypes: ['email'], maxCredits: 1 };
const STORED = {
  results: [{ status: 'not_found', contactId: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21' }],
  creditsCharged: 0.2,
  creditsQuoted: 0.2,
  creditsRemaining: 1.2,
  dryRun: false,
};

describe('calls that can spend', () => {
  let gateway: TestGateway;
  let key: TestKey;
  let store: ResponseStore;
  /** A key at a gateway that has it in its cache and cannot reach its database. */
  let stale: TestKey;
  let staleGateway: TestGateway;

  before(async () => {
    gateway = await openTestGateway();
    store = gateway.responseStore;
    const known = {
      keyId: randomUUID(),
      account: { id: randomUUID(), apiEnabled: true, targetRoles: [], priceGroup: 'default' },
      limits: ROOMY,
      stale: true,
    };
    staleGateway = await openTestGateway({
      authenticator: { known: () => undefined, authenticate: () => Promise.resolve(known) },
    });
    stale = await staleGateway.newKey();
  });
  after(async () => {
    await gateway.close();
    await staleGateway.close();
  });
  beforeEach(async () => {
    key = await gateway.newKey();
  });

  const keyed = (idempotencyKey: string, body: Json = BODY): KeyedRequest => ({
    keyId: key.keyId,
    idempotencyKey,
    fingerprint: fingerprint('POST', `/external/v1${REVEAL}`, body),
  });
  const reveal = (idempotencyKey?: string, body: unknown = BODY): ReturnType<TestKey['send']> =>
    key.send('POST', REVEAL, body, idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey });

  describe('need an Idempotency-Key', () => {
    const spending: [string, string, object][] = [
      ['[4.5.5] contacts/reveal', REVEAL, BODY],
      ['[4.5] a dry run of contacts/reveal', REVEAL, { ...BODY, maxCredits: undefined, dryRun: true }],
      [
        '[4.1] organizations/match that reveals',
        '/organizations/match',
        { items: [{}], reveal: ['details'], maxCredits: 1 },
      ],
      [
        '[4.3] switchboards/match that reveals',
        '/organizations/switchboards/match',
        { items: [{}], reveal: ['phone'], maxCredits: 1 },
      ],
      ['[4.4] people/match that reveals', '/people/match', { items: [{}], reveal: ['phone'], maxCredits: 1 }],
    ];
    for (const [what, path, body] of spending) {
      it(`${what}: 400 without one or with an empty one`, async () => {
        const none: Record<string, string>[] = [{}, { 'idempotency-key': '' }, { 'idempotency-key': '""' }];
        for (const headers of none) {
          const answer = await key.send('POST', path, body, headers);
          expect([answer.status, answer.body.code]).to.deep.equal([400, 'idempotency_key_required']);
        }
      });

      it(`${what}: 200 with one, and the balance in a header`, async () => {
        const answer = await key.send('POST', path, body, { 'idempotency-key': randomUUID() });
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.headers.get('service-credits-remaining')).to.equal(String(answer.body['creditsRemaining']));
        expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      });

      it(`${what}: 503 while the API key is known only from the cache`, async () => {
        const answer = await stale.send('POST', path, body, { 'idempotency-key': randomUUID() });
        expect([answer.status, answer.body.code]).to.deep.equal([503, 'service_unavailable']);
      });

      it(`[D requests.4] ${what}: 422 without maxCredits or with an invalid one`, async () => {
        if ('dryRun' in body) return;
        for (const maxCredits of [undefined, null, '1', -0.001, true]) {
          const answer = await key.send('POST', path, { ...body, maxCredits }, { 'idempotency-key': randomUUID() });
          expect([answer.status, answer.body.code]).to.deep.equal([422, 'validation_failed']);
          expect(answer.body.errors).to.have.all.keys('maxCredits');
        }
      });
    }

    it('[D requests.6] of at most 255 characters: a longer one is 422 that names the header', async () => {
      const answer = await reveal('k'.repeat(256));
      expect([answer.status, answer.body.code]).to.deep.equal([422, 'validation_failed']);
      expect(answer.body.errors).to.have.all.keys('Idempotency-Key');
    });
  });

  describe('with a revoked API key, on a gateway that was not notified', () => {
    let unaware: TestGateway;
    let known: TestKey;

    before(async () => {
      const account = { apiEnabled: true, targetRoles: [], priceGroup: 'default' };
      unaware = await openTestGateway({
        authenticator: {
          known: () => undefined,
          authenticate: () =>
            Promise.resolve({
              keyId: known.keyId,
              account: { id: known.accountId, ...account },
              limits: ROOMY,
              stale: false,
            }),
        },
      });
    });
    after(() => unaware.close());
    beforeEach(async () => {
      known = await unaware.newKey();
      unaware.backends.calls.length = 0;
    });

    it('[D money.6] get 401 immediately, also for a request that was answered before', async () => {
      const once = (idempotencyKey: string): ReturnType<TestKey['send']> =>
        known.send('POST', REVEAL, BODY, { 'idempotency-key': idempotencyKey });
      expect((await once('before')).status).to.equal(200);
      await unaware.edge.keys.revoke(known.keyId);
      for (const idempotencyKey of ['before', 'after']) {
        const answer = await once(idempotencyKey);
        expect([answer.status, answer.body.code]).to.deep.equal([401, 'api_key_revoked']);
      }
      expect(unaware.backends.calls).to.have.length(1);
    });
  });

  describe('without a required Idempotency-Key', () => {
    it('[4.4.5] run a dry run of a match without one, and ignore one that is sent', async () => {
      const keys: Record<string, string>[] = [{}, { 'idempotency-key': 'dry' }, { 'idempotency-key': 'dry' }];
      for (const headers of keys) {
        const body = { items: [{}], reveal: ['email'], dryRun: true };
        const answer = await key.send('POST', '/people/match', body, headers);
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      }
    });

    it('[D requests.6] accept and ignore one in any form', async () => {
      for (const idempotencyKey of ['k', 'k', 'x'.repeat(300), 'a\tb']) {
        const headers = { 'idempotency-key': idempotencyKey };
        expect(
          (await key.send('POST', '/organizations/match', { items: [{ id: 'x' }], reveal: [] }, headers)).status,
        ).to.equal(200);
        expect((await key.send('GET', '/credits', undefined, headers)).status).to.equal(200);
      }
    });
  });

  describe('with an Idempotency-Key', () => {
    it('[7] get 409 with Retry-After 1 while the first request runs', async () => {
      await store.claim(keyed('running'));
      const answer = await reveal('running');
      expect([answer.status, answer.body.code, answer.body.retryable]).to.deep.equal([
        409,
        'idempotency_key_in_use',
        true,
      ]);
      expect(answer.headers.get('retry-after')).to.equal('1');
    });

    it('[7] get 422 idempotency_key_reused with another body or path', async () => {
      await complete('used');
      const body = await reveal('used', { ...BODY, note: 'unknown fields belong to the request' });
      expect([body.status, body.body.code]).to.deep.equal([422, 'idempotency_key_reused']);
      const path = await key.send(
        'POST',
        '/people/match',
        { items: [{}], reveal: ['email'], maxCredits: 1 },
        { 'idempotency-key': 'used' },
      );
      expect(path.body.code).to.equal('idempotency_key_reused');
    });

    it('[3] replay the first response byte for byte, with its balance and current rate headers', async () => {
      await complete('done');
      const first = await reveal('done');
      const second = await reveal(
        '"done"',
        `{"maxCredits":1.0, "infoTypes":["email"], "items":${JSON.stringify(BODY.items)}}`,
      );
      for (const answer of [first, second]) {
        expect(answer.status).to.equal(200);
        expect(answer.text).to.equal(JSON.stringify(STORED));
        expect(answer.headers.get('content-type')).to.equal('application/json');
        expect(answer.headers.get('idempotent-replayed')).to.equal('true');
        expect(answer.headers.get('service-credits-remaining')).to.equal('1.2');
      }
      expect(first.headers.get('ratelimit')).not.to.equal(second.headers.get('ratelimit'));
    });

    it('are validated first: an invalid body is 422 and does not affect the stored response', async () => {
      await complete('kept');
      expect((await reveal('kept', { ...BODY, infoTypes: [] })).body.code).to.equal('validation_failed');
      expect((await reveal('kept')).headers.get('idempotent-replayed')).to.equal('true');
    });

    it('release it after a failure, so that any request may use it', async () => {
      const { reveal: succeed } = gateway.backends.answers;
      gateway.backends.answers.reveal = () => {
        throw new DomainError('insufficient_credits', {
          members: { creditsRequiredMillicredits: 200, creditsRemainingMillicredits: 0 },
        });
      };
      try {
        expect((await reveal('again')).status).to.equal(402);
      } finally {
        gateway.backends.answers.reveal = succeed;
      }
      const answer = await reveal('again', { ...BODY, infoTypes: ['phone'] });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.headers.get('idempotent-replayed')).to.equal(null);
    });

    it('do not share it with another API key of the same account', async () => {
      await complete('mine');
      const other = await gateway.newKey();
      const answer = await other.send('POST', REVEAL, BODY, { 'idempotency-key': 'mine' });
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('idempotent-replayed')).to.equal(null);
    });

    async function complete(idempotencyKey: string): Promise<void> {
      const claim = await store.claim(keyed(idempotencyKey));
      if (claim.kind !== 'held') throw new Error(claim.kind);
      await store.complete(claim.claim, {
        status: 200,
        body: Buffer.from(JSON.stringify(STORED)),
        creditsRemainingMillicredits: 1_200,
      });
    }
  });
});
