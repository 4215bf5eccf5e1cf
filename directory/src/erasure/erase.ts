import { randomUUID } from 'node:crypto';
import { fromPostgres, type Statement } from '@prospecting/platform/postgres';
import { inTransaction, openSession, type Session } from '../import/session.js';
import { personValues, type PersonReference } from './person.js';
import { deleteContacts } from './sql/delete-contacts.js';
import { finishErasure } from './sql/finish-erasure.js';
import { insertErasure } from './sql/insert-erasure.js';
import { insertSuppressions } from './sql/insert-suppressions.js';
import { selectAbsentContacts } from './sql/select-absent-contacts.js';
import { selectErasureOf } from './sql/select-erasure-of.js';
import { selectPendingErasures } from './sql/select-pending-erasures.js';
import { selectPerson, type PersonContact } from './sql/select-person.js';
import { selectSuppressedValues } from './sql/select-suppressed-values.js';
import { suppressionKeys, type SuppressionKeys, type SuppressionKind } from './suppression-keys.js';
import { holdMerges } from './suppression-lock.js';

/** Access of the role `prospect_importer`, and the installation's secret. */
export interface DirectoryAccess {
  readonly databaseUrl: string;
  readonly identityKey: string | Buffer;
}

/** What the other services have to forget. */
export interface ErasedSubjects {
  readonly contactIds: readonly string[];
  /** Addresses of the person alone. */
  readonly emails: readonly string[];
}

/** An erasure whose contacts are deleted and suppressed, and that the other services are to follow. */
export interface PendingErasure extends ErasedSubjects {
  readonly id: string;
  /** Contacts that it deleted. */
  readonly contacts: number;
}

/** What an erasure would find in the directory. */
export interface Preview extends ErasedSubjects {
  readonly contacts: number;
  readonly organizations: number;
  /** Addresses that other people on record have too: they are not suppressed. */
  readonly sharedEmails: number;
}

/** The longest merge of contacts that an erasure waits for. */
const MERGE_WAIT_MS = 30 * 60_000;

/** Looks at what an erasure would delete. Changes nothing. Throws service_unavailable. */
export async function previewErasure(access: DirectoryAccess, person: PersonReference): Promise<Preview> {
  return withSession(access, async (session) => {
    const contacts = await run(session, selectPerson, personValues(person));
    return {
      ...subjectsOf(person, contacts),
      contacts: contacts.length,
      organizations: new Set(contacts.map(({ organizationId }) => organizationId)).size,
      sharedEmails: contacts.filter((contact) => contact.email !== null && isShared(person, contact)).length,
    };
  });
}

/**
 * Suppresses a person and deletes their contacts, in one transaction that also records what is left
 * to do. From here on no import brings them back, and `pendingErasures` has the erasure until
 * `endErasure`. Repeating it adds nothing. Throws service_unavailable, also when an import is still
 * merging contacts after half an hour.
 *
 * @param held ids under which accounts revealed an address of the person. Those that are not on record
 *   any more are the person's, too. One on record has another address now: it may be somebody else.
 */
export async function beginErasure(
  access: DirectoryAccess,
  person: PersonReference,
  held: readonly string[] = [],
): Promise<PendingErasure> {
  const keys = suppressionKeys(access.identityKey);
  return withSession(access, async (session) => {
    await session.query("select set_config('lock_timeout', $1, false)", [`${MERGE_WAIT_MS}ms`]);
    const erasure = await inTransaction(session, async () => {
      await holdMerges(session);
      const contacts = await run(session, selectPerson, personValues(person));
      const former = (await run(session, selectAbsentContacts, [held])).map(({ contactId }) => contactId);
      const { contactIds, emails } = subjectsOf(person, contacts);
      const subjects = { contactIds: [...new Set([...contactIds, ...former])], emails };
      // Those that an earlier erasure suppresses are left to it, if it is still pending.
      const newIds = await notSuppressed(session, keys, former);
      const earlier = contacts.length + newIds.length > 0 ? undefined : await erasureOf(session, keys, person);
      if (earlier !== undefined) return { id: earlier, ...subjects, contacts: 0 };
      const id = randomUUID();
      await run(session, insertErasure, [id, keys.seal(id, JSON.stringify(subjects)), contacts.length]);
      const facts = [
        ...factsOfReference(keys, person),
        ...contacts.flatMap((each) => factsOf(keys, person, each)),
        ...newIds.map((each): Fact => ({ personId: randomUUID(), kind: 'id', hash: keys.hash('id', each) })),
      ];
      await run(session, insertSuppressions, [
        id,
        facts.map(({ personId }) => personId),
        facts.map(({ kind }) => kind),
        facts.map(({ hash }) => hash),
      ]);
      await run(session, deleteContacts, [contacts.map((contact) => contact.id)]);
      return { id, ...subjects, contacts: contacts.length };
    });
    if (erasure.contacts > 0) await forgetStatistics(session);
    return erasure;
  });
}

