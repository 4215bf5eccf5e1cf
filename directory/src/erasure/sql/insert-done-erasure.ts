import { statement } from '@prospecting/platform/postgres';

/** Records an erasure of another database as done. Does nothing when it is on record. Locks the new row. */
export const insertDoneErasure = statement<readonly [id: string], never>(
  'directory_insert_done_erasure',
  `
  insert into directory.erasures (id, done_at, contacts) values ($1, clock_timestamp(), 0)
  on conflict on constraint erasures_pkey do nothing`,
);
