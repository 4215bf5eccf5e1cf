import type { Injector, Surroundings } from './injector.js';

/** What happens to the database server and its sessions. Restarts are dear, and rare in life as well. */
export const sessionFaults: Injector = [
  [18, endSessions],
  [1, crash],
  [1, restart],
];

const SERVICES = `usename in ('prospect_gateway', 'prospect_reveal', 'prospect_credits')`;

/** As the server does to a session that it must end: one that is at work, where there is one. */
async function endSessions({ database }: Surroundings): Promise<string | undefined> {
  const rows = await database.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from (
      select pid from pg_stat_activity where ${SERVICES} order by state <> 'active', random() limit 2
    ) as chosen`,
  );
  return rows.length > 0 ? 'database sessions ended' : undefined;
}

/** A server process that is killed takes all others with it; the server recovers by itself. */
async function crash({ database }: Surroundings): Promise<string | undefined> {
  const [row] = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${SERVICES} order by random() limit 1`,
  );
  if (row === undefined) return undefined;
  process.kill(row.pid, 'SIGKILL');
  return 'database crashed';
}

async function restart({ database }: Surroundings): Promise<string> {
  await database.restart();
  return 'database restarted';
}
