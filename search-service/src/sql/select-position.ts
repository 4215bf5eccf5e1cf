import { statement } from '@prospecting/platform/postgres';

export interface ServerPosition {
  /** Distinguishes a server's data from that of every other installation. Its replicas share it. */
  readonly systemIdentifier: string;
  /** True: the server replays another's log. */
  readonly isReplica: boolean;
  /** What the server has written or, as a replica, replayed, in bytes from the log's beginning. */
  readonly position: string;
  /** What a replica has received. Null for a primary, and where the log comes from an archive. */
  readonly received: string | null;
}

/**
 * Selects how far a server is in its write-ahead log. Locks nothing and reads no table. Every role
 * may call these functions.
 */
export const selectPosition = statement<readonly [], ServerPosition>(
  'directory_select_position',
  `
  select c.system_identifier::text as "systemIdentifier",
    pg_is_in_recovery() as "isReplica",
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0'::pg_lsn)::text
      as position,
    (pg_last_wal_receive_lsn() - '0/0'::pg_lsn)::text as received
  from pg_control_system() c`,
);
