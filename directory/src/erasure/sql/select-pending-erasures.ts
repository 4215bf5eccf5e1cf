import { statement } from '@prospecting/platform/postgres';

export interface PendingErasureRow {
  readonly id: string;
  readonly begunAt: Date;
  readonly sealed: Buffer;
  readonly contacts: number;
}

/** Returns the erasures that are not done, oldest first. Served by erasures_pending_idx. Locks nothing. */
export const selectPendingErasures = statement<readonly [], PendingErasureRow>(
  'directory_select_pending_erasures',
  `select id, begun_at as "begunAt", sealed, contacts from directory.erasures where done_at is null order by begun_at`,
);
