import { statement } from '@prospecting/platform/postgres';
import type { Price } from '../pricing/prices.js';

/**
 * Returns every price that operators set, by group. Locks nothing. Reads the whole table, which is
 * small.
 */
export const selectPrices = statement<[], Price>(
  'reveal_select_prices',
  `select price_group as "group", subject, info_type as "infoType", millicredits
  from reveal.prices
  order by price_group, subject, info_type`,
);
