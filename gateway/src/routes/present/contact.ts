import type { Candidate, Contact } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';

/**
 * Returns the contact object: the free fields, and the channels as reveal-service lets the account
 * see them. Members without a value are undefined, which JSON omits.
 */
export function presentContact(contact: search.Contact, view: reveal.ContactChannelsView): Contact {
  return {
    id: contact.id,
    name: contact.name,
    jobTitle: contact.jobTitle,
    isExecutive: contact.isExecutive,
    isDecisionMaker: contact.isDecisionMaker,
    organizationId: contact.organizationId,
    organizationName: contact.organizationName,
    email: view.email,
    emailIsMasked: view.emailIsMasked,
    phone: view.phone,
    phoneIsMasked: view.phoneIsMasked,
    linkedInUrl: contact.linkedInUrl,
  };
}

/** Returns the candidate object: enough to choose a person, and nothing that must be revealed. */
export function presentCandidate({ id, name, jobTitle, organizationId, organizationName }: search.Contact): Candidate {
  return { id, name, jobTitle, organizationId, organizationName };
}
