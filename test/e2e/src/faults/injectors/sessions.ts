import type { Injector, FaultContext } from './injector.js';

/**
 * Faults of the database server and its sessions. Restarts are expensive, and rare in production
 * too.
 */
export const sessionFaults: Injector = [
  [18, endSessions],
  [1, crash],
  [1, restart],
];

const SERVICES = `usename in ('prospect_gateway', 'prospect_reveal', 'prospect_credits')`;

/** Terminates sessions as the server does when it must end them, active ones first. */
async function endSessions({ database }: FaultContext): Promise<string | undefined> {
  const rows = await database.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from (
      select pid from pg_stat_activity where ${SERVICES} order by state <> 'active', random() limit 2
    ) as chosen`,
  );
  return rows.length > 0 ? 'database sessions ended' : undefined;
}

/** Kills a server process, which makes the server end all sessions and recover by itself. */
async function crash({ database }: FaultContext): Promise<string | undefined> {
  const [row] = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where ${SERVICES} order by random() limit 1`,
  );
  if (row === undefined) return undefined;
  process.kill(row.pid, 'SIGKILL');
  return 'database crashed';
}

async function restart({ database }: FaultContext): Promise<string> {
  await database.restart();
  return 'database restarted';
}
