import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@prospecting/platform/ports';

/** The product as `npm start` runs it, with a new data directory and without demo data. */
export interface Service {
  readonly baseUrl: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../../embedded/dist/main.js', import.meta.url));
const READY_TIMEOUT_MS = 180_000;

/**
 * Starts the service in a separate process, so that the command talks to exactly what an operator
 * runs.
 *
 * @param variables of its environment, besides those of this process
 */
export async function startService(variables: Readonly<Record<string, string>> = {}): Promise<Service> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'prospect-cli-test-'));
  // The database's user must be able to enter, or the service of root would keep the database
  // elsewhere.
  await chmod(dataDir, 0o711);
  const [port, adminPort] = (await freePorts(2)) as [number, number];
  const env = {
    ...process.env,
    PROSPECT_DATA_DIR: dataDir,
    PROSPECT_PORT: String(port),
    PROSPECT_ADMIN_PORT: String(adminPort),
    PROSPECT_CONSOLE_PORT: '0',
    PROSPECT_DEMO: '0',
    ...variables,
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(adminPort))) {
    if (child.exitCode !== null || Date.now() > deadlineAt) {
      await stop();
      throw new Error(`the service did not become ready: ${errors}`);
    }
  }
  await access(path.join(dataDir, 'admin.json'));
  return { baseUrl: `http://127.0.0.1:${port}/external/v1`, dataDir, stop };
}

async function isReady(adminPort: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}
