import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@prospecting/platform/testing';
import { createRandom, type Random } from '@prospecting/platform/random';
import { createAdmin } from '../support/admin.js';
import { createClocks, type Clocks } from './clocks.js';
import { drawCrashRules } from './crash-rules.js';
import { startDatabase, type FaultyDatabase } from './database.js';
import { readIdentities, revealablesOf } from './directory/identities.js';
import { createImporter, type Importer } from './directory/importer.js';
import { createPeople } from './directory/people.js';
import { createDirectory } from './directory/records.js';
import {
  createLostResponses,
  expireLeases,
  injectFaults,
  insertPoison,
  type LostResponses,
  type Poison,
} from './injectors/index.js';
import { startInstallation, type FaultyInstallation } from './installation.js';
import { createAccounts, type FaultAccounts } from './money/accounts.js';
import { createOperators, type Operators } from './money/operator.js';
import { createSpender, type Spender } from './money/spender.js';
import type { FaultOptions } from './options.js';
import { ALL_CRASH_POINTS } from './services.js';
import { createSupervisor, type Supervisor } from './supervisor.js';
import { createTally, type Tally } from './tally.js';
import { countLogged, verify, watchRelease } from './verify/index.js';

/** The result of a run. */
export interface FaultReport {
  /** Injected faults by kind. Those of crash points are named `<point> <action>`. */
  readonly faults: Tally;
  /** Crash points at which nothing was injected. */
  readonly unseen: readonly string[];
  /** The number of spends with a final answer. */
  readonly operations: number;
  /** The number of grants and changes of allowances and prices. */
  readonly writes: number;
  /** The number of files imported during the run. */
  readonly files: number;
  /** Answers and failures of all tries, by name. */
  readonly outcomes: Tally;
  readonly violations: readonly string[];
  readonly seconds: number;
}

export interface RunOptions extends FaultOptions {
  /** The directory of the database and the logs of all processes. */
  readonly home: string;
  /**
   * Whether to continue, within the time limit, until a fault was injected at every crash point.
   */
  readonly everyCrashPoint: boolean;
  readonly notify: (line: string) => void;
}

const PROGRESS_MS = 10_000;
const POISONED = 3;
const LOG_LIMIT_MS = 10_000;
const LOG_POLL_MS = 100;

/** The state that all parts of a run share. */
interface Run {
  readonly options: RunOptions;
  readonly random: Random;
  readonly clocks: Clocks;
  readonly lostResponses: LostResponses;
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly seen: Set<string>;
  readonly violations: string[];
  readonly logDir: string;
  isFaulty: boolean;
}

/** A run with everything that it started. */
interface Started extends Run {
  readonly database: FaultyDatabase;
  readonly supervisor: Supervisor;
  readonly installation: FaultyInstallation;
  readonly accounts: FaultAccounts;
  readonly poisons: readonly Poison[];
  readonly importer: Importer;
  readonly spender: Spender;
  readonly operators: Operators;
}

