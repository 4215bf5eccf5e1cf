import path from 'node:path';
import { ConfigError } from '@prospecting/platform/config';
import { banner } from './banner.js';
import { readEmbeddedConfig, type EmbeddedConfig } from './config.js';
import { startInstallation, type Installation } from './installation.js';
import { openLogFile, type LogFile } from './log-file.js';
import { makeDataDir, StartupError } from './postgres/index.js';
import { createStartTimes } from './start-times.js';

/** One press of Ctrl-C may arrive twice within this time: from the terminal and from npm. */
const SAME_PRESS_MS = 1_000;
const STOP_LIMIT_MS = 40_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await main();

/** Runs until it is stopped and returns the exit code. */
async function main(): Promise<number> {
  const startedAt = performance.now();
  const times = createStartTimes();
  const ending = endOnSignals();
  let log: LogFile | undefined;
  try {
    const config = readEmbeddedConfig();
    await makeDataDir(config.dataDir);
    log = openLogFile(path.join(config.dataDir, 'prospect.log'));
    const { logger } = log;
    const installation = await startInstallation(config, { logger, notify: say, signal: ending.signal, times });
    logger.info({ phasesMs: times.phases(), totalMs: times.total(), cpuMs: times.cpu() }, 'started');
    return await run(config, installation, log, { ending, startedInMs: performance.now() - startedAt });
  } catch (error) {
    if (ending.signal.aborted) return 0;
    process.stderr.write(`npm start: ${describe(error)}\n`);
    return 1;
  } finally {
    await log?.close();
  }
}

interface Run {
  readonly ending: AbortController;
  readonly startedInMs: number;
}

/**
 * Waits for a signal, the end of PostgreSQL or an unexpected error, then stops everything. Returns
 * the exit code.
 */
async function run(
  config: EmbeddedConfig,
  installation: Installation,
  log: LogFile,
  { ending, startedInMs }: Run,
): Promise<number> {
  const { signal } = ending;
  const { host, dataDir, demo } = config;
  if (!signal.aborted) say(banner({ stack: installation.stack, host, dataDir, demo, startedInMs }));
  const failure = await Promise.race([
    new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    }),
    installation.databaseExited.then(() => 'PostgreSQL exited unexpectedly'),
    unexpectedError(log),
  ]);
  // unref: the timer must not keep a stopped process alive.
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await installation.stop();
  if (failure === undefined) return 0;
  process.stderr.write(`npm start: ${failure}; see ${path.join(dataDir, 'prospect.log')}\n`);
  return 1;
}

/**
 * Logs an uncaught error and resolves, so that everything stops: nobody knows the state behind such
 * an error.
 */
function unexpectedError({ logger }: LogFile): Promise<string> {
  return new Promise((resolve) => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        logger.fatal({ err: error }, event);
        resolve('an unexpected error stopped the service');
      });
    }
  });
}

/** Aborts at the first SIGINT or SIGTERM. The second one ends the process immediately. */
function endOnSignals(): AbortController {
  const ending = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!ending.signal.aborted) {
        firstAt = performance.now();
        say('\nStopping … (press Ctrl-C again to stop immediately)');
        ending.abort();
      } else if (performance.now() - firstAt > SAME_PRESS_MS) {
        process.exit(130);
      }
    });
  }
  return ending;
}

function describe(error: unknown): string {
  if (error instanceof StartupError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
