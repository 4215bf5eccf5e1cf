import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Clocks } from './clocks.js';
import { mainOf, type Service } from './services.js';

/** One replica of a service. */
export interface ProcessSpec {
  /** Unique; names its log. */
  readonly name: string;
  readonly service: Service;
  readonly env: Readonly<Record<string, string>>;
}

export interface SupervisorOptions {
  readonly logDir: string;
  readonly clocks: Clocks;
  /** Crash rules for a process's next life; '' for none. */
  readonly rulesFor: (service: Service) => string;
  /** Told of every fault that a crash point is about to be. */
  readonly onCrashPoint: (point: string, action: string) => void;
  /** Told of an end that nobody brought about: a bug. */
  readonly onUnexpectedEnd: (what: string) => void;
}

/** Keeps a set of processes running: one that ends is started again at once. */
export interface Supervisor {
  start(spec: ProcessSpec): void;
  /** Kills a process as a power cut would. False when it is not running just now. */
  kill(name: string): boolean;
  names(): readonly string[];
  stop(): Promise<void>;
}

interface Supervised {
  readonly spec: ProcessSpec;
  child: ChildProcess;
}

const SAID = /^crash point (\S+): (\w+)$/;
const SHIFTED_CLOCK = new URL('shifted-clock.js', import.meta.url).href;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { logDir, clocks, rulesFor, onCrashPoint, onUnexpectedEnd } = options;
  const supervised = new Map<string, Supervised>();
  let isStopping = false;

  const launch = (spec: ProcessSpec): ChildProcess => {
    const log = openSync(logOf(logDir, spec.name), 'a', 0o600);
    const rules = rulesFor(spec.service);
    const offsetMs = clocks.offsetOf(spec.name);
    clocks.started(spec.name, offsetMs);
    const wrongClock = offsetMs === 0 ? [] : ['--import', SHIFTED_CLOCK];
    const child = spawn(process.execPath, ['--enable-source-maps', ...wrongClock, mainOf(spec.service)], {
      env: {
        ...spec.env,
        ...(rules !== '' && { PROSPECT_TEST_CRASH_POINTS: rules }),
        ...(offsetMs !== 0 && { FAULTS_CLOCK_OFFSET_MS: String(offsetMs) }),
      },
      stdio: ['ignore', log, 'pipe'],
      // A group of its own: Ctrl-C must not reach it before it is stopped in order.
      detached: true,
    });
    if (child.stderr !== null) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const [, point, action] = SAID.exec(line) ?? [];
        if (point !== undefined && action !== undefined) onCrashPoint(point, action);
        writeSync(log, `${line}\n`);
      });
    }
    child.once('close', (code, signal) => {
      closeSync(log);
      if (isStopping) return;
      if (signal !== 'SIGKILL') onUnexpectedEnd(`${spec.name} ended by itself (${signal ?? `code ${code}`})`);
      const entry = supervised.get(spec.name);
      if (entry !== undefined) entry.child = launch(spec);
    });
    return child;
  };
  const killAll = (): void => {
    for (const { child } of supervised.values()) child.kill('SIGKILL');
  };
  // However this process ends, unless it is killed, the others do not outlive it.
  process.once('exit', killAll);

  return {
    start: (spec) => void supervised.set(spec.name, { spec, child: launch(spec) }),
    kill(name) {
      const child = supervised.get(name)?.child;
      return child !== undefined && child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
    },
    names: () => [...supervised.keys()],
    async stop() {
      isStopping = true;
      const ended = [...supervised.values()].map(
        ({ child }) =>
          new Promise<void>((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) resolve();
            else child.once('close', () => resolve());
          }),
      );
      killAll();
      await Promise.all(ended);
      process.off('exit', killAll);
    },
  };
}

/** The log of a process, over all its lives. */
export function logOf(logDir: string, name: string): string {
  return path.join(logDir, `${name}.log`);
}
