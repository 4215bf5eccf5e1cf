import { eventually } from '@prospecting/platform/testing';
import { createAdmin, type Admin } from '@prospecting/e2e/support/admin.js';
import { exchange } from '@prospecting/e2e/support/client.js';
import type { Cluster } from './cluster.js';
import { openPortForward, type PortForward } from './port-forward.js';
import { RELEASE } from './release.js';

/** The installed product, and the ways of its operators and customers into it. */
export interface Installed {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** URL of the importer's role, over a port-forward. */
  readonly importerUrl: string;
  readonly identityKey: string;
  /** The admin API. Repeats reads whose connection broke with the pod of the port-forward. */
  readonly admin: Admin;
  /** Runs `prospect credits audit` until it finds nothing pending. Returns what it found otherwise. */
  audit(): Promise<string[]>;
  close(): void;
}

const READY_MS = 300_000;
const AUDIT_MS = 90_000;

/** Opens the ways in. Resolves when the admin API answers. */
export async function openInstalled(cluster: Cluster, baseUrl: string): Promise<Installed> {
  const forwards: PortForward[] = [
    await openPortForward(cluster.namespace, `service/${RELEASE}-admin-service`, 8081),
    await openPortForward(cluster.namespace, `service/${RELEASE}-postgresql`, 5432),
  ];
  const [adminPort, databasePort] = forwards.map(({ port }) => port) as [number, number];
  const secrets = await cluster.secret(`${RELEASE}-secrets`);
  const adminToken = secrets['admin-token'] ?? '';
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const admin = repeating(createAdmin(adminUrl, adminToken));
  const isUp = async (): Promise<boolean> => (await statusOf(`${adminUrl}/readyz`)) === 200;
  if (!(await eventually(isUp, (up) => up, { timeoutMs: READY_MS, intervalMs: 250 })))
    throw new Error(`the admin API did not answer in ${READY_MS / 1_000} s`);
  return {
    baseUrl,
    adminUrl,
    adminToken,
    importerUrl: await importerUrl(cluster, databasePort),
    identityKey: secrets['identity-key'] ?? '',
    admin,
    audit: () => audit(cluster),
    close: () => {
      for (const forward of forwards) forward.close();
    },
  };
}

async function importerUrl(cluster: Cluster, port: number): Promise<string> {
  const { 'url-importer': inside } = await cluster.secret(`${RELEASE}-database`);
  if (inside === undefined) throw new Error(`the Secret ${RELEASE}-database has no url-importer`);
  const url = new URL(inside);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.toString();
}

/** Returns the status of an answer; undefined without one. */
export async function statusOf(url: string, bearer?: string): Promise<number | undefined> {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  return exchange(url, { headers }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/**
 * Repeats requests without an answer while the port-forward finds another pod. A creation may then
 * be made twice, which harms nobody: what an unanswered request created is never used.
 */
function repeating(admin: Admin): Admin {
  const ask: Admin['ask'] = async (method, path, body, token) => {
    const once = () => admin.ask(method, path, body, token).catch((error: unknown) => error as Error);
    const isFinal = (answer: Awaited<ReturnType<typeof once>>): boolean =>
      !(answer instanceof Error) && answer.status !== 503;
    const answer = await eventually(once, isFinal, { timeoutMs: 60_000, intervalMs: 500 });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as Body;
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
    ask,
  };
}

/** Runs the audit as the operator's pages say, until what killed processes held is released. */
async function audit(cluster: Cluster): Promise<string[]> {
  const once = async (): Promise<string[]> => {
    const argv = ['exec', `deploy/${RELEASE}-admin-service`, '--', 'prospect', 'credits', 'audit', '--grace', '0s'];
    const { code, stdout, stderr } = await cluster.tryKubectl(argv);
    return code === 0 ? [] : `${stdout}\n${stderr}`.trim().split('\n').slice(-10);
  };
  return eventually(once, (found) => found.length === 0, { timeoutMs: AUDIT_MS, intervalMs: 3_000 });
}
