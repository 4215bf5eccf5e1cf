import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { codeOf, openTestEdge, type TestEdge } from './testing.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('administration of keys', () => {
  let edge: TestEdge;

  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  async function newKey(limits = {}): Promise<{ accountId: string; id: string; key: string; prefix: string }> {
    const { id: accountId } = await edge.newAccount();
    return { accountId, ...(await edge.keys.create({ accountId, name: 'crm', limits })) };
  }

  it('[5.2] stores the SHA-256 of a key and its first 12 characters, and nothing else of it', async () => {
    const { id, key, prefix } = await newKey();
    expect(prefix).to.equal(key.slice(0, 12));
    const { rows } = await edge.operator.query<{ secret_hash: Buffer; prefix: string; row: string }>(
      'select s.secret_hash, s.prefix, row_to_json(s)::text || row_to_json(k)::text as row from edge.key_secrets s join edge.api_keys k on k.id = s.key_id where k.id = $1',
      [id],
    );
    expect(rows).to.have.length(1);
    expect(rows[0]?.secret_hash.equals(createHash('sha256').update(key).digest())).to.equal(true);
    expect(rows[0]?.prefix).to.equal(prefix);
    expect(rows[0]?.row).not.to.contain(key.slice(12));
  });

  it('[5.3] lists the keys of the account alone, with the limits that hold', async () => {
    const { accountId, id, prefix } = await newKey({ spend: 1 });
    await newKey();
    expect(await edge.keys.list(accountId)).to.deep.equal([
      {
        id,
        name: 'crm',
        prefix,
        createdAt: edge.clock.now(),
        revokedAt: null,
        expiresAt: null,
        limits: { overall: 60, search: 20, spend: 1 },
      },
    ]);
  });

  it('[5.3] a roll keeps the identity: the new secret is current, the old one ends after the overlap', async () => {
    const { accountId, id, prefix } = await newKey();
    const rolled = await edge.keys.roll(id, 7 * 24 * 60 * 60);
    expect(rolled.id).to.equal(id);
    expect(rolled.oldExpiresAt).to.deep.equal(new Date(edge.clock.now().getTime() + 7 * DAY_MS));
    const listed = await edge.keys.list(accountId);
    expect(listed.map((secret) => [secret.id, secret.prefix, secret.expiresAt])).to.deep.equal([
      [id, rolled.key.slice(0, 12), null],
      [id, prefix, rolled.oldExpiresAt],
    ]);
  });

  it('[5.3] rolled again, every older secret ends by the new overlap and none is prolonged', async () => {
    const { accountId, id } = await newKey();
    const ends = async (): Promise<(number | null)[]> => {
      const now = edge.clock.now().getTime();
      return (await edge.keys.list(accountId)).map(({ expiresAt }) => expiresAt && (expiresAt.getTime() - now) / 1000);
    };
    await edge.keys.roll(id, 100);
    await edge.keys.roll(id, 500);
    expect(await ends()).to.deep.equal([null, 500, 100]);
    await edge.keys.roll(id, 0);
    expect(await ends()).to.deep.equal([null, 0, 0, 0]);
  });

  it('[5.3] of rolls at once each makes its secret and one of them is current', async () => {
    const { accountId, id } = await newKey();
    await Promise.all(Array.from({ length: 5 }, () => edge.keys.roll(id, 60)));
    const listed = await edge.keys.list(accountId);
    expect(listed).to.have.length(6);
    expect(listed.filter(({ expiresAt }) => expiresAt === null)).to.have.length(1);
  });

  it('[5.3] revoking is for good: again it changes nothing, and a revoked key cannot be rolled', async () => {
    const { id } = await newKey();
    const first = await edge.keys.revoke(id);
    edge.clock.advance(1_000);
    expect(await edge.keys.revoke(id)).to.deep.equal(first);
    expect(await codeOf(edge.keys.roll(id, 0))).to.equal('validation_failed');
  });

  it('knows no key and no account that is not there', async () => {
    expect(await codeOf(edge.keys.create({ accountId: NOBODY, name: 'crm', limits: {} }))).to.equal('not_found');
    expect(await codeOf(edge.keys.roll(NOBODY, 0))).to.equal('not_found');
    expect(await codeOf(edge.keys.revoke(NOBODY))).to.equal('not_found');
    expect(await codeOf(edge.keys.accountOf(NOBODY))).to.equal('not_found');
  });
});
