import { statement } from '@prospecting/platform/postgres';

/** Ends an erasure and drops what it needed. Served by erasures_pkey. Locks the row. */
export const finishErasure = statement<readonly [id: string], never>(
  'directory_finish_erasure',
  `update directory.erasures set done_at = clock_timestamp(), sealed = null where id = $1 and done_at is null`,
);
