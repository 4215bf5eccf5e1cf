import { randomUUID } from 'node:crypto';
import { directorySchema } from '@prospecting/directory/migrations';
import { createClient, type ServiceClient } from '@prospecting/platform/grpc';
import type { Serving } from '@prospecting/platform/serving';
import {
  eventuallyEquals,
  startReplicatedServer,
  startTestService,
  type ReplicatedServer,
  type ServerNode,
} from '@prospecting/platform/testing';
import type { Registry } from '@prospecting/platform/telemetry';
import { searchService, type search } from '@prospecting/protos';
import { expect } from 'chai';
import { service } from '../index.js';
import { createCursorCodec } from '../matching/cursor.js';
import { seedDirectory, sortKeyOf, SOLE_TRADER_KEY, type OrganizationSeed } from '#testing/directory-seed.js';
import { CURSOR_KEYS, identifiers } from '#testing/test-directory.js';

const ACCOUNT = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const MAX_LAG_MS = 2_000;

describe('search-service with streaming replicas', function () {
  this.timeout(60_000);

  let servers: ReplicatedServer;
  let serving: Serving & { readonly registry: Registry };
  let client: ServiceClient<search.SearchServiceDefinition>;
  const first = (): ServerNode => servers.replicas[0] ?? expect.fail();
  const second = (): ServerNode => servers.replicas[1] ?? expect.fail();
  const soon = (): { deadlineAt: number } => ({ deadlineAt: Date.now() + 5_000 });

  before(async () => {
    servers = await startReplicatedServer([directorySchema], 2);
    await start(servers.replicas.map((node) => node.urlFor('prospect_search')));
    await areInUse(1, 1);
  });

  after(async () => {
    client?.close();
    await serving?.stop(2_000);
    await servers?.drop();
  });

  async function start(replicaUrls: readonly string[]): Promise<void> {
    serving = await startTestService(service, {
      DATABASE_URL: servers.primary.urlFor('prospect_search'),
      REPLICA_DATABASE_URLS: replicaUrls.join(','),
      REPLICA_MAX_LAG_MS: String(MAX_LAG_MS),
      CURSOR_KEYS: CURSOR_KEYS.join(','),
      SOLE_TRADER_KEY,
    });
    client = createClient(searchService, { target: `127.0.0.1:${serving.grpcPort}` });
  }

  const labelOf = (node: ServerNode): string => new URL(node.url).host;

  async function metric(name: string, node: ServerNode): Promise<number | undefined> {
    const { values } = (await serving.registry.getSingleMetric(name)?.get()) ?? expect.fail();
    return values.find(({ labels }) => labels['replica'] === labelOf(node))?.value;
  }

  /** Waits until the replicas are used as given, and no other way. */
  async function areInUse(...used: readonly number[]): Promise<void> {
    const ask = async (): Promise<string> =>
      (await Promise.all(servers.replicas.map((node) => metric('prospect_replica_in_use', node)))).join();
    await eventuallyEquals(ask, used.join(), { timeoutMs: 20_000, intervalMs: 20 });
  }

  async function seed(...seeds: readonly OrganizationSeed[]): Promise<string[]> {
    return seedDirectory(servers.primary.url, seeds);
  }

  async function isFound(id: string): Promise<boolean> {
    const { matches } = await client.service.matchOrganizations({ items: [identifiers({ id })] }, soon());
    return Boolean(matches[0]?.organization);
  }

  /** Statements that this service has run on a server for its callers, by the server's own count. */
  /** True while the last statement of some connection read the directory, unlike readiness checks. */
  async function readsOn(node: ServerNode): Promise<boolean> {
    const rows = await node.query(
      `select from pg_catalog.pg_stat_activity
       where application_name like 'search-service%' and query like '%directory.organization%'`,
    );
    return rows.length > 0;
  }

  it('reads from the replicas, all of them, and never from the primary', async () => {
    await Promise.all(Array.from({ length: 20 }, () => isFound(randomUUID())));
    expect([await readsOn(first()), await readsOn(second()), await readsOn(servers.primary)]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('shows what an importer wrote within the bound, on every replica', async () => {
    const [id = ''] = await seed({ name: 'Nya Bolaget AB' });
    const startedAt = performance.now();
    await eventuallyEquals(() => isFound(id), true, { timeoutMs: MAX_LAG_MS });
    await eventuallyEquals(() => isFound(id), true, { timeoutMs: MAX_LAG_MS });
    expect(performance.now() - startedAt).to.be.below(MAX_LAG_MS);
  });

  it('takes no idle primary for a replica that is behind', async () => {
    // Long enough that the age of the last transaction is over the bound on every replica.
    const ageOf = async (node: ServerNode): Promise<boolean> => {
      const [row] = await node.query<{ old: boolean }>(
        `select now() - pg_last_xact_replay_timestamp() > interval '${MAX_LAG_MS} ms' as old`,
      );
      return row?.old ?? false;
    };
    await eventuallyEquals(async () => (await ageOf(first())) && (await ageOf(second())), true, { intervalMs: 100 });
    await areInUse(1, 1);
    expect(await metric('prospect_replica_lag_seconds', first())).to.be.below(MAX_LAG_MS / 1_000);
  });

  it('leaves out a replica whose replay is paused, and takes it back when it has caught up', async () => {
    await first().query('select pg_wal_replay_pause()');
    const [id = ''] = await seed({ name: 'Pausade Bolaget AB' });
    await areInUse(0, 1);
    expect(await metric('prospect_replica_lag_seconds', first())).to.be.above(MAX_LAG_MS / 1_000);
    const found = await Promise.all(Array.from({ length: 10 }, () => isFound(id)));
    expect(found).to.deep.equal(Array(10).fill(true));
    await first().query('select pg_wal_replay_resume()');
    await areInUse(1, 1);
  });

  it('continues after a cursor whose organization has not reached the replica', async () => {
    const onBoth = (text: string): Promise<unknown> => Promise.all([first(), second()].map((node) => node.query(text)));
    await onBoth('select pg_wal_replay_pause()');
    const contacts = [{ name: 'Anna Ek' }, { name: 'Bo Ek' }];
    const [id = ''] = await seed({ contacts });
    const cursor = createCursorCodec(CURSOR_KEYS).encode(ACCOUNT, {
      organizationId: id,
      pageSize: 1,
      afterSortKey: sortKeyOf({ name: 'Anna Ek' }),
      afterId: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
    });
    const pages = { accountId: ACCOUNT, limit: 1, targetRoles: [], items: [{ identifiers: identifiers({}), cursor }] };
    expect(await isFound(id)).to.equal(false);
    const { pages: found } = await client.service.listContacts(pages, soon());
    expect(found[0]?.contacts.map(({ name }) => name)).to.deep.equal(['Bo Ek']);
    await onBoth('select pg_wal_replay_resume()');
    await areInUse(1, 1);
  });

  it('repeats on another server what ran on a broken connection, and fails no call while replicas are killed', async () => {
    const [id = ''] = await seed({});
    await eventuallyEquals(() => isFound(id), true);
    let over = false;
    const failures: unknown[] = [];
    let answered = 0;
    const callers = Array.from({ length: 8 }, async () => {
      while (!over) {
        await isFound(id).then(
          () => (answered += 1),
          (error: unknown) => failures.push(error),
        );
      }
    });
    /** Waits until no call is left that has moved once already: a call moves only once. */
    const haveSettled = async (): Promise<void> => {
      const before = answered;
      await eventuallyEquals(() => answered >= before + 2 * callers.length, true);
    };
    const cut = `select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
      where application_name like 'search-service%'`;
    try {
      for (let round = 0; round < 5; round += 1) {
        await first().query(cut);
        await areInUse(1, 1);
        await haveSettled();
      }
      await first().kill();
      await areInUse(0, 1);
      await haveSettled();
      await second().kill();
      await areInUse(0, 0);
      await eventuallyEquals(() => readsOn(servers.primary), true);
      await Promise.all([first().start(), second().start()]);
      await areInUse(1, 1);
    } finally {
      over = true;
    }
    await Promise.all(callers);
    expect(failures).to.deep.equal([]);
    expect(answered).to.be.above(100);
  });

  it('repeats on another server what a replica cancels because of what it has to replay', async () => {
    const [id = ''] = await seed({});
    await eventuallyEquals(() => isFound(id), true);
    // Statements that last long enough to be met by a lock that replay has to take.
    await servers.primary.query(
      `alter table directory.organizations rename to organizations_kept;
      create view directory.organizations as
        select kept.* from directory.organizations_kept kept, (select pg_sleep(0.1)) as slow;
      grant select on directory.organizations to prospect_search`,
    );
    await first().query(`alter system set max_standby_streaming_delay = 0`);
    await first().query('select pg_reload_conf()');
    const failures: unknown[] = [];
    let over = false;
    const callers = Array.from({ length: 8 }, async () => {
      while (!over) await isFound(id).catch((error: unknown) => failures.push(error));
    });
    const isCancelled = async (): Promise<boolean> => {
      await servers.primary.query('begin; lock table directory.organizations_kept in access exclusive mode; commit');
      const [row] = await first().query<{ cancelled: boolean }>(
        'select sum(confl_lock) >= 3 as cancelled from pg_catalog.pg_stat_database_conflicts',
      );
      return row?.cancelled ?? false;
    };
    try {
      await eventuallyEquals(isCancelled, true, { timeoutMs: 30_000, intervalMs: 20 });
    } finally {
      over = true;
    }
    await Promise.all(callers);
    expect(failures).to.deep.equal([]);
    await servers.primary.query(
      `drop view directory.organizations; alter table directory.organizations_kept rename to organizations`,
    );
    await areInUse(1, 1);
  });

  it('is ready while its replicas answer and the primary does not', async () => {
    await areInUse(1, 1);
    await servers.primary.kill();
    const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${serving.adminPort}/readyz`)).status;
    expect([await ready(), await isFound(randomUUID())]).to.deep.equal([200, false]);
    await servers.primary.start();
    await areInUse(1, 1);
  });

  it('leaves out a replica that was promoted', async () => {
    await first().query('select pg_promote(true, 30)');
    await areInUse(0, 1);
  });

  it('leaves out a replica of another primary', async () => {
    const stranger = await startReplicatedServer([], 1);
    try {
      await serving.stop(2_000);
      client.close();
      const replica = stranger.replicas[0] ?? expect.fail();
      await stranger.primary.query('create role prospect_search login');
      await start([replica.urlFor('prospect_search')]);
      await eventuallyEquals(async () => (await metric('prospect_replica_in_use', replica)) === 0, true);
      expect(await isFound(randomUUID())).to.equal(false);
      await eventuallyEquals(() => readsOn(servers.primary), true);
    } finally {
      await stranger.drop();
    }
  });
});
