import path from 'node:path';
import { ConfigError } from '@prospecting/platform/config';
import { banner } from './banner.js';
import { readEmbeddedConfig, type EmbeddedConfig } from './config.js';
import { startInstallation, type Installation } from './installation.js';
import { openLogFile, type LogFile } from './log-file.js';
import { makeDataDir, StartupError } from './postgres/index.js';

/** A press of Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 1_000;
const STOP_LIMIT_MS = 40_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await main();

/** @returns the exit code */
async function main(): Promise<number> {
  const startedAt = performance.now();
  const ending = endOnSignals();
  let log: LogFile | undefined;
  try {
    const config = readEmbeddedConfig();
    await makeDataDir(config.dataDir);
    log = await openLogFile(path.join(config.dataDir, 'prospect.log'));
    const installation = await startInstallation(config, { logger: log.logger, notify: say, signal: ending.signal });
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

/** Waits for the end: asked for, or because a part of the installation is gone. */
async function run(
  config: EmbeddedConfig,
  installation: Installation,
  log: LogFile,
  { ending, startedInMs }: Run,
): Promise<number> {
  const { signal } = ending;
  const { dataDir, demo } = config;
  if (!signal.aborted) say(banner({ stack: installation.stack, dataDir, demo, startedInMs }));
  const failure = await Promise.race([
    new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    }),
    installation.databaseExited.then(() => 'PostgreSQL has ended by itself'),
    unexpectedError(log),
  ]);
  // unref: the limit must not keep alive what has stopped already.
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await installation.stop();
  if (failure === undefined) return 0;
  process.stderr.write(`npm start: ${failure}; see ${path.join(dataDir, 'prospect.log')}\n`);
  return 1;
}

/** The state behind an uncaught error is unknown: it is logged, and everything stops. */
function unexpectedError({ logger }: LogFile): Promise<string> {
  return new Promise((resolve) => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        logger.fatal({ err: error }, event);
        resolve('an unexpected error ended the service');
      });
    }
  });
}

/** Aborted by the first SIGINT or SIGTERM; the second one ends the process where it stands. */
function endOnSignals(): AbortController {
  const ending = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!ending.signal.aborted) {
        firstAt = performance.now();
        say('\nStopping … (again to stop at once)');
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
