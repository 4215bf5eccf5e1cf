import { crc32 } from 'node:zlib';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  type Answer,
  counted,
  type Customer,
  type Installation,
  itNeeds,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
} from './support/index.js';

const DAY_SECONDS = 24 * 60 * 60;

interface Rolled {
  readonly id: string;
  readonly key: string;
  readonly oldExpiresAt: string;
}

async function roll(api: Installation, { keyId }: Customer, overlapSeconds: number): Promise<Rolled> {
  const rolled = await api.admin.post<Rolled>(`/keys/${keyId}/roll`, { overlapSeconds });
  api.confidential(rolled.key);
  return rolled;
}

const revoke = (api: Installation, { keyId }: Customer): Promise<{ revokedAt: string }> =>
  api.admin.post(`/keys/${keyId}/revoke`);

/**
 * Returns the first refusal of a key whose gateway has it in its cache and is about to be notified.
 */
const onceNotified = (customer: Customer): Promise<Answer> =>
  eventually(
    () => customer.send(PATHS.credits),
    ({ status }) => status === 401,
  );

/** Computes CRC-32 (IEEE) of the random part in base 62, as the public contract defines it. */
function checksum(random: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let written = '';
  for (let rest = BigInt(crc32(random)); rest > 0n; rest /= 62n) written = digits.charAt(Number(rest % 62n)) + written;
  return written.padStart(6, '0');
}

