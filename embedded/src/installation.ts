import { rm } from 'node:fs/promises';
import path from 'node:path';
import { loadSample } from '@prospecting/directory/sample';
import { systemClock } from '@prospecting/platform/clock';
import type { Logger } from '@prospecting/platform/telemetry';
import type { EmbeddedConfig } from './config.js';
import { prepareDatabase, type DatabaseUrls } from './databases.js';
import { ensureDemoAccount } from './demo-account.js';
import { canListen, freePort, startPostgres, StartupError, type EmbeddedPostgres } from './postgres/index.js';
import { writePrivateFile } from './private-files.js';
import { ensureSecrets, type InstallationSecrets } from './secrets.js';
import { startStack, type Stack } from './stack.js';

export interface InstallationOptions {
  readonly logger: Logger;
  /** Told, a line at a time, what the person at the terminal should know. */
  readonly notify: (line: string) => void;
  /** Calls the start off. */
  readonly signal: AbortSignal;
}

/** The product on this machine, with a database of its own. */
export interface Installation {
  readonly stack: Stack;
  /** Settles when the database is gone, for whatever reason. */
  readonly databaseExited: Promise<void>;
  stop(): Promise<void>;
}

const PUBLIC_HOST = '0.0.0.0';
const ADMIN_FILE = 'admin.json';

/** Starts everything that `npm start` promises, or nothing. Throws StartupError with one line that says what is wrong. */
export async function startInstallation(config: EmbeddedConfig, options: InstallationOptions): Promise<Installation> {
  const ports = await choosePorts(config);
  const postgres = await startPostgres({ dataDir: config.dataDir, notify: options.notify, signal: options.signal });
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
}

/** Refuses early what the listeners would refuse after a long start. */
async function choosePorts(config: EmbeddedConfig): Promise<Ports> {
  if (config.port === config.adminPort && config.port !== 0) {
    throw new StartupError(`PROSPECT_PORT and PROSPECT_ADMIN_PORT are both ${config.port}; give one another number`);
  }
  const choose = async (variable: string, port: number, host: string): Promise<number> => {
    if (port === 0) return freePort();
    if (await canListen(port, host)) return port;
    throw new StartupError(`port ${port} is in use or not allowed; choose another one with ${variable}`);
  };
  return {
    port: await choose('PROSPECT_PORT', config.port, PUBLIC_HOST),
    adminPort: await choose('PROSPECT_ADMIN_PORT', config.adminPort, '127.0.0.1'),
  };
}

async function startOnDatabase(
  { dataDir, demo, redisUrl }: EmbeddedConfig,
  ports: Ports,
  postgres: EmbeddedPostgres,
  { logger, notify, signal }: InstallationOptions,
): Promise<Installation> {
  const adminFile = path.join(dataDir, ADMIN_FILE);
  // A start that was killed leaves one that leads nowhere.
  await rm(adminFile, { force: true });
  const secrets = await ensureSecrets(dataDir);
  const databases = await prepareDatabase(postgres.url, secrets.rolePasswords);
  signal.throwIfAborted();
  if (demo) await ensureDemo(dataDir, databases, secrets, notify);
  signal.throwIfAborted();
  // Written first: whoever sees /readyz answer 200 finds it.
  await writeAdminFile(adminFile, ports, databases, secrets);
  try {
    const stack = await startStack({ ...ports, host: PUBLIC_HOST, databases, secrets, redisUrl, logger });
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

async function ensureDemo(
  dataDir: string,
  databases: DatabaseUrls,
  { identityKey }: InstallationSecrets,
  notify: (line: string) => void,
): Promise<void> {
  const sample = await loadSample({ databaseUrl: databases.importer, identityKey });
  if (sample.loaded) {
    notify(`Loaded the sample data: ${sample.organizations} organizations, ${sample.contacts} contacts.`);
  }
  await ensureDemoAccount(dataDir, databases, systemClock);
}

/** What the command `prospect` reads to find this installation. */
async function writeAdminFile(
  file: string,
  ports: Ports,
  databases: DatabaseUrls,
  secrets: InstallationSecrets,
): Promise<void> {
  const content = {
    url: `http://127.0.0.1:${ports.adminPort}`,
    token: secrets.adminToken,
    databaseUrl: databases.importer,
    identityKey: secrets.identityKey,
  };
  await writePrivateFile(file, `${JSON.stringify(content)}\n`);
}
