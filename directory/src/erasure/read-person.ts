import { run, withSession, type DirectoryAccess } from './erase.js';
import { personValues, type PersonReference } from './person.js';
import { selectMatchingErasures, type MatchingErasureRow } from './sql/select-matching-erasures.js';
import { selectPersonRecord, type PersonRecordRow } from './sql/select-person-record.js';
import { selectPerson } from './sql/select-person.js';
import { selectSwitchboardsWithEmail, type SwitchboardWithEmailRow } from './sql/select-switchboards-with-email.js';
import { suppressionKeys } from './suppression-keys.js';

/** Everything that the directory holds on a person. */
export interface PersonOnRecord {
  readonly contacts: readonly PersonRecordRow[];
  /** Switchboards of organizations that have the person's address. */
  readonly switchboards: readonly SwitchboardWithEmailRow[];
  readonly erasures: readonly MatchingErasureRow[];
  /** What other services are asked about: the person's contacts and addresses. */
  readonly contactIds: readonly string[];
  readonly emails: readonly string[];
}

/** Reads all that the directory holds on a person, in one read-only transaction. */
export async function readPerson(access: DirectoryAccess, person: PersonReference): Promise<PersonOnRecord> {
  const keys = suppressionKeys(access.identityKey);
  return withSession(access, async (session) => {
    await session.query('begin transaction isolation level repeatable read read only');
    const found = await run(session, selectPerson, personValues(person));
    const contacts = await run(session, selectPersonRecord, [found.map(({ id }) => id)]);
    const ids = new Set([...(person.kind === 'contact' ? [person.id] : []), ...found.map(({ id }) => id)]);
    const own = found.flatMap(({ email, emailIsShared }) => (email === null || emailIsShared ? [] : [email]));
    const emails = new Set([...(person.kind === 'email' ? [person.email] : []), ...own]);
    const slugs = new Set([
      ...(person.kind === 'linkedIn' ? [person.slug] : []),
      ...found.flatMap(({ linkedInSlug }) => (linkedInSlug === null ? [] : [linkedInSlug])),
    ]);
    const facts = [
      ...[...ids].map((id) => ({ kind: 'id', hash: keys.hash('id', id) })),
      ...[...emails].map((email) => ({ kind: 'email', hash: keys.hash('email', email) })),
      ...[...slugs].map((slug) => ({ kind: 'linkedIn', hash: keys.hash('linkedIn', slug) })),
    ];
    const switchboards = await run(session, selectSwitchboardsWithEmail, [[...emails]]);
    const erasures = await run(session, selectMatchingErasures, [
      facts.map(({ kind }) => kind),
      facts.map(({ hash }) => hash),
    ]);
    await session.query('commit');
    return { contacts, switchboards, erasures, contactIds: [...ids], emails: [...emails] };
  });
}
