import type { DirectoryAccess, ErasedSubjects } from '@prospecting/directory/erasure';
import type { AdminClient } from './admin-client.js';
import { subjectBatches } from './subject-batches.js';
import { SAFE_TO_REPEAT, writeWithRetries } from './write.js';

/** A reveal as the admin API shows it, with more members. */
interface FoundReveal {
  readonly accountId: string;
  readonly contactId: string;
  readonly infoType: string;
}

/** What the databases beside the directory hold of persons. */
export interface FoundSubjects {
  readonly reveals: readonly FoundReveal[];
  readonly ownedEmails: readonly { readonly accountId: string }[];
  readonly consoleUsers: readonly object[];
  /** Contacts that accounts revealed by an address of the person, and that are not on record any more. */
  readonly formerContactIds: readonly string[];
}

/**
 * Finds what accounts hold of persons, and who of them is a user of the console. A contact that an
 * import has removed is found by its address, and then everything that was revealed of it.
 */
export async function findSubjects(
  admin: AdminClient,
  access: Pick<DirectoryAccess, 'databaseUrl'>,
  subjects: ErasedSubjects,
): Promise<FoundSubjects> {
  const { absentContacts } = await import('@prospecting/directory/erasure');
  const found = await findAll(admin, subjects);
  const known = new Set(subjects.contactIds);
  const others = found.reveals.map(({ contactId }) => contactId).filter((id) => !known.has(id));
  const formerContactIds = await absentContacts(access, [...new Set(others)]);
  const former = await findAll(admin, { contactIds: formerContactIds, emails: [] });
  return { ...found, reveals: distinct([...found.reveals, ...former.reveals]), formerContactIds };
}

type Found = Omit<FoundSubjects, 'formerContactIds'>;

/** It only reads; its identifiers are in a body, so that no log has them. */
async function findAll(admin: AdminClient, subjects: ErasedSubjects): Promise<Found> {
  const pages: Found[] = [];
  for (const batch of subjectBatches(subjects))
    pages.push(await writeWithRetries(SAFE_TO_REPEAT, () => admin.send<Found>('POST', '/persons/find', batch)));
  return {
    reveals: distinct(pages.flatMap(({ reveals }) => reveals)),
    ownedEmails: pages.flatMap(({ ownedEmails }) => ownedEmails),
    consoleUsers: pages.flatMap(({ consoleUsers }) => consoleUsers),
  };
}

/** A reveal may be found by its contact in one batch, and by its address in another. */
function distinct(reveals: readonly FoundReveal[]): FoundReveal[] {
  return [...new Map(reveals.map((each) => [[each.accountId, each.contactId, each.infoType].join(), each])).values()];
}
