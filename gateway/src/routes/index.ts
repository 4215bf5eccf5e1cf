import { getCredits } from './get-credits.js';
import { matchOrganizationContacts } from './organizations/match-contacts.js';
import { matchOrganizations } from './organizations/match-organizations.js';
import { matchOrganizationSwitchboards } from './organizations/match-switchboards.js';
import { matchPeople } from './people/match-people.js';
import { revealContacts } from './reveal-contacts.js';
import type { Operation, RouteOptions } from './operation.js';

export type { Operation, OperationResponse, RouteOptions } from './operation.js';
export { bucketsOf, intentOf, isKeyed, Spend, type Intent, type Terms } from './terms.js';
export { toCredits, type Cap } from '@prospecting/platform/amounts';

/** Returns every operation of the API. */
export function createOperations(options: RouteOptions): readonly Operation[] {
  return [
    matchOrganizations(options),
    matchOrganizationContacts(options),
    matchOrganizationSwitchboards(options),
    matchPeople(options),
    revealContacts(options),
    getCredits(options),
  ];
}
