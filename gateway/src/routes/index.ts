import { matchOrganizationContacts } from './organizations/contacts/match/route.js';
import { matchOrganizations } from './organizations/match/route.js';
import { matchOrganizationSwitchboards } from './organizations/switchboards/match/route.js';
import { matchPeople } from './people/match/route.js';
import { revealContacts } from './contacts/reveal/route.js';
import { getCredits } from './credits/route.js';
import type { Operation, RouteOptions } from './operation.js';

export type { Operation, OperationResponse, RouteOptions } from './operation.js';
export { bucketsOf, intentOf, isKeyed, type Intent } from './intent.js';
export { toCredits, type Cap } from './millicredits.js';
export { Spend, type Terms } from './terms.js';

/** Every operation of the API. */
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
