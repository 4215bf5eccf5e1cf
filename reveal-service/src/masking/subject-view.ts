import { personPageUrl } from '@prospecting/directory/identifiers';
import type { reveal, search } from '@prospecting/protos';
import type { WantedSubject } from '../pricing/plan.js';
import type { InClear } from './in-clear.js';
import { maskEmail } from './mask-email.js';
import { maskPhone } from './mask-phone.js';
import { organizationView, presenceOf } from './organization-details.js';
import type { ContactRecord, Reachable, Records } from './records.js';

export type SubjectView = Pick<reveal.SubjectOutcome, 'contact' | 'reachable' | 'organization'>;

/** What the account sees of one appearance of a subject; nothing of a contact or a switchboard that is not on record. */
export function subjectView(
  { kind, subjectId, shownIdentifiers }: WantedSubject,
  records: Records,
  clear: InClear,
): SubjectView {
  if (kind === 'organization') {
    const details = records.organization.get(subjectId);
    // Revealed details can be gone from the record since: then there is nothing to show, and nothing held back.
    const own = clear.has(kind, subjectId, 'details') ? (details ?? {}) : undefined;
    return { organization: organizationView(own, details && presenceOf(details), shownIdentifiers) };
  }
  const revealed: RevealedInfoTypes = {
    email: clear.has(kind, subjectId, 'email'),
    phone: clear.has(kind, subjectId, 'phone'),
  };
  if (kind === 'contact') {
    const record = records.contact.get(subjectId);
    return record === undefined ? {} : { contact: publicContact(record), reachable: reachableView(record, revealed) };
  }
  const record = records.switchboard.get(subjectId);
  return record === undefined ? {} : { reachable: reachableView(record, revealed) };
}

/** Which of the two the account may see in clear. */
export interface RevealedInfoTypes {
  readonly email: boolean;
  readonly phone: boolean;
}

/** What the account sees. A value that is not on record is left out, and is not masked. */
export function reachableView(record: Reachable | undefined, revealed: RevealedInfoTypes): reveal.ReachableView {
  const view: reveal.ReachableView = { emailIsMasked: false, phoneIsMasked: false };
  const email = record?.email ?? undefined;
  if (email !== undefined) {
    view.emailIsMasked = !revealed.email;
    view.email = revealed.email ? email : maskEmail(email);
  }
  const phone = record?.phone ?? undefined;
  if (phone !== undefined) {
    view.phoneIsMasked = !revealed.phone;
    view.phone = revealed.phone ? phone : maskPhone(phone);
  }
  return view;
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
