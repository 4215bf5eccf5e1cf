import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { databaseUrls, startStack, type DatabaseUrls, type Stack, type StackSecrets } from '@prospecting/embedded';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger } from '@prospecting/platform/telemetry';
import { ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { seedReveals } from '@prospecting/reveal-service/testing';
import { createAdmin, type Admin } from './admin.js';
import { tablesHolding, tamper } from './database.js';
import { personalDataOf } from './discretion.js';
import type { Differences, Installation } from './installation.js';
import type { Directory } from './records.js';
import { load, SOLE_TRADER_KEY, type ImportTarget } from './seed.js';
import { createSpeaker } from './speaker.js';

type OurTransport = Exclude<Installation['transport'], 'elsewhere'>;

/** Half a minute into a rate window, in the middle of a month. */
const START = '2026-03-15T10:20:30.000Z';

interface Running {
  readonly stack: Stack;
  readonly admin: Admin;
  readonly superuser: Pool;
  readonly agent: Agent;
}

/** What all installations of a transport share. */
interface Surroundings {
  readonly transport: OurTransport;
  readonly clock: ManualClock;
  readonly logged: string[];
  readonly confidential: Set<string>;
  /** Called in reverse order. */
  readonly stops: (() => Promise<void>)[];
}

/** What a promise needs of an installation that it starts itself. */
export interface Prepared {
  readonly installation: Installation;
  /** Everything that no log may contain. Grows with what the tests send and receive. */
  readonly confidential: ReadonlySet<string>;
  start(database: TestDatabase): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares an installation of all services. It runs from `start` to `stop`. */
export function prepareOurs(transport: OurTransport, directory: Directory): Prepared {
  const surroundings: Surroundings = {
    transport,
    clock: new ManualClock(START),
    logged: [],
    confidential: new Set(personalDataOf(directory)),
    stops: [],
  };
  const secrets: StackSecrets = {
    adminToken: randomBytes(24).toString('hex'),
    cursorKeys: [randomBytes(24).toString('hex')],
    soleTraderKey: SOLE_TRADER_KEY,
    storedResponseSecrets: [randomBytes(24).toString('hex')],
  };
  const { installation, begin } = createInstallation(surroundings, { secrets });
  return {
    installation,
    confidential: surroundings.confidential,
    start: begin,
    async stop() {
      for (const stopOne of surroundings.stops.reverse()) await stopOne();
    },
  };
}

function createInstallation(surroundings: Surroundings, own: Differences & { readonly secrets: StackSecrets }) {
  const { secrets } = own;
  const { transport, clock, logged, confidential } = surroundings;
  let running: Running | undefined;
  let database: TestDatabase | undefined;

  const current = (): Running => {
    if (running === undefined) throw new Error('the installation runs only inside tests');
    return running;
  };
  async function begin(on: TestDatabase): Promise<void> {
    database = on;
    running = await launch(surroundings, own, on);
  }
  const speaker = createSpeaker(
    () => ({ ...current(), baseUrl: current().stack.baseUrl, publicUrl: current().stack.publicUrl }),
    (secret) => void confidential.add(secret),
  );
  async function alongside(differences: Differences): Promise<Installation> {
    const other = createInstallation(surroundings, {
      ...differences,
      secrets: { ...secrets, ...differences.secrets },
    });
    await other.begin(database as TestDatabase);
    return other.installation;
  }
  const installation: Installation = {
    ...speaker,
    transport,
    clock,
    secrets,
    adminToken: secrets.adminToken,
    now: () => clock.now(),
    get databases() {
      return urlsOf(database as TestDatabase);
    },
    get publicUrl() {
      return current().stack.publicUrl;
    },
    get appUrl() {
      return current().stack.publicUrl;
    },
    get admin() {
      return current().admin;
    },
    load: async (records) => void (await load(importTargetOf(database as TestDatabase), records)),
    revealedAt: (at, { accountId }, reveal) =>
      seedReveals(current().superuser, [{ ...reveal, accountId, revealedAt: at }]),
    logLines: () => logged,
    tablesHolding: (text) => tablesHolding(current().superuser, text),
    tamper: (text, values) => tamper(current().superuser, text, values),
    anotherGateway: () => alongside({}),
    alongside,
  };
  return { installation, begin };
}

/** Returns where an operator of this database imports. */
export function importTargetOf(database: TestDatabase): ImportTarget {
  return { databaseUrl: urlsOf(database).importer, identityKey: SOLE_TRADER_KEY };
}

const urlsOf = (database: TestDatabase): DatabaseUrls => databaseUrls((role) => database.urlFor(role));

async function launch(
  { clock, transport, logged, stops }: Surroundings,
  { secrets, databases, redisUrl, start = startStack }: Differences & { readonly secrets: StackSecrets },
  database: TestDatabase,
): Promise<Running> {
  const stack = await start({
    databases: { ...urlsOf(database), ...databases },
    secrets,
    redisUrl,
    clock,
    transport,
    poolSize: 4,
    gatewayEnvironment: { RESPONSE_GUARD_RATIO: '1', RESPONSE_GUARD_ON_VIOLATION: 'throw' },
    logger: createLogger({
      service: 'e2e',
      level: 'trace',
      destination: { write: (line) => void logged.push(line) },
    }),
  });
  const superuser = createPool({ connectionString: database.url, applicationName: 'e2e', maxConnections: 2 });
  const agent = new Agent({ keepAlive: true });
  stops.push(async () => {
    agent.destroy();
    await stack.stop();
    await superuser.end();
  });
  return { stack, admin: createAdmin(stack.adminUrl, stack.adminToken), superuser, agent };
}
