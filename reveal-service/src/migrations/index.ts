import type { SchemaModule } from '@prospecting/platform/postgres';
import { revealsAndPrices } from './0001-reveals-and-prices.js';

/** The schema `reveal`: what accounts have revealed, prices and owned addresses. */
export const revealSchema: SchemaModule = {
  schema: 'reveal',
  ownerRole: 'prospect_reveal_owner',
  runtimeRoles: ['prospect_reveal'],
  migrations: [revealsAndPrices],
};
