import { createHash } from 'node:crypto';
import { codeOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestAccounts, type TestAccounts } from '#testing/accounts.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('key administration', () => {
  let test: TestAccounts;

  before(async () => {
    test = await openTestAccounts();
  });
  after(() => test.close());

  async function newKey(limits = {}): Promise<{ accountId: string; id: string; key: string; prefix: string }> {
    const { id: accountId } = await test.newAccount();
    return { accountId, ...(await test.keys.create({ accountId, name: 'crm', limits })) };
  }

  it('[5.2] stores only the SHA-256 and the first 12 characters of a key', async () => {
    const { id, key, prefix } = await newKey();
    expect(prefix).to.equal(key.slice(0, 12));
    const { rows } = await test.operator.query<{ secret_hash: Buffer; prefix: string; row: string }>(
      'select s.secret_hash, s.prefix, row_to_json(s)::text || row_to_json(k)::text as row from accounts.key_secrets s join accounts.api_keys k on k.id = s.key_id where k.id = $1',
      [id],
    );
    expect(rows).to.have.length(1);
    expect(rows[0]?.secret_hash.equals(createHash('sha256').update(key).digest())).to.equal(true);
    expect(rows[0]?.prefix).to.equal(prefix);
    expect(rows[0]?.row).not.to.contain(key.slice(12));
  });

  it('[5.3] lists only the keys of the account, with their effective limits', async () => {
    const { accountId, id, prefix } = await newKey({ spend: 1 });
    await newKey();
    expect(await test.keys.list(accountId)).to.deep.equal([
      {
        id,
        name: 'crm',
        prefix,
        createdAt: test.clock.now(),
        revokedAt: null,
        expiresAt: null,
        limits: { overall: 60, search: 20, spend: 1 },
      },
    ]);
  });

  it('[5.3] keeps the id of a rolled key: the new secret is current, and the old one expires after the overlap', async () => {
    const { accountId, id, prefix } = await newKey();
    const rolled = await test.keys.roll(id, 7 * 24 * 60 * 60);
    expect(rolled.id).to.equal(id);
    expect(rolled.oldExpiresAt).to.deep.equal(new Date(test.clock.now().getTime() + 7 * DAY_MS));
    const listed = await test.keys.list(accountId);
    expect(listed.map((secret) => [secret.id, secret.prefix, secret.expiresAt])).to.deep.equal([
      [id, rolled.key.slice(0, 12), null],
      [id, prefix, rolled.oldExpiresAt],
    ]);
  });

  it('[5.3] ends every older secret of a key that is rolled again by the new overlap, and prolongs none', async () => {
    const { accountId, id } = await newKey();
    const ends = async (): Promise<(number | null)[]> => {
      const now = test.clock.now().getTime();
      return (await test.keys.list(accountId)).map(({ expiresAt }) => expiresAt && (expiresAt.getTime() - now) / 1000);
    };
    await test.keys.roll(id, 100);
    await test.keys.roll(id, 500);
    expect(await ends()).to.deep.equal([null, 500, 100]);
    await test.keys.roll(id, 0);
    expect(await ends()).to.deep.equal([null, 0, 0, 0]);
  });

  it('[5.3] creates a secret for each of several concurrent rolls, and one of them is current', async () => {
    const { accountId, id } = await newKey();
    await Promise.all(Array.from({ length: 5 }, () => test.keys.roll(id, 60)));
    const listed = await test.keys.list(accountId);
    expect(listed).to.have.length(6);
    expect(listed.filter(({ expiresAt }) => expiresAt === null)).to.have.length(1);
  });

  it('[5.3] revokes a key permanently: repeating it changes nothing, and a revoked key cannot be rolled', async () => {
    const { id } = await newKey();
    const first = await test.keys.revoke(id);
    test.clock.advance(1_000);
    expect(await test.keys.revoke(id)).to.deep.equal(first);
    expect(await codeOf(test.keys.roll(id, 0))).to.equal('validation_failed');
  });

  it('throws not_found for unknown keys and accounts', async () => {
    expect(await codeOf(test.keys.create({ accountId: UNKNOWN_ID, name: 'crm', limits: {} }))).to.equal('not_found');
    expect(await codeOf(test.keys.roll(UNKNOWN_ID, 0))).to.equal('not_found');
    expect(await codeOf(test.keys.revoke(UNKNOWN_ID))).to.equal('not_found');
    expect(await codeOf(test.keys.accountOf(UNKNOWN_ID))).to.equal('not_found');
  });
});
