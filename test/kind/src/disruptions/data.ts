import { setTimeout as delay } from 'node:timers/promises';
import { verifyAccounts } from '../load/accounts.js';
import { RELEASE, REPLICAS, SERVICES } from '../release.js';
import { assert, untilWhole, type Disruption, type Scene } from './disruption.js';
import { untilServing } from './pods.js';

/** How long customers spend after the backup. */
const AFTER_BACKUP_MS = 10_000;
const DUMP = '/tmp/prospect.dump';
const PSQL = ['psql', '--username=postgres', '--set=ON_ERROR_STOP=1', '--quiet'];

const inDatabase = ({ cluster }: Scene, ...argv: string[]): Promise<string> =>
  cluster.exec(`${RELEASE}-postgresql-0`, argv, { timeoutMs: 300_000 });

/**
 * Everything after the backup is lost, for customers too; everything before it is there, once. The
 * load ends first: to restore under load would be to lose what was answered, by design.
 */
const restoreBackup: Disruption = {
  name: 'restore-backup',
  allowed: 'nothing',
  async run(scene) {
    const { accounts, cluster, installed } = scene;
    await scene.pauseLoad();
    const pending = await installed.audit();
    assert(pending.length === 0, `before the backup: ${pending.join('; ')}`);
    await inDatabase(scene, 'pg_dump', '--username=postgres', '--format=custom', `--file=${DUMP}`, 'prospect');
    const backup = accounts.map(({ tally }) => ({ charged: tally.charged, revealed: new Set(tally.revealed) }));
    scene.resumeLoad();
    await delay(AFTER_BACKUP_MS);
    await scene.pauseLoad();

    for (const service of SERVICES)
      await cluster.kubectl(['scale', `deployment/${RELEASE}-${service}`, '--replicas=0']);
    for (const service of SERVICES) await cluster.untilReady(service, 0);
    await inDatabase(scene, ...PSQL, '--command', 'drop database prospect with (force)');
    await inDatabase(scene, ...PSQL, '--command', 'create database prospect');
    await inDatabase(scene, 'pg_restore', '--username=postgres', '--dbname=prospect', '--exit-on-error', DUMP);
    for (const service of SERVICES)
      await cluster.kubectl(['scale', `deployment/${RELEASE}-${service}`, `--replicas=${REPLICAS}`]);
    await untilWhole(scene);
    await untilServing(scene);

    accounts.forEach(({ tally }, index) => {
      const { charged = 0, revealed = new Set<string>() } = backup[index] ?? {};
      tally.charged = charged;
      tally.revealed.clear();
      for (const each of revealed) tally.revealed.add(each);
    });
    const differing = await verifyAccounts(installed.admin, installed.baseUrl, accounts);
    assert(differing.length === 0, `not as at the backup: ${differing.slice(0, 3).join('; ')}`);
    const found = await installed.audit();
    assert(found.length === 0, `the audit after the restore: ${found.join('; ')}`);
    scene.resumeLoad();
  },
};

const reinstall: Disruption = {
  name: 'reinstall',
  allowed: 'outage',
  async run(scene) {
    const { accounts, cluster, installed, release } = scene;
    const before = await cluster.secret(`${RELEASE}-secrets`);
    await release.uninstall();
    // Helm leaves the pod of `helm test`, which has ended.
    const left = (await cluster.pods()).filter(({ isLeaving, phase }) => !isLeaving && phase !== 'Succeeded');
    assert(left.length === 0, `${left.map(({ name }) => name).join()} survived the uninstall`);
    await release.install();
    await untilWhole(scene);
    await untilServing(scene);
    assert(
      JSON.stringify(await cluster.secret(`${RELEASE}-secrets`)) === JSON.stringify(before),
      'the secrets are others than before',
    );
    // An account of before is there with its credits: the load compares every one of them later.
    await installed.admin.get(`/accounts/${accounts[0]?.tally.accountId}/credits`);
  },
};

export const DATA: readonly Disruption[] = [restoreBackup, reinstall];
