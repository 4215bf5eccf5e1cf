import { personPageUrl } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import type { Reachable } from './reachable-view.js';

/** A contact as it is on record, with what everyone may see of it and what is sold. */
export interface ContactRecord extends Reachable {
  readonly id: string;
  readonly name: string;
  readonly jobTitle: string | null;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly linkedInSlug: string | null;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** What everyone may see of a contact, as search-service answers it. */
export function publicContact(record: ContactRecord): search.Contact {
  const { id, name, jobTitle, isExecutive, isDecisionMaker, linkedInSlug, organizationId, organizationName } = record;
  return {
    id,
    name,
    isExecutive,
    isDecisionMaker,
    organizationId,
    organizationName,
    ...(jobTitle !== null && { jobTitle }),
    ...(linkedInSlug !== null && { linkedInUrl: personPageUrl(linkedInSlug) }),
  };
}
