import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AdminAccess } from '../config.js';
import { certificateDates } from './certificates.js';
import { machineClock, offsetOf, type Offset } from './clocks.js';
import { failure, ok, warning, type Finding } from './finding.js';

const TIMEOUT_MS = 4_000;
const CHECK = 'admin address';

export interface AdminCheck {
  readonly findings: readonly Finding[];
  /** How far the service's clock is ahead of this machine's. Undefined when it did not answer. */
  readonly clock?: Offset;
}

/** Asks the admin address step by step: name, port, TLS, readiness, token. Ends at what fails first. */
export async function checkAdminAddress({ url, token }: AdminAccess, now: () => Date): Promise<AdminCheck> {
  const target = new URL(url);
  const unreachable = await reach(target);
  if (unreachable !== undefined) return { findings: [unreachable] };
  const tls = target.protocol === 'https:' ? await checkTls(target, now()) : [];
  if (tls.some(({ level }) => level === 'failure')) return { findings: tls };
  try {
    const askedMs = now().getTime();
    const response = await get(new URL('/readyz', target));
    const clock = clockOf(response, askedMs, now().getTime());
    const findings = [ok(CHECK, `${target.origin} can be reached`), ...tls, ...(await readinessOf(response))];
    findings.push(await checkToken(target, token));
    if (clock === undefined) return { findings };
    return { findings: [...findings, machineClock('clock of this machine', "admin-service's", clock)], clock };
  } catch {
    const advice = 'Look at the log of admin-service: it accepts connections and does not answer.';
    return {
      findings: [...tls, failure(CHECK, `${target.origin} did not answer within ${TIMEOUT_MS / 1_000} s`, advice)],
    };
  }
}

async function reach(target: URL): Promise<Finding | undefined> {
  const host = hostOf(target);
  try {
    await lookup(host);
  } catch {
    return failure(CHECK, `the name ${host} cannot be resolved`, 'Correct PROSPECT_ADMIN_URL, or mend the DNS.');
  }
  try {
    (await opened(connectTcp({ host, port: portOf(target) }), 'connect')).destroy();
    return undefined;
  } catch (error) {
    const found = `nothing listens at ${target.host} (${codeOf(error)})`;
    return failure(
      CHECK,
      found,
      'Start the service (npm start, or the Deployment of admin-service), or correct PROSPECT_ADMIN_URL.',
    );
  }
}

async function checkTls(target: URL, now: Date): Promise<Finding[]> {
  const check = 'admin certificate';
  try {
    const host = hostOf(target);
    const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
    const options = {
      host,
      port: portOf(target),
      rejectUnauthorized: false,
      ...(servername !== undefined && { servername }),
    };
    const socket = connectTls(options);
    await opened(socket, 'secureConnect');
    const { authorized, authorizationError } = socket;
    const certificate = socket.getPeerX509Certificate();
    socket.destroy();
    const dates = certificate === undefined ? [] : [certificateDates(check, target.host, certificate, now)];
    if (authorized || dates.some(({ level }) => level === 'failure')) return dates;
    const found = `the certificate of ${target.host} is not trusted (${String(authorizationError)})`;
    return [failure(check, found, 'Name the file of its authority in NODE_EXTRA_CA_CERTS, or renew the certificate.')];
  } catch (error) {
    return [
      failure(
        check,
        `no TLS connection to ${target.host} (${codeOf(error)})`,
        'Use http:// if the address has no TLS.',
      ),
    ];
  }
}

async function readinessOf(response: Response): Promise<Finding[]> {
  const check = 'readiness';
  const advice = 'The log of the service says the same; docs/runbooks/not-ready.md explains the checks.';
  const report = (await response.json().catch(() => ({}))) as {
    readonly status?: string;
    readonly failing?: readonly string[];
    readonly degraded?: readonly string[];
    readonly reasons?: Readonly<Record<string, string>>;
  };
  if (report.status === undefined)
    return [
      failure(
        check,
        `/readyz answered ${response.status} and no report`,
        'Correct PROSPECT_ADMIN_URL: this is not the admin address.',
      ),
    ];
  const named = (name: string): string => `${name}: ${report.reasons?.[name] ?? 'no reason given'}`;
  const findings = [
    ...(report.failing ?? []).map((name) => failure(check, named(name), advice)),
    ...(report.degraded ?? []).map((name) => warning(check, named(name), advice)),
  ];
  return findings.length > 0 ? findings : [ok(check, 'the service is ready')];
}

/** The path does not exist: the token is checked first, and nothing else is asked. */
async function checkToken(target: URL, token: string): Promise<Finding> {
  const check = 'admin token';
  const { status } = await get(new URL('/admin/v1/token-check', target), token);
  if (status === 404) return ok(check, 'the token is accepted');
  if (status === 401)
    return failure(
      check,
      'the service does not accept the token',
      'Set PROSPECT_ADMIN_TOKEN to a token of ADMIN_TOKEN of admin-service: docs/operating/secrets.md.',
    );
  return failure(
    check,
    `the service answered ${status} to the token`,
    'Correct PROSPECT_ADMIN_URL: this is not the admin address.',
  );
}

function get(url: URL, token?: string): Promise<Response> {
  return fetch(url, {
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** The header `Date` shows whole seconds. */
function clockOf(response: Response, askedMs: number, answeredMs: number): Offset | undefined {
  const shownMs = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(shownMs) ? undefined : offsetOf(shownMs, 1_000, askedMs, answeredMs);
}

async function opened<Connection extends Socket>(socket: Connection, event: string): Promise<Connection> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Later errors have no reader.
    return socket.on('error', () => {});
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