/** Returns those of the ids that no contact on record has. Throws service_unavailable. */
export async function absentContacts(
  access: Pick<DirectoryAccess, 'databaseUrl'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await withSession(access, (session) => run(session, selectAbsentContacts, [ids]));
  return rows.map(({ contactId }) => contactId);
}

/** Returns the erasures that are not done, oldest first. Throws service_unavailable. */
export async function pendingErasures(access: DirectoryAccess): Promise<PendingErasure[]> {
  const keys = suppressionKeys(access.identityKey);
  const rows = await withSession(access, (session) => run(session, selectPendingErasures, []));
  return rows.map(({ id, sealed, contacts }) => ({
    id,
    contacts,
    ...(JSON.parse(keys.open(id, sealed)) as ErasedSubjects),
  }));
}

/** Records that every service has forgotten the person. Throws service_unavailable. */
export async function endErasure(access: DirectoryAccess, id: string): Promise<void> {
  await withSession(access, async (session) => {
    await run(session, finishErasure, [id]);
    // What was sealed is a dead row now.
    await session.query('vacuum (skip_locked) directory.erasures');
  });
}

/**
 * Statistics hold samples of names and addresses. Dead rows go with the vacuum. Before PostgreSQL 17
 * only the owner may do that; autovacuum does it later there.
 */
export async function forgetStatistics(session: Session): Promise<void> {
  await session.query('vacuum (analyze, skip_locked) directory.contacts, directory.contact_details');
}

export interface Fact {
  readonly personId: string;
  readonly kind: SuppressionKind;
  readonly hash: Buffer;
}

/** What the operator names suppresses, whether or not it is on record. */
function factsOfReference(keys: SuppressionKeys, person: PersonReference): Fact[] {
  return [{ personId: randomUUID(), ...referenceFact(keys, person) }];
}

function referenceFact(keys: SuppressionKeys, person: PersonReference): Omit<Fact, 'personId'> {
  switch (person.kind) {
    case 'contact':
      return { kind: 'id', hash: keys.hash('id', person.id) };
    case 'email':
      return { kind: 'email', hash: keys.hash('email', person.email) };
    case 'linkedIn':
      return { kind: 'linkedIn', hash: keys.hash('linkedIn', person.slug) };
  }
}

function factsOf(keys: SuppressionKeys, person: PersonReference, contact: PersonContact): Fact[] {
  const personId = randomUUID();
  return Object.entries(keys.hashesOf(contact)).flatMap(([kind, hash]) => {
    if (hash === null) return [];
    const isWeak = kind === 'email' && isShared(person, contact);
    return [{ personId, kind: isWeak ? 'sharedEmail' : (kind as SuppressionKind), hash }];
  });
}

/** An address that the operator named is the person's, whoever else has it. */
function isShared(person: PersonReference, { email, emailIsShared }: PersonContact): boolean {
  return emailIsShared && !(person.kind === 'email' && person.email === email);
}

function subjectsOf(person: PersonReference, contacts: readonly PersonContact[]): ErasedSubjects {
  const own = contacts.flatMap((each) => (each.email === null || isShared(person, each) ? [] : [each.email]));
  return {
    contactIds: [...new Set([...(person.kind === 'contact' ? [person.id] : []), ...contacts.map(({ id }) => id)])],
    emails: [...new Set([...(person.kind === 'email' ? [person.email] : []), ...own])],
  };
}

async function notSuppressed(session: Session, keys: SuppressionKeys, ids: readonly string[]): Promise<string[]> {
  const hashOf = (id: string): Buffer => keys.hash('id', id);
  const rows = await run(session, selectSuppressedValues, ['id', ids.map(hashOf)]);
  const known = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return ids.filter((id) => !known.has(hashOf(id).toString('hex')));
}

async function erasureOf(
  session: Session,
  keys: SuppressionKeys,
  person: PersonReference,
): Promise<string | undefined> {
  const { kind, hash } = referenceFact(keys, person);
  const [row] = await run(session, selectErasureOf, [kind, hash]);
  return row?.id;
}

/** Runs a statement on the session of an erasure. */
export async function run<Values extends readonly unknown[], Row extends object>(
  session: Session,
  { name, text }: Statement<Values, Row>,
  values: Values,
): Promise<Row[]> {
  const { rows } = await session.query<Row>({ name, text, values: [...values] });
  return rows;
}

/** Opens a session for `work` and closes it. Throws service_unavailable. */
export async function withSession<Result>(
  { databaseUrl }: Pick<DirectoryAccess, 'databaseUrl'>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(databaseUrl);
  try {
    return await work(session);
  } catch (error) {
    throw fromPostgres(error);
  } finally {
    await session.end().catch(() => {});
  }
}
