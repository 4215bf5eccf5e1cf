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
  /** Returns the crash rules for the next start of a process; '' for none. */
  readonly rulesFor: (service: Service) => string;
  /** Called before every fault at a crash point. */
  readonly onCrashPoint: (point: string, action: string) => void;
  /** Called when a process ends by itself, which is a bug. */
  readonly onUnexpectedEnd: (what: string) => void;
}

/** Keeps a set of processes running: it restarts each one that ends. */
export interface Supervisor {
  start(spec: ProcessSpec): void;
  /** Kills a process as a power cut would. Returns false when it is not running. */
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
      // In its own process group, so that Ctrl-C does not reach it before it is stopped in order.
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
  // The processes end with this one, unless it is killed with SIGKILL.
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

/** Returns the log file of a process, which all its restarts share. */
export function logOf(logDir: string, name: string): string {
  return path.join(logDir, `${name}.log`);
}
