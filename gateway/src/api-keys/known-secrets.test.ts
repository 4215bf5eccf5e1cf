import { randomBytes } from 'node:crypto';
import { hashKey } from '@prospecting/openapi';
import { createPool } from '@prospecting/platform/postgres';
import { eventuallyEquals, openTcpProxy } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { UNKNOWN } from './key-cache.js';
import { createKnownSecrets, type Answer } from './known-secrets.js';

describe('known secrets', () => {
  let edge: TestEdge;

  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  it('does not keep the answer of a look-up that was under way at a change', async () => {
    const { id: accountId } = await edge.newAccount();
    const { id: keyId, key } = await edge.keys.create({ accountId, name: 'crm', limits: {} });
    const proxy = await openTcpProxy(edge.url);
    const through = proxy.through(edge.url);
    const unseenKeysPool = createPool({ connectionString: through, applicationName: 'test', maxConnections: 1 });
    const secrets = createKnownSecrets({ pool: edge.pool, unseenKeysPool, clock: edge.clock });
    const isRevoked = (answer: Answer): boolean => answer !== UNKNOWN && answer.revoked;
    try {
      // Opens the connection.
      await secrets.ask(randomBytes(32));
      proxy.hold();
      const early = secrets.askShared(hashKey(key));
      await eventuallyEquals(() => proxy.heldBytes() > 0, true);
      await edge.keys.revoke(keyId);
      secrets.invalidate({ keyId });
      expect(secrets.pending(hashKey(key)), 'a later request asks anew').to.equal(undefined);
      proxy.release();
      await early;
      expect(secrets.cached(hashKey(key))).to.equal(undefined);
      expect(isRevoked(await secrets.ask(hashKey(key)))).to.equal(true);
    } finally {
      await unseenKeysPool.end();
      await proxy.close();
    }
  });
});
