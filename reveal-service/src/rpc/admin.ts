import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { addOwnedEmails, listOwnedEmails } from './owned-emails.js';
import { listPrices, setPrice } from './prices.js';

export interface AdminDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
}

/** Prices and owned addresses, for operators. */
export function createRevealAdmin(dependencies: AdminDependencies): Service<reveal.RevealAdminDefinition> {
  return {
    listPrices: () => listPrices(dependencies),
    setPrice: (request) => setPrice(dependencies, request),
    addOwnedEmails: (request) => addOwnedEmails(dependencies, request),
    listOwnedEmails: (request) => listOwnedEmails(dependencies, request),
  };
}
