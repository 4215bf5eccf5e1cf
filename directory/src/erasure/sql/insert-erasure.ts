import { statement } from '@prospecting/platform/postgres';

/** Records a pending erasure. Does nothing when it is on record. Locks the new row. */
export const insertErasure = statement<readonly [id: string, sealed: Buffer, contacts: number], never>(
  'directory_insert_erasure',
  `
  insert into directory.erasures (id, sealed, contacts) values ($1, $2, $3)
  on conflict on constraint erasures_pkey do nothing`,
);
