import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import {
  databaseUrls,
  schemas,
  startStack,
  type DatabaseUrls,
  type Stack,
  type StackOptions,
  type StackSecrets,
} from '@prospecting/embedded';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger } from '@prospecting/platform/telemetry';
import { createTestDatabase, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { seedReveals, type SeededReveal } from '@prospecting/reveal-service/testing';
import { createAdmin, type Admin } from './admin.js';
import { exchange, expectWithinContract, type Answer, type RequestOptions } from './client.js';
import { createCustomer, customerOf, type Customer, type Wishes } from './customer.js';
import { tablesHolding, tamper } from './database.js';
import { expectDiscreet, personalDataOf, secretsIn } from './discretion.js';
import type { Directory } from './records.js';
import { seed, SOLE_TRADER_KEY } from './seed.js';

export type Transport = 'in-process' | 'grpc';

/** A whole installation: four real services over one transport, on a real database, behind a real HTTP listener. */
export interface Installation {
  readonly transport: Transport;
  /** Business time of every service; it stands still unless a test moves it. */
  readonly clock: ManualClock;
  /** Without the version's path. */
  readonly publicUrl: string;
  readonly admin: Admin;
  readonly secrets: StackSecrets;
  readonly databases: DatabaseUrls;
  /** A new account with a key. */
  customer(wishes?: Wishes): Promise<Customer>;
  /** The same customer, asking here. */
  as(customer: Customer): Customer;
  /** A request below the base address, its answer held against the contract. No key but what `headers` say. */
  send(path: string, options?: RequestOptions): Promise<Answer>;
  /** A request to any address of the public listener, its answer as it is. */
  fetch(path: string, options?: RequestOptions): Promise<Answer>;
  /** Something that the account has revealed. */
  revealed(customer: Customer, reveal: Omit<SeededReveal, 'accountId' | 'revealedAt'> & { at?: Date }): Promise<void>;
  /** Marks a text as one that may never be logged. */
  confidential(text: string): void;
  /** Every line that the services logged so far. */
  logLines(): readonly string[];
  /** Tables in which some row holds a text, in clear or as bytes. */
  tablesHolding(text: string): Promise<readonly string[]>;
  /** Changes what is on record past every trigger and foreign key, as a wrong hand could. */
  tamper(text: string, values: readonly unknown[]): Promise<void>;
  /** Ends it as its operator would: what is under way is finished and the log is written. */
  stop(): Promise<void>;
  /** Another installation on the same database, with the clock and log of this one. */
  alongside(differences?: Differences): Promise<Installation>;
}

/** How an installation differs from the one it stands beside. */
export interface Differences {
  readonly secrets?: Partial<StackSecrets>;
  readonly databases?: Partial<DatabaseUrls>;
  readonly redisUrl?: string;
  /** What starts it. Default: everything in one process. */
  readonly start?: (options: StackOptions) => Promise<Stack>;
}

/** Half a minute into a rate window, in the middle of a month. */
const START = '2026-03-15T10:20:30.000Z';

/**
 * Declares the tests once for each transport. They share a database, which knows the given directory, and nothing else; each transport has
 * an installation and a clock of its own. At the end each must have kept secrets and personal data out of its log.
 */
export function overBothTransports(
  promise: string,
  directory: Directory,
  tests: (installation: Installation) => void,
): void {
  describe(promise, () => {
    let database: TestDatabase | undefined;
    before(async () => {
      database = await createTestDatabase(schemas);
      await seed(database, directory);
    });
    after(() => database?.drop());

    for (const transport of ['in-process', 'grpc'] as const) {
      describe(`over ${transport === 'grpc' ? 'gRPC' : 'calls in one process'}`, () => {
        const { installation, confidential, start, stop } = prepare(transport, directory);
        before(() => start(database as TestDatabase));
        after(stop);
        tests(installation);
        it('keeps keys and personal data out of its log [5.6]', () =>
          expectDiscreet(installation.logLines(), confidential));
      });
    }
  });
}

interface Running {
  readonly stack: Stack;
  readonly admin: Admin;
  readonly superuser: Pool;
  readonly agent: Agent;
}

/** What outlives the start of one stack: its transport's clock, log and secrets. */
interface Surroundings {
  readonly transport: Transport;
  readonly clock: ManualClock;
  readonly logged: string[];
  readonly confidential: Set<string>;
  /** Stops what was started last first. */
  readonly stops: (() => Promise<void>)[];
}

function prepare(transport: Transport, directory: Directory) {
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
    if (running === undefined) throw new Error('the installation runs inside tests alone');
    return running;
  };
  const send: Installation['send'] = async (path, options = {}) => {
    const answer = await exchange(current().stack.baseUrl + path, options, current().agent);
    const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
    expectWithinContract(method, path, answer);
    const said = [path, JSON.stringify(options), answer.text].join('\n');
    for (const secret of secretsIn(said)) confidential.add(secret);
    return answer;
  };
  async function begin(on: TestDatabase): Promise<void> {
    database = on;
    running = await launch(surroundings, own, on);
  }
  const installation: Installation = {
    transport,
    clock,
    secrets,
    get databases() {
      return urlsOf(database as TestDatabase);
    },
    get publicUrl() {
      return current().stack.publicUrl;
    },
    get admin() {
      return current().admin;
    },
    customer: (wishes = {}) => createCustomer(current().admin, send, wishes, (key) => confidential.add(key)),
    as: (customer) => customerOf(customer, send),
    send,
    fetch: (path, options = {}) => exchange(current().stack.publicUrl + path, options, current().agent),
    // Straight on record, at any time in the past, as a spend leaves it.
    revealed: ({ accountId }, { at = clock.now(), ...reveal }) =>
      seedReveals(current().superuser, [{ ...reveal, accountId, revealedAt: at }]),
    confidential: (text) => void confidential.add(text),
    logLines: () => logged,
    tablesHolding: (text) => tablesHolding(current().superuser, text),
    tamper: (text, values) => tamper(current().superuser, text, values),
    stop: () => current().stack.stop(),
    async alongside(differences = {}) {
      const other = createInstallation(surroundings, {
        ...differences,
        secrets: { ...secrets, ...differences.secrets },
      });
      await other.begin(database as TestDatabase);
      return other.installation;
    },
  };
  return { installation, begin };
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
    responseGuard: { ratio: 1, onViolation: 'throw' },
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
