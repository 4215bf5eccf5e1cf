import { ConfigError } from '../config/index.js';
import type { Logger } from '../telemetry/index.js';

/** A started service. `stop` is called once, with the time that it may take. */
export interface Running {
  readonly logger: Logger;
  /**
   * Hard limit on the whole shutdown in milliseconds. Keep it below what the orchestrator's grace
   * period leaves after its preStop hook. Default: DEFAULT_SHUTDOWN_LIMIT_MS.
   */
  readonly shutdownLimitMs?: number;
  stop(limitMs: number): Promise<void>;
}

export interface RunOptions {
  readonly name: string;
}

export const DEFAULT_SHUTDOWN_LIMIT_MS = 20_000;

/**
 * Runs a service until SIGTERM or SIGINT: start, wait, stop, exit. A signal during the start takes
 * effect when the start ends, and within DEFAULT_SHUTDOWN_LIMIT_MS. Exits 1 on bad configuration,
 * naming every variable. Logs an uncaught error and exits 1 after an orderly stop, as the state
 * after it is unknown. Further signals change nothing.
 */
export async function runUntilStopped(options: RunOptions, start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let early: string | undefined;
  let stopping = false;
  const stop = (service: Running, reason: string, exitCode: number, error?: unknown): void => {
    if (stopping) return;
    stopping = true;
    const limitMs = service.shutdownLimitMs ?? DEFAULT_SHUTDOWN_LIMIT_MS;
    if (error === undefined) service.logger.info({ reason }, 'stopping');
    else service.logger.fatal({ reason, err: error }, 'stopping');
    exitAfter(limitMs, exitCode === 0 ? 1 : exitCode);
    service.stop(limitMs).then(
      () => process.exit(exitCode),
      (failure: unknown) => {
        service.logger.fatal({ err: failure }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  // From the first moment: process 1 of a container ignores a signal that it does not handle.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (running !== undefined) return stop(running, signal, 0);
      if (early !== undefined) return;
      early = signal;
      exitAfter(DEFAULT_SHUTDOWN_LIMIT_MS, 1);
    });
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${options.name}: ${describeStartFailure(error)}\n`);
    process.exit(1);
  }
  const service = running;
  process.on('uncaughtException', (error) => stop(service, 'uncaughtException', 1, error));
  process.on('unhandledRejection', (error) => stop(service, 'unhandledRejection', 1, error));
  if (early !== undefined) stop(service, early, 0);
}

/** Exits a second after the limit, if the process has not ended by then. Keeps no process alive. */
function exitAfter(limitMs: number, exitCode: number): void {
  setTimeout(() => process.exit(exitCode), limitMs + 1_000).unref();
}

function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
