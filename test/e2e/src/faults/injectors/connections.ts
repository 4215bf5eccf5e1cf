import type { TcpProxy } from '../tcp-proxy.js';
import { kindOf, type Injector, type Surroundings } from './injector.js';

/** What happens to connections: between processes, to the database, and from operators to the admin listeners. */
export const connectionFaults: Injector = [
  [14, cut],
  [18, loseReplies],
  [4, loseAdminReplies],
  [2, hang],
];

/** A service gives up on a call after a few seconds, and on a request after ten. */
const HANGS_MS = [300, 2_500, 11_000];

function cut(surroundings: Surroundings): string | undefined {
  const [name, proxy] = pick(surroundings);
  if (proxy.connections() === 0) return undefined;
  proxy.cut();
  return `connections to ${name} cut`;
}

function loseReplies(surroundings: Surroundings): string | undefined {
  const [name, proxy] = pick(surroundings);
  if (proxy.connections() === 0) return undefined;
  proxy.loseReplies(surroundings.random.between(10, 150));
  return `replies of ${name} lost`;
}

/** For long enough to meet one of the few requests that there are. */
function loseAdminReplies({ random, installation: { proxies } }: Surroundings): string | undefined {
  const proxy = proxies[random.pick(['admin-0', 'admin-1'])];
  proxy?.loseReplies(random.between(300, 900));
  return 'replies of admin lost';
}

function hang(surroundings: Surroundings): string | undefined {
  const [name, proxy] = pick(surroundings);
  if (proxy.connections() === 0) return undefined;
  proxy.hang(surroundings.random.pick(HANGS_MS));
  return `connections to ${name} hung`;
}

function pick({ random, installation, database }: Surroundings): readonly [string, TcpProxy] {
  const [name, proxy] = random.pick([...Object.entries(installation.proxies), ['database', database.proxy] as const]);
  return [kindOf(name), proxy];
}
