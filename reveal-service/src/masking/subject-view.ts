import { personPageUrl } from '@prospecting/directory/identifiers';
import type { reveal, search } from '@prospecting/protos';
import type { WantedSubject } from '../subjects.js';
import { contactChannelsView, type ContactChannel } from './contact-channels.js';
import { organizationView, presenceOf } from './organization-details.js';
import type { ContactRecord, Records } from './records.js';
import type { RevealedSet } from './revealed-set.js';

export type SubjectView = Pick<reveal.SubjectOutcome, 'contact' | 'contactChannels' | 'organization'>;

/**
 * Returns what the account sees of one entry of an order. The view of a contact or a switchboard
 * that is not on record is empty.
 */
export function subjectView(
  { kind, subjectId, shownIdentifiers }: WantedSubject,
  records: Records,
  revealed: RevealedSet,
): SubjectView {
  if (kind === 'organization') {
    const details = records.organization.get(subjectId);
    // The record may have lost its details since they were revealed: then nothing is left to show
    // or hide.
    const visible = revealed.has(kind, subjectId, 'details') ? (details ?? {}) : undefined;
    return { organization: organizationView(visible, details && presenceOf(details), shownIdentifiers) };
  }
  const isRevealed = (channel: ContactChannel): boolean => revealed.has(kind, subjectId, channel);
  if (kind === 'contact') {
    const record = records.contact.get(subjectId);
    return record === undefined
      ? {}
      : { contact: publicContact(record), contactChannels: contactChannelsView(record, isRevealed) };
  }
  const record = records.switchboard.get(subjectId);
  return record === undefined ? {} : { contactChannels: contactChannelsView(record, isRevealed) };
}

/** Returns what everyone may see of a contact, in the shape in which search-service returns it. */
function publicContact(record: ContactRecord): search.Contact {
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
