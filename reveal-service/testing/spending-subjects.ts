import type { Queryable } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { createRevealViewer } from '#src/rpc/viewer.js';
import { seedContact, seedOrganization, seedSwitchboard, testId, type RevealDatabase } from './reveal-database.js';
import { call } from './spending-fixture.js';

/** A contact with an e-mail, a phone and a LinkedIn page. */
export const full = testId('contact', 1);
/** A contact that only has an e-mail. */
export const mailOnly = testId('contact', 2);
/** A contact without any info type on record. */
export const bare = testId('contact', 3);
/** A contact that is not on record. */
export const missing = testId('contact', 99);
/** An organization with details and a switchboard. */
export const organizationId = testId('organization', 1);

/** Inserts the subjects above. */
export async function seedSpendingSubjects(on: Queryable): Promise<void> {
  await seedOrganization(on, organizationId, { domain: 'example.se' });
  await seedContact(on, full, organizationId, { email: 'eva@example.se', phone: '+46701740605' });
  await on.query("update directory.contacts set linked_in_slug = 'eva' where id = $1", [full]);
  await seedContact(on, mailOnly, organizationId, { email: 'adam@example.se' });
  await seedContact(on, bare, organizationId);
  await seedSwitchboard(on, organizationId, { phone: '+4681234567', email: 'info@example.se' });
}

/** Returns the e-mail and the phone that an account sees unmasked of a contact. */
export async function revealedValues(
  database: RevealDatabase,
  accountId: string,
  contactId: string,
): Promise<(string | undefined)[]> {
  const { answers } = await createRevealViewer(database).viewContacts(
    { queries: [{ accountId, contactIds: [contactId] }] },
    call(),
  );
  const view = answers[0]?.views[0];
  return [view?.email, view?.phone].filter((value) => value !== undefined && !value.includes('X'));
}

/** Returns the paid part of an outcome, without what the account sees. */
export function paid(outcome: reveal.SubjectOutcome | undefined): Omit<reveal.SubjectOutcome, 'contactChannels'> {
  return {
    found: outcome?.found ?? false,
    costMillicredits: outcome?.costMillicredits ?? 0,
    newInfoTypes: outcome?.newInfoTypes ?? [],
    alreadyRevealedInfoTypes: outcome?.alreadyRevealedInfoTypes ?? [],
    unavailableInfoTypes: outcome?.unavailableInfoTypes ?? [],
  };
}

/** Returns what the account sees of a contact or a switchboard: name, e-mail and phone. */
export function visible(outcome: reveal.SubjectOutcome | undefined): (string | undefined)[] {
  return [outcome?.contact?.name, outcome?.contactChannels?.email, outcome?.contactChannels?.phone];
}
