import { REPOSITORY, TAGS } from '../images.js';
import { SERVICES } from '../release.js';
import type { Outcome } from '../shell.js';
import { assert, untilWhole, type Disruption, type Scene } from './disruption.js';

function assertDone({ code, stdout, stderr }: Outcome): void {
  assert(code === 0, `helm upgrade failed: ${`${stdout}\n${stderr}`.trim().slice(-1_000)}`);
}

/** Returns the images that the pods of a service run. */
async function imagesOf({ cluster }: Scene, service: string): Promise<string> {
  const staying = (await cluster.pods(service)).filter(({ isLeaving }) => !isLeaving);
  return [...new Set(staying.map(({ image }) => image))].join(' and ');
}

async function serves(scene: Scene, tag: string): Promise<boolean> {
  const images = await Promise.all(SERVICES.map((service) => imagesOf(scene, service)));
  return images.every((image) => image === `${REPOSITORY}:${tag}`);
}

/** Asserts that every pod of the services runs this image, and no other. */
async function assertServing(scene: Scene, tag: string): Promise<void> {
  for (const service of SERVICES) {
    const images = await imagesOf(scene, service);
    assert(images === `${REPOSITORY}:${tag}`, `${service} runs ${images}, not ${tag}`);
  }
}

/** Returns whether the migration of the next release is applied, as its own command says. */
async function migrated({ cluster }: Scene): Promise<boolean> {
  const { stdout } = await cluster.tryKubectl([
    'exec',
    'prospecting-postgresql-0',
    '--',
    'psql',
    '--username=postgres',
    '--dbname=prospect',
    '--tuples-only',
    '--no-align',
    '--command',
    "select count(*) from credits.migrations where name like '%of_a_next_release'",
  ]);
  return stdout.trim() === '1';
}

const rollingUpgrade: Disruption = {
  name: 'rolling-upgrade',
  allowed: 'nothing',
  async run(scene) {
    assertDone(await scene.release.upgrade(TAGS.next));
    await untilWhole(scene);
    await assertServing(scene, TAGS.next);
    assert(await migrated(scene), 'the migration of the next release is not applied');
  },
};

const rollback: Disruption = {
  name: 'rollback',
  allowed: 'nothing',
  async run(scene) {
    // After `rolling-upgrade` the next release runs already. A second upgrade to it would be a
    // revision of its own, and the one before it no older version.
    if (!(await serves(scene, TAGS.next))) assertDone(await scene.release.upgrade(TAGS.next));
    await scene.release.rollback();
    await untilWhole(scene);
    await assertServing(scene, TAGS.current);
    // A schema is never rolled back: the older version serves on the newer one.
    assert(await migrated(scene), 'the rollback took the migration back');
  },
};

const failingMigration: Disruption = {
  name: 'failing-migration',
  allowed: 'nothing',
  async run(scene) {
    assertDone(await scene.release.upgrade(TAGS.current));
    const { code } = await scene.release.upgrade(TAGS.broken, ['migrations.backoffLimit=0']);
    assert(code !== 0, 'an upgrade whose migration fails was reported as done');
    await assertServing(scene, TAGS.current);
    const { stdout } = await scene.cluster.tryKubectl(['logs', '--selector', 'app.kubernetes.io/component=migrate']);
    assert(/fails on purpose/.test(stdout), `the log of the migration does not say what failed: ${stdout.slice(-500)}`);
    assertDone(await scene.release.upgrade(TAGS.current));
    await untilWhole(scene);
  },
};

const WRONG_VALUES: readonly (readonly [values: readonly string[], named: string])[] = [
  [['gateway.replcas=3'], 'replcas'],
  [['gateway.replicas=three'], 'replicas'],
  [['redis.mode=none'], 'redis.mode'],
  [['database.mode=roles'], 'database.roles'],
];

const wrongValues: Disruption = {
  name: 'wrong-values',
  allowed: 'nothing',
  async run({ release }) {
    for (const [values, named] of WRONG_VALUES) {
      const { code, stderr } = await release.upgrade(TAGS.current, values);
      assert(code !== 0, `${values.join()} was accepted`);
      assert(stderr.includes(named), `the refusal of ${values.join()} does not name ${named}: ${stderr.slice(-500)}`);
    }
  },
};

export const ROLLOUTS: readonly Disruption[] = [rollingUpgrade, rollback, failingMigration, wrongValues];
