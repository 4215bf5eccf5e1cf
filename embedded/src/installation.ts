import { rm } from 'node:fs/promises';
import path from 'node:path';
import { loadSample } from '@prospecting/directory/sample';
import { canListen, freePort } from '@prospecting/platform/ports';
import type { Logger } from '@prospecting/platform/telemetry';
import type { EmbeddedConfig } from './config.js';
import { prepareDatabase, type DatabaseUrls } from './databases.js';
import { ensureDemoAccount } from './demo-account.js';
import { startPostgres, StartupError, type EmbeddedPostgres } from './postgres/index.js';
import { writePrivateFile } from './private-files.js';
import { ensureSecrets, type InstallationSecrets } from './secrets.js';
import { startStack, type Stack } from './stack.js';
import type { StartTimes } from './start-times.js';

export interface InstallationOptions {
  readonly logger: Logger;
  /** Called with each line that the person at the terminal should read. */
  readonly notify: (line: string) => void;
  /** Cancels the start. */
  readonly signal: AbortSignal;
  /** Learns when each phase ends. */
  readonly times?: StartTimes;
}

/** The whole product on this machine, with its own database. */
export interface Installation {
  readonly stack: Stack;
  /** Resolves when the database server has exited, whatever the reason. */
  readonly databaseExited: Promise<void>;
  stop(): Promise<void>;
}

const ADMIN_HOST = '127.0.0.1';
const ADMIN_FILE = 'admin.json';

/**
 * Starts the database server and every service, and creates the demo account when the configuration
 * asks for it. Stops everything again on failure. Throws StartupError with one line that names the
 * problem.
 */
export async function startInstallation(config: EmbeddedConfig, options: InstallationOptions): Promise<Installation> {
  const ports = await choosePorts(config);
  options.times?.end('ports');
  const postgres = await startPostgres({ dataDir: config.dataDir, notify: options.notify, signal: options.signal });
  options.times?.end('postgres');
  try {
    return await startOnDatabase(config, ports, postgres, options);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

interface Ports {
  readonly port: number;
  readonly adminPort: number;
  readonly consolePort: number;
}

/** Checks the addresses before the start, because the listeners open last. */
async function choosePorts(config: EmbeddedConfig): Promise<Ports> {
  const wanted = Object.entries({
    PROSPECT_PORT: config.port,
    PROSPECT_ADMIN_PORT: config.adminPort,
    PROSPECT_CONSOLE_PORT: config.consolePort,
  });
  for (const [index, [name, port]] of wanted.entries()) {
    const [other] = wanted.slice(index + 1).find(([, otherPort]) => otherPort === port && port !== 0) ?? [];
    if (other !== undefined) throw new StartupError(`${name} and ${other} are both ${port}; choose different ports`);
  }
  if (!(await canListen(0, config.host))) {
    throw new StartupError(`this machine cannot listen on ${config.host}; set PROSPECT_HOST to one of its addresses`);
  }
  const choose = async (variable: string, port: number, host: string): Promise<number> => {
    if (port === 0) return freePort();
    if (await canListen(port, host)) return port;
    throw new StartupError(`port ${port} is in use or not allowed; choose another one with ${variable}`);
  };
  return {
    port: await choose('PROSPECT_PORT', config.port, config.host),
    adminPort: await choose('PROSPECT_ADMIN_PORT', config.adminPort, ADMIN_HOST),
    consolePort: await choose('PROSPECT_CONSOLE_PORT', config.consolePort, ADMIN_HOST),
  };
}

async function startOnDatabase(
  { host, dataDir, demo, redisUrl }: EmbeddedConfig,
  ports: Ports,
  postgres: EmbeddedPostgres,
  { logger, notify, signal, times }: InstallationOptions,
): Promise<Installation> {
  const adminFile = path.join(dataDir, ADMIN_FILE);
  // A killed process leaves a file with a port on which nothing listens.
  await rm(adminFile, { force: true });
  const secrets = await ensureSecrets(dataDir);
  const databases = await prepareDatabase(postgres.url, secrets.rolePasswords);
  times?.end('schemas');
  signal.throwIfAborted();
  if (demo) await ensureSample(databases, secrets, notify);
  times?.end('sample');
  signal.throwIfAborted();
  // Before the listeners open, so that the file exists when /readyz answers 200.
  await writeAdminFile(adminFile, ports, databases, secrets);
  try {
    // Not ready before the demo key exists, because the printed request needs it.
    let prepared = !demo;
    const notPrepared = { reason: 'the demo account is being made' };
    const checks = { demo: () => Promise.resolve(prepared ? undefined : notPrepared) };
    const stack = await startStack({ ...ports, host, databases, secrets, redisUrl, logger, checks });
    times?.end('services');
    try {
      if (demo) await ensureDemoAccount(dataDir, stack);
      times?.end('demo');
      prepared = true;
    } catch (error) {
      await stack.stop(0);
      throw error;
    }
    return {
      stack,
      databaseExited: postgres.exited,
      async stop() {
        await stack.stop();
        await rm(adminFile, { force: true });
        await postgres.stop();
      },
    };
  } catch (error) {
    await rm(adminFile, { force: true });
    throw error;
  }
}

async function ensureSample(
  databases: DatabaseUrls,
  { identityKey }: InstallationSecrets,
  notify: (line: string) => void,
): Promise<void> {
  const sample = await loadSample({ databaseUrl: databases.importer, identityKey });
  if (sample.loaded) {
    notify(`Loaded the sample data: ${sample.organizations} organizations, ${sample.contacts} contacts.`);
  }
}

/** Writes the file with which the command `prospect` finds this installation. */
async function writeAdminFile(
  file: string,
  ports: Ports,
  databases: DatabaseUrls,
  secrets: InstallationSecrets,
): Promise<void> {
  const content = {
    url: `http://${ADMIN_HOST}:${ports.adminPort}`,
    token: secrets.adminToken,
    databaseUrl: databases.importer,
    identityKey: secrets.identityKey,
  };
  await writePrivateFile(file, `${JSON.stringify(content)}\n`);
}
