import { statement } from '@prospecting/platform/postgres';
import type { Price } from '../pricing/prices.js';

/** The prices that were set for any of the groups. Locks nothing. Served by prices_pkey. */
export const selectGroupPrices = statement<[groups: readonly string[]], Price>(
  'reveal_select_group_prices',
  `select price_group as "group", subject, info_type as "infoType", millicredits
  from reveal.prices
  where price_group = any ($1::text[])`,
);
