import type { SchemaModule } from '@prospecting/platform/postgres';
import { revealsAndPrices } from './0001-reveals-and-prices.js';
import { attemptsAndOperations } from './0002-attempts-and-operations.js';

/** The schema `reveal`: what accounts have revealed and spent, prices and owned addresses. */
export const revealSchema: SchemaModule = {
  schema: 'reveal',
  ownerRole: 'prospect_reveal_owner',
  runtimeRoles: ['prospect_reveal'],
  migrations: [revealsAndPrices, attemptsAndOperations],
};
