import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { eventually } from '@prospecting/platform/testing';

/** A process of a test. What it prints is kept for the message of a failure. */
export interface TestProcess {
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Rejects when the process has ended. */
  expectRunning(): void;
}

/** Returns true when a program can be run. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a compiled module of ours. */
export function startModule(entry: URL, env: Readonly<Record<string, string>>): TestProcess {
  return supervise(entry.pathname, fork(entry, [], { env: { ...env }, silent: true }));
}

/** Runs a program of the PATH. */
export function startProgram(program: string, argv: readonly string[]): TestProcess {
  return supervise(program, spawn(program, [...argv], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

function supervise(name: string, child: ChildProcess): TestProcess {
  let printed = '';
  let ended = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => {
      printed = (printed + data.toString()).slice(-4_000);
    });
  const exited = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'])
      child.once(event, () => {
        ended = true;
        resolve();
      });
  });
  return {
    async stop() {
      if (!ended) child.kill('SIGTERM');
      await exited;
    },
    expectRunning() {
      if (ended) throw new Error(`${name} has ended:\n${printed}`);
    },
  };
}

/** Waits until a URL answers 200. Throws an error with its last answer when it does not. */
export async function untilReady(url: string, process: TestProcess): Promise<void> {
  const ask = async (): Promise<string> => {
    process.expectRunning();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      const text = await response.text();
      return response.status === 200 ? '' : text;
    } catch (error) {
      return String(error);
    }
  };
  const refusal = await eventually(ask, (answer) => answer === '', { timeoutMs: 60_000, intervalMs: 50 });
  if (refusal !== '') throw new Error(`${url} does not answer 200: ${refusal}`);
}
