import { statement } from '@prospecting/platform/postgres';

/** Sets one price of a group. Locks only its row, which prices_pkey finds. */
export const upsertPrice = statement<[group: string, subject: string, infoType: string, millicredits: number], never>(
  'reveal_upsert_price',
  `insert into reveal.prices (price_group, subject, info_type, millicredits)
  values ($1, $2, $3, $4)
  on conflict on constraint prices_pkey do update set millicredits = excluded.millicredits`,
);
