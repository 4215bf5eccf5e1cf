import type { TcpProxy } from '@prospecting/platform/testing';
import { kindOf, type Injector, type FaultContext } from './injector.js';

/**
 * Faults of connections: between processes, to the database, and from operators to the admin
 * listeners.
 */
export const connectionFaults: Injector = [
  [14, cut],
  [18, loseReplies],
  [4, loseAdminReplies],
  [2, hang],
];

/** Below and above the deadlines of a call (a few seconds) and of a request (ten seconds). */
const HANGS_MS = [300, 2_500, 11_000];

function cut(context: FaultContext): string | undefined {
  const [name, proxy] = pick(context);
  if (proxy.connections() === 0) return undefined;
  proxy.breakConnections();
  return `connections to ${name} cut`;
}

function loseReplies(context: FaultContext): string | undefined {
  const [name, proxy] = pick(context);
  if (proxy.connections() === 0) return undefined;
  proxy.loseRepliesFor(context.random.between(10, 150));
  return `replies of ${name} lost`;
}

/** Lasts long enough to hit one of the few admin requests. */
function loseAdminReplies({ random, installation: { proxies } }: FaultContext): string | undefined {
  const proxy = proxies[random.pick(['admin-0', 'admin-1'])];
  proxy?.loseRepliesFor(random.between(300, 900));
  return 'replies of admin lost';
}

function hang(context: FaultContext): string | undefined {
  const [name, proxy] = pick(context);
  if (proxy.connections() === 0) return undefined;
  proxy.hangFor(context.random.pick(HANGS_MS));
  return `connections to ${name} hung`;
}

function pick({ random, installation, database }: FaultContext): readonly [string, TcpProxy] {
  const [name, proxy] = random.pick([...Object.entries(installation.proxies), ['database', database.proxy] as const]);
  return [kindOf(name), proxy];
}