/** Starts an installation, injects faults while clients spend, and then verifies every promise. */
export async function runFaults(options: RunOptions): Promise<FaultReport> {
  const startedAt = new Date();
  const run: Run = {
    options,
    random: createRandom(options.seed),
    clocks: createClocks(),
    lostResponses: createLostResponses(),
    faults: createTally(),
    outcomes: createTally(),
    seen: new Set(),
    violations: [],
    logDir: path.join(options.home, 'logs'),
    isFaulty: false,
  };
  const { random, violations, logDir, lostResponses } = run;
  await mkdir(logDir, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  try {
    const database = await startDatabase(options.home);
    stops.push(() => database.stop());
    const { directory, revealables } = createDirectory(random);
    const people = createPeople();
    const importer = createImporter({ databaseUrl: database.urls.importer, people, random, violations });
    await importer.load(directory);
    const supervisor = supervise(run);
    stops.push(() => supervisor.stop());
    const installation = await startInstallation(database, supervisor);
    stops.push(() => installation.closeProxies());
    await installation.untilReady();

    const accounts = await createAccounts(installation, database, random, 6 + Math.ceil(options.faults / 40));
    const poisons = await insertPoison(database, await poisonedAccounts(installation));
    const baseUrl = installation.gateways[0]?.baseUrl as string;
    const identities = await readIdentities(baseUrl, accounts.regular[0]?.customer.key as string, people);
    const logged = await waitForRequestLog(database);
    const known = revealablesOf(identities, people);
    const catalog = {
      ...revealables,
      contact: [...revealables.contact, ...known.filter(({ kind }) => kind === 'contact')],
      organization: [...revealables.organization, ...known.filter(({ kind }) => kind === 'organization')],
    };
    const isFaulty = (): boolean => run.isFaulty;
    const isLost = lostResponses.has;
    const spender = createSpender({ ...run, ...installation, catalog, accounts, isFaulty, isLost });
    const operators = createOperators({ ...run, ...installation, accounts, active: spender.active, isFaulty });
    const started: Started = Object.assign(run, {
      database,
      supervisor,
      installation,
      accounts,
      poisons,
      importer,
      spender,
      operators,
    });
    await spendUnderFaults(started);
    options.notify('injection ended; verifying');
    const { answered } = spender;
    const names = supervisor.names();
    violations.push(
      ...(await verify({ ...started, baseUrl, answered, isLost, people, identities, names, startedAt, logged })),
    );
    return report(started, startedAt);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function supervise(run: Run): Supervisor {
  const { logDir, clocks, random, seen, faults, violations } = run;
  return createSupervisor({
    logDir,
    clocks,
    rulesFor: (service) => (run.isFaulty ? drawCrashRules(random, service, (point) => seen.has(point)) : ''),
    onCrashPoint(point, action) {
      seen.add(point);
      faults.add(`${point} ${action}`);
    },
    onUnexpectedEnd: (what) => violations.push(what),
  });
}

async function poisonedAccounts({ directAdminUrl, adminToken }: FaultyInstallation): Promise<string[]> {
  const admin = createAdmin(directAdminUrl, adminToken);
  const accounts = Array.from({ length: POISONED }, () =>
    admin.post<{ id: string }>('/accounts', { name: 'Förgiftade AB', credits: { included: 0, purchased: 10 } }),
  );
  return (await Promise.all(accounts)).map(({ id }) => id);
}

/** Waits until the request log has entries, since gateways write it once a second. */
async function waitForRequestLog(database: FaultyDatabase): Promise<{ before: Date; count: number }> {
  const before = new Date();
  const count = await eventually(
    () => countLogged(database, before),
    (logged) => logged > 0,
    { timeoutMs: LOG_LIMIT_MS, intervalMs: LOG_POLL_MS },
  );
  if (count === 0) throw new Error(`the request log is still empty after ${LOG_LIMIT_MS} ms`);
  return { before, count };
}

async function spendUnderFaults(run: Started): Promise<void> {
  const { options, faults, seen, database, installation, importer, spender, operators, violations } = run;
  const endAt = performance.now() + options.minutes * 60_000;
  const isOver = (): boolean => {
    const isEnough =
      faults.total() >= options.faults && (!options.everyCrashPoint || seen.size >= ALL_CRASH_POINTS.length);
    return isEnough || performance.now() >= endAt;
  };
  const progress = setInterval(() => {
    options.notify(
      `${faults.total()} faults, ${seen.size} of ${ALL_CRASH_POINTS.length} crash points, ${spender.answered.length} spends`,
    );
  }, PROGRESS_MS);
  // Processes read their crash rules when they start.
  run.isFaulty = true;
  restartAll(run);
  const working = Promise.all([spender.run(isOver), operators.run(isOver), importer.run(isOver)]);
  try {
    await injectFaults({ ...run, active: spender.active, progress: () => spender.answered.length }, isOver);
    run.isFaulty = false;
    for (const names of Object.values(installation.replicas)) names.forEach((name) => run.clocks.set(name, 0));
    restartAll(run);
    violations.push(...(await watchRelease(database, run.poisons, installation.untilReady())));
    // The processes that held these leases are dead.
    const leases = setInterval(() => void expireLeases({ database, violations }).catch(() => {}), 1_000);
    await working.finally(() => clearInterval(leases));
  } finally {
    clearInterval(progress);
  }
}

function restartAll({ supervisor, faults }: Started): void {
  for (const name of supervisor.names()) {
    if (supervisor.kill(name)) faults.add(`SIGKILL of ${name.replace(/-\d$/, '')}`);
  }
}

function report(run: Started, startedAt: Date): FaultReport {
  const { faults, outcomes, seen, violations, spender, operators, importer } = run;
  return {
    faults,
    outcomes,
    violations,
    unseen: ALL_CRASH_POINTS.filter((point) => !seen.has(point)),
    operations: spender.answered.length,
    writes: operators.writes(),
    files: importer.files(),
    seconds: (Date.now() - startedAt.getTime()) / 1_000,
  };
}
