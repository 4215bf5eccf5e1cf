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

/**
 * A whole installation: five real services over one transport, on a real database, behind a real
 * HTTP listener.
 */
export interface Installation {
  readonly transport: Transport;
  /** Business time of every service. It changes only when a test moves it. */
  readonly clock: ManualClock;
  /** The origin, without the path of the version. */
  readonly publicUrl: string;
  readonly admin: Admin;
  readonly secrets: StackSecrets;
  readonly databases: DatabaseUrls;
  /** Creates an account with a key. */
  customer(wishes?: Wishes): Promise<Customer>;
  /** Returns the same customer, who sends requests to this installation. */
  as(customer: Customer): Customer;
  /**
   * Sends a request below the base address and checks its answer against the contract. Only
   * `headers` can carry a key.
   */
  send(path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request to any path of the public listener, and returns its answer unchecked. */
  fetch(path: string, options?: RequestOptions): Promise<Answer>;
  /** Records a reveal of the account. */
  revealed(customer: Customer, reveal: Omit<SeededReveal, 'accountId' | 'revealedAt'> & { at?: Date }): Promise<void>;
  /** Marks a text that must never be logged. */
  confidential(text: string): void;
  /** Every line that the services have logged. */
  logLines(): readonly string[];
  /** Returns the tables with a row that contains a text, as text or as bytes. */
  tablesHolding(text: string): Promise<readonly string[]>;
  /** Changes records past every trigger and foreign key, as an operator's mistake could. */
  tamper(text: string, values: readonly unknown[]): Promise<void>;
  /** Stops it as its operator would: requests under way end and the log is written. */
  stop(): Promise<void>;
  /** Starts another installation on the same database, with the clock and the log of this one. */
  alongside(differences?: Differences): Promise<Installation>;
}

/** How an installation differs from the one beside it. */
export interface Differences {
  readonly secrets?: Partial<StackSecrets>;
  readonly databases?: Partial<DatabaseUrls>;
  readonly redisUrl?: string;
  /** Starts it. Default: all services in one process. */
  readonly start?: (options: StackOptions) => Promise<Stack>;
}

/** Half a minute into a rate window, in the middle of a month. */
const START = '2026-03-15T10:20:30.000Z';

/**
 * Declares the tests for each transport. They share only a database, which has the given directory;
 * each transport has its own installation and clock. At the end, no log may contain secrets or
 * personal data.
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

/** What all installations of a transport share. */
interface Surroundings {
  readonly transport: Transport;
  readonly clock: ManualClock;
  readonly logged: string[];
  readonly confidential: Set<string>;
  /** Called in reverse order. */
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
    if (running === undefined) throw new Error('the installation runs only inside tests');
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
    // Written directly, at any time in the past, in the form in which a spend writes it.
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
