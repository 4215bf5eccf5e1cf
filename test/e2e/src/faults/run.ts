import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { drawCrashRules } from './crash-rules.js';
import { createCustomers } from './customers.js';
import { startDatabase, type FaultyDatabase } from './database.js';
import { expireLeases, injectFaults } from './injector.js';
import { startInstallation, type FaultyInstallation } from './installation.js';
import type { FaultOptions } from './options.js';
import { createRandom } from './random.js';
import { createDirectory } from './records.js';
import { ALL_CRASH_POINTS } from './services.js';
import { createSpender, type Answered } from './spender.js';
import { createSupervisor, type Supervisor } from './supervisor.js';
import { createTally, type Tally } from './tally.js';
import { verify } from './verify.js';

/** What a run came to. */
export interface FaultReport {
  /** By kind; those of crash points as `<point> <action>`. */
  readonly faults: Tally;
  /** Crash points that nothing acted on. */
  readonly unseen: readonly string[];
  readonly operations: number;
  /** Answers and failures of all tries, by name. */
  readonly outcomes: Tally;
  readonly violations: readonly string[];
  readonly seconds: number;
}

export interface RunOptions extends FaultOptions {
  /** Holds the database and the logs of all processes. */
  readonly home: string;
  /** Goes on until every crash point has been acted on, while there is time. */
  readonly everyCrashPoint: boolean;
  readonly notify: (line: string) => void;
}

const PROGRESS_MS = 10_000;

/** What the parts of a run share. */
interface State {
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly seen: Set<string>;
  readonly violations: string[];
  isFaulty: boolean;
}

/** Starts an installation, injects faults while clients spend, and then holds every promise against what is there. */
export async function runFaults(options: RunOptions): Promise<FaultReport> {
  const startedAt = performance.now();
  const state: State = {
    faults: createTally(),
    outcomes: createTally(),
    seen: new Set(),
    violations: [],
    isFaulty: false,
  };
  const random = createRandom(options.seed);
  const directory = createDirectory(random);
  const logDir = path.join(options.home, 'logs');
  await mkdir(logDir, { recursive: true });
  const stops: (() => Promise<void>)[] = [];
  try {
    const database = await startDatabase(options.home, directory.directory);
    stops.push(() => database.stop());
    const supervisor = supervise(state, random, logDir);
    stops.push(() => supervisor.stop());
    const installation = await startInstallation(database, supervisor);
    stops.push(() => installation.closeProxies());
    await installation.untilReady();
    const customers = await createCustomers(installation, random, 5 + Math.ceil(options.faults / 40));
    const { baseUrls } = installation;
    const spender = createSpender({ ...state, random, baseUrls, directory, customers, isFaulty: () => state.isFaulty });
    await spendUnderFaults({ options, state, random, database, supervisor, installation, spender });
    const { answered } = spender;
    options.notify('the faults are over; verifying');
    state.violations.push(
      ...(await verify({ ...installation, baseUrl: baseUrls[0] as string, database, answered, random })),
    );
    return report(state, answered, startedAt);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function supervise(state: State, random: ReturnType<typeof createRandom>, logDir: string): Supervisor {
  return createSupervisor({
    logDir,
    rulesFor: (service) => (state.isFaulty ? drawCrashRules(random, service, (point) => state.seen.has(point)) : ''),
    onCrashPoint(point, action) {
      state.seen.add(point);
      state.faults.add(`${point} ${action}`);
    },
    onUnexpectedEnd: (what) => state.violations.push(what),
  });
}

interface Run {
  readonly options: RunOptions;
  readonly state: State;
  readonly random: ReturnType<typeof createRandom>;
  readonly database: FaultyDatabase;
  readonly supervisor: Supervisor;
  readonly installation: FaultyInstallation;
  readonly spender: ReturnType<typeof createSpender>;
}

async function spendUnderFaults(run: Run): Promise<void> {
  const { options, state, database, installation, spender } = run;
  const endAt = Date.now() + options.seconds * 1000;
  const isOver = (): boolean => {
    const isEnough =
      state.faults.total() >= options.faults &&
      (!options.everyCrashPoint || state.seen.size >= ALL_CRASH_POINTS.length);
    return isEnough || Date.now() >= endAt;
  };
  const progress = setInterval(() => {
    options.notify(
      `${state.faults.total()} faults, ${state.seen.size} of ${ALL_CRASH_POINTS.length} crash points, ${spender.answered.length} operations`,
    );
  }, PROGRESS_MS);
  // Processes get their crash rules when they start.
  state.isFaulty = true;
  restartAll(run);
  const spending = spender.run(isOver);
  try {
    await injectFaults({ ...run, faults: state.faults, progress: () => spender.answered.length }, isOver);
    state.isFaulty = false;
    restartAll(run);
    await installation.untilReady();
    // The processes that held them are gone.
    const leases = setInterval(() => void expireLeases(database).catch(() => {}), 1_000);
    await spending.finally(() => clearInterval(leases));
  } finally {
    clearInterval(progress);
  }
}

function restartAll({ supervisor, state }: Run): void {
  for (const name of supervisor.names()) {
    if (supervisor.kill(name)) state.faults.add(`SIGKILL of ${name.replace(/-\d$/, '')}`);
  }
}

function report(state: State, answered: readonly Answered[], startedAt: number): FaultReport {
  const { faults, outcomes, seen, violations } = state;
  return {
    faults,
    outcomes,
    violations,
    unseen: ALL_CRASH_POINTS.filter((point) => !seen.has(point)),
    operations: answered.length,
    seconds: (performance.now() - startedAt) / 1000,
  };
}
