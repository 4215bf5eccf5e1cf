import type { Candidate, Contact } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';

/**
 * The contact object: what everyone may see, and what reveal-service says that the account may. Members without a value are
 * undefined, which JSON leaves out.
 */
export function presentContact(contact: search.Contact, view: reveal.ReachableView): Contact {
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

/** One of several people who fit: enough to pick, nothing that reveals. */
export function presentCandidate({ id, name, jobTitle, organizationId, organizationName }: search.Contact): Candidate {
  return { id, name, jobTitle, organizationId, organizationName };
}