overEveryInstallation('Keys are checked, rolled and revoked', {}, (api) => {
  it('accepts a key only as Authorization: Bearer [5.1]', async () => {
    const { key } = await api.customer();
    const accepted = await api.send(PATHS.credits, { headers: { authorization: `Bearer ${key}` } });
    expect(accepted.status).to.equal(200);
    const refused = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: `Token ${key}` },
      { authorization: `Bearer ${key} ${key}` },
      { authorization: `Bearer "${key}"` },
      { authorization: `Bearer ${key},` },
      { 'x-api-key': key },
      { cookie: `session=${key}` },
      { 'proxy-authorization': `Bearer ${key}` },
    ];
    for (const headers of refused) {
      const answer = await api.send(PATHS.credits, { headers });
      problemOf(answer, 401, 'invalid_api_key');
      expect(answer.headers['www-authenticate']).to.match(/^Bearer/);
    }
  });

  it('does not accept a key in the URL, where it would be logged [5.1] [5.6]', async () => {
    const { key } = await api.customer();
    for (const query of [`api_key=${key}`, `access_token=${key}`, `key=${key}`]) {
      const answer = await api.fetch(`/external/v1/credits?${query}`);
      problemOf(answer, 401, 'invalid_api_key');
    }
  });

  it('does not accept an API key on the admin listener [5.1]', async () => {
    const { key } = await api.customer();
    const answer = await api.admin.ask('GET', '/accounts', undefined, key);
    expect(answer.status).to.equal(401);
  });

  it('consists of pd_live_, 32 random letters or digits and a checksum: 46 characters [5.2]', async () => {
    const keys = new Set<string>();
    for (let n = 0; n < 5; n++) {
      const { key } = await api.customer();
      const [, random = '', check] = /^pd_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(key) ?? [];
      expect(key).to.have.length(46);
      expect(check).to.equal(checksum(random));
      keys.add(random);
    }
    expect(keys.size).to.equal(5);
  });

  it('rejects a mistyped key, whichever character is wrong [5.2]', async () => {
    const { key } = await api.customer();
    const mistyped = Array.from(key, (letter, place) => {
      return key.slice(0, place) + (letter === 'x' ? 'y' : 'x') + key.slice(place + 1);
    });
    const others = [key.slice(1), key.slice(0, -1), `${key}0`, key.toUpperCase(), key.replace('live', 'test')];
    for (const wrong of [...mistyped, ...others]) {
      problemOf(
        await api.send(PATHS.credits, { headers: { authorization: `Bearer ${wrong}` } }),
        401,
        'invalid_api_key',
      );
    }
  });

  it('rejects a key that was never issued, even with a correct checksum [5.2] [5.7]', async () => {
    const random = 'A'.repeat(32);
    const authorization = `Bearer pd_live_${random}${checksum(random)}`;
    problemOf(await api.send(PATHS.credits, { headers: { authorization } }), 401, 'invalid_api_key');
  });

  it('shows the key once, at creation; afterwards only its first 12 characters [5.2]', async () => {
    const customer = await api.customer();
    const rolled = await roll(api, customer, 60);
    const lists = [
      await api.admin.get(`/accounts/${customer.accountId}/keys`),
      await api.admin.get(`/accounts/${customer.accountId}`),
      await api.admin.get(`/keys/${customer.keyId}/log`),
    ];
    const shown = JSON.stringify(lists);
    for (const key of [customer.key, rolled.key]) {
      expect(shown).to.include(`"${key.slice(0, 12)}"`);
      expect(shown).not.to.include(key.slice(0, 13));
    }
  });

  itNeeds('tables', 'stores only a hash: no table holds the key [5.2]', async () => {
    const customer = await api.customer();
    const { key } = await roll(api, customer, 60);
    await customer.using(key).send(PATHS.credits);
    for (const secret of [customer.key, key, key.slice(8), key.slice(8, 40)]) {
      expect(await api.tablesHolding(secret)).to.deep.equal([]);
    }
  });

  itNeeds(
    'clock',
    'after a roll, accepts the new key immediately and the old one until the exact end of its overlap [5.3] [5.7]',
    async () => {
      const customer = await api.customer();
      const start = api.clock.now();
      const { id, key, oldExpiresAt } = await roll(api, customer, 7 * DAY_SECONDS);
      expect(id).to.equal(customer.keyId);
      expect(oldExpiresAt).to.equal(new Date(start.getTime() + 7 * DAY_SECONDS * 1000).toISOString());
      const [old, current] = [customer, customer.using(key)];
      expect((await old.send(PATHS.credits)).status).to.equal(200);
      expect((await current.send(PATHS.credits)).status).to.equal(200);

      api.clock.set(new Date(new Date(oldExpiresAt).getTime() - 1));
      expect((await old.send(PATHS.credits)).status).to.equal(200);
      api.clock.set(oldExpiresAt);
      const expired = problemOf(await old.send(PATHS.credits), 401, 'api_key_expired');
      expect(expired.retryable).to.equal(false);
      expect((await current.send(PATHS.credits)).status).to.equal(200);
      api.clock.set(start);
    },
  );

  it('after a roll without overlap, rejects the old key as expired immediately [5.3] [5.7]', async () => {
    const customer = await api.customer();
    await customer.send(PATHS.credits);
    const { key } = await roll(api, customer, 0);
    problemOf(await onceNotified(customer), 401, 'api_key_expired');
    expect((await customer.using(key).send(PATHS.credits)).status).to.equal(200);
  });

  it('accepts only an overlap of 0 to 7 days [5.3]', async () => {
    const customer = await api.customer();
    for (const overlapSeconds of [7 * DAY_SECONDS + 1, -1, 0.5, '1d']) {
      const answer = await api.admin.ask('POST', `/keys/${customer.keyId}/roll`, { overlapSeconds });
      problemOf(answer, 422, 'validation_failed');
    }
    expect((await customer.send(PATHS.credits)).status).to.equal(200);
  });

  it('keeps the identity of a rolled key: limits, rate buckets and log [5.3]', async () => {
    const customer = await api.customer({ limits: { overall: 10 } });
    await customer.send(PATHS.credits);
    const rolled = customer.using((await roll(api, customer, 60)).key);
    const answer = await rolled.send(PATHS.credits);
    expect(counted(answer).overall).to.equal(2);
    expect(counted(await customer.send(PATHS.credits)).overall).to.equal(3);
  });

  it('replays with the new secret what the old one has sent [D idempotency]', async () => {
    const customer = await api.customer();
    const body = {
      items: [{ contactId: '11111111-1111-4111-8111-111111111111' }],
      infoTypes: ['email'],
      maxCredits: 1,
    };
    const first = await customer.post(PATHS.reveal, body, keyed('before-the-roll'));
    const rolled = customer.using((await roll(api, customer, 0)).key);
    const again = await rolled.post(PATHS.reveal, body, keyed('before-the-roll'));
    expect(again.headers['idempotent-replayed']).to.equal('true');
    expect(again.text).to.equal(first.text);
  });

  itNeeds('clock', 'allows another roll inside an overlap: no older key outlives its own overlap [5.3]', async () => {
    const customer = await api.customer();
    const start = api.clock.now();
    const second = await roll(api, customer, 3600);
    const third = await roll(api, customer, 0);
    problemOf(await onceNotified(customer.using(second.key)), 401, 'api_key_expired');
    expect((await customer.using(third.key).send(PATHS.credits)).status).to.equal(200);
    api.clock.set(second.oldExpiresAt);
    problemOf(await customer.send(PATHS.credits), 401, 'api_key_expired');
    api.clock.set(start);
  });

  it('revokes a key immediately, with every secret that is still in its overlap [5.3] [5.7]', async () => {
    const customer = await api.customer();
    const rolled = await roll(api, customer, 3600);
    expect((await customer.send(PATHS.credits)).status).to.equal(200);
    await revoke(api, customer);
    for (const key of [customer.key, rolled.key]) {
      const problem = problemOf(await onceNotified(customer.using(key)), 401, 'api_key_revoked');
      expect(problem.retryable).to.equal(false);
    }
  });

  it('revokes one key: the other keys of the account keep working [5.3]', async () => {
    const customer = await api.customer();
    const second = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
    api.confidential(second.key);
    await revoke(api, customer);
    expect((await customer.using(second.key).send(PATHS.credits)).status).to.equal(200);
  });

  it('answers api_key_revoked, not api_key_expired, after the overlap of a revoked key [5.7]', async () => {
    const customer = await api.customer();
    await roll(api, customer, 0);
    await revoke(api, customer);
    problemOf(await onceNotified(customer), 401, 'api_key_revoked');
  });

  it('applies a revocation at another gateway that has the key in its cache [5.3]', async () => {
    const other = await api.anotherGateway();
    const customer = await api.customer();
    const elsewhere = other.as(customer);
    expect((await elsewhere.send(PATHS.credits)).status).to.equal(200);
    await revoke(api, customer);
    const answer = await eventually(
      () => elsewhere.send(PATHS.credits),
      ({ status }) => status === 401,
    );
    problemOf(answer, 401, 'api_key_revoked');
  });

  it('answers 403 feature_not_enabled, not retryable, when the account has no API access [5.5] [5.7]', async () => {
    const customer = await api.customer({ apiEnabled: false });
    for (const path of Object.values(PATHS)) {
      const answer = path === PATHS.credits ? await customer.send(path) : await customer.post(path, {});
      expect(problemOf(answer, 403, 'feature_not_enabled').retryable).to.equal(false);
    }
  });

  it('lets every key call every endpoint, including those that spend [5.4]', async () => {
    const customer = await api.customer();
    for (const path of Object.values(PATHS)) {
      const answer = path === PATHS.credits ? await customer.send(path) : await customer.post(path, {});
      expect(answer.status, path).to.equal(path === PATHS.credits ? 200 : 422);
    }
  });

  it('offers no scopes and no spending limits for a key [5.4]', async () => {
    const { accountId } = await api.customer();
    for (const extra of [{ readOnly: true }, { scopes: ['search'] }, { maxCredits: 5 }, { limits: { credits: 5 } }]) {
      const answer = await api.admin.ask('POST', `/accounts/${accountId}/keys`, { name: 'limited', ...extra });
      problemOf(answer, 422, 'validation_failed');
    }
  });
});
