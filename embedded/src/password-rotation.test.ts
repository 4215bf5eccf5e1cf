import { createPool, ensureRoles, migrateSchema, statement, type Pool } from '@prospecting/platform/postgres';
import { codeOf } from '@prospecting/platform/testing';
import { creditsSchema } from '@prospecting/credits-service';
import { directorySchema } from '@prospecting/directory/migrations';
import { expect } from 'chai';
import { startPostgres, type EmbeddedPostgres } from './postgres/index.js';

const ROLE = 'prospect_credits';
const countBalances = statement<readonly [], { readonly count: number }>(
  'test_count_balances',
  'select count(*)::integer as count from credits.balances',
);

// On a server that asks for passwords. The server of other tests trusts every role.
describe('rotation of a database password', function () {
  // It starts a server of its own.
  this.timeout(60_000);
  let postgres: EmbeddedPostgres;
  let administrator: Pool;
  const pools: Pool[] = [];

  before(async () => {
    postgres = await startPostgres({ durable: false });
    for (const module of [creditsSchema, directorySchema]) {
      await ensureRoles(postgres.url, module, { passwords: { [ROLE]: 'old' } });
      await migrateSchema(postgres.url, module);
    }
    administrator = open(postgres.url);
  });
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await postgres?.stop();
  });

  function open(connectionString: string, maxConnections = 1): Pool {
    const pool = createPool({ connectionString, applicationName: 'test', maxConnections });
    pools.push(pool);
    return pool;
  }

  function urlOf(role: string, password: string): string {
    const url = new URL(postgres.url);
    url.username = role;
    url.password = password;
    return url.href;
  }

  const useOf = (pool: Pool): Promise<string> => codeOf(countBalances.run(pool, []));

  it('leaves open connections as they are, refuses new ones with the old password until the pods have the new one', async () => {
    const pod = open(urlOf(ROLE, 'old'), 2);
    expect(await useOf(pod)).to.equal('ok');
    await ensureRoles(postgres.url, creditsSchema, { passwords: { [ROLE]: 'new' } });
    expect(await useOf(pod), 'on its open connection').to.equal('ok');
    // While the first connection is taken, the second statement needs another one.
    const taken = await pod.connect();
    try {
      expect(await useOf(pod), 'on a new connection').to.equal('service_unavailable');
    } finally {
      taken.release();
    }
    expect(await useOf(pod), 'still on its open connection').to.equal('ok');
    expect(await useOf(open(urlOf(ROLE, 'new'))), 'a pod that was restarted').to.equal('ok');
    expect(await useOf(open(urlOf(ROLE, 'old'))), 'a pod that was not').to.equal('service_unavailable');
  });

  it('keeps the password of a role for which none is given', async () => {
    await ensureRoles(postgres.url, creditsSchema);
    expect(await useOf(open(urlOf(ROLE, 'new')))).to.equal('ok');
  });

  it('needs no such moment with two login roles that take turns: the second has the rights of the first', async () => {
    await administrator.query(`create role ${ROLE}_b login password 'b' in role ${ROLE}`);
    const [first, second] = [open(urlOf(ROLE, 'new'), 2), open(urlOf(`${ROLE}_b`, 'b'), 2)];
    expect([await useOf(first), await useOf(second)]).to.deep.equal(['ok', 'ok']);
    const refused: unknown = await second.query('delete from credits.entries').catch((error: unknown) => error);
    expect(refused, 'no more rights than the first').to.have.property('code', '42501');
    // Only settings of a role do not pass to its members.
    await administrator.query(
      "create role prospect_search_b login password 'b' in role prospect_search; alter role prospect_search_b set default_transaction_read_only = on",
    );
    const { rows } = await open(urlOf('prospect_search_b', 'b')).query<{ setting: string }>(
      "select current_setting('default_transaction_read_only') as setting",
    );
    expect(rows).to.deep.equal([{ setting: 'on' }]);
  });
});
