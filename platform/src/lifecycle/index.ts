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
 * Runs a service until SIGTERM or SIGINT: start, wait, stop, exit. Exits 1 on bad configuration,
 * naming every variable. Logs an uncaught error and exits 1 after an orderly stop, as the state
 * after it is unknown. Further signals change nothing.
 */
export async function runUntilStopped(options: RunOptions, start: () => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${options.name}: ${describeStartFailure(error)}\n`);
    process.exit(1);
  }
  const limitMs = running.shutdownLimitMs ?? DEFAULT_SHUTDOWN_LIMIT_MS;
  let stopping = false;
  const stop = (reason: string, exitCode: number, error?: unknown): void => {
    if (stopping) return;
    stopping = true;
    if (error === undefined) running.logger.info({ reason }, 'stopping');
    else running.logger.fatal({ reason, err: error }, 'stopping');
    // unref: the limit must not keep a stopped process alive.
    setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), limitMs + 1_000).unref();
    running.stop(limitMs).then(
      () => process.exit(exitCode),
      (failure: unknown) => {
        running.logger.fatal({ err: failure }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  process.on('uncaughtException', (error) => stop('uncaughtException', 1, error));
  process.on('unhandledRejection', (error) => stop('unhandledRejection', 1, error));
}

function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
