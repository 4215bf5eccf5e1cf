import { randomUUID } from 'node:crypto';
import { inTransaction, type Session } from '../import/session.js';
import {
  forgetStatistics,
  run,
  withSession,
  type DirectoryAccess,
  type ErasedSubjects,
  type PendingErasure,
} from './erase.js';
import { deleteContacts } from './sql/delete-contacts.js';
import { insertDoneErasure } from './sql/insert-done-erasure.js';
import { insertErasure } from './sql/insert-erasure.js';
import { insertSuppressions } from './sql/insert-suppressions.js';
import { selectContactsPage, type ContactsPageRow } from './sql/select-contacts-page.js';
import { selectFacts } from './sql/select-facts.js';
import { selectSuppressedValues } from './sql/select-suppressed-values.js';
import { findSuppressed } from './suppressed-records.js';
import { suppressionKeys, type SuppressionKind } from './suppression-keys.js';
import { holdMerges } from './suppression-lock.js';

/** One suppression, as it is exported for the time after a restore. It names nobody. */
export interface SuppressionFact {
  readonly erasureId: string;
  readonly personId: string;
  readonly kind: SuppressionKind;
  /** In base64url. */
  readonly hash: string;
}

const FACTS_PAGE = 10_000;
const CONTACTS_PAGE = 10_000;

/** Reads every suppression, page by page. Throws service_unavailable. */
export async function* readFacts(access: Pick<DirectoryAccess, 'databaseUrl'>): AsyncGenerator<SuppressionFact[]> {
  let after: readonly [kind: string, hash: Buffer, personId: string] = [
    '',
    Buffer.alloc(0),
    '00000000-0000-0000-0000-000000000000',
  ];
  for (;;) {
    const rows = await withSession(access, (session) => run(session, selectFacts, [...after, FACTS_PAGE]));
    yield rows.map(({ hash, ...fact }) => ({ ...fact, hash: hash.toString('base64url') }));
    const last = rows[FACTS_PAGE - 1];
    if (last === undefined) return;
    after = [last.kind, last.hash, last.personId];
  }
}

/** Adds suppressions that this database does not have. Repeating it adds nothing. */
export async function addFacts(
  access: Pick<DirectoryAccess, 'databaseUrl'>,
  facts: readonly SuppressionFact[],
): Promise<void> {
  await withSession(access, (session) =>
    inTransaction(session, async () => {
      await holdMerges(session);
      for (const id of new Set(facts.map(({ erasureId }) => erasureId))) {
        // Nothing is left to do for it: what the restored databases have of it is found by its facts.
        await run(session, insertDoneErasure, [id]);
        const own = facts.filter(({ erasureId }) => erasureId === id);
        await run(session, insertSuppressions, [
          id,
          own.map(({ personId }) => personId),
          own.map(({ kind }) => kind),
          own.map(({ hash }) => Buffer.from(hash, 'base64url')),
        ]);
      }
    }),
  );
}

/**
 * Deletes every contact that is suppressed, and begins one erasure for all of them and for what else
 * is found of them. Hashes all contacts: 100,000 take a few seconds.
 *
 * @param elsewhere ids and addresses that other services hold, of which those of erased persons count
 */
export async function eraseSuppressed(access: DirectoryAccess, elsewhere: ErasedSubjects): Promise<PendingErasure> {
  const keys = suppressionKeys(access.identityKey);
  return withSession(access, async (session) => {
    const erasure = await inTransaction(session, async () => {
      await holdMerges(session);
      const contacts = await suppressedContacts(session, access);
      const [ids, emails] = [
        await suppressedValues(session, 'id', elsewhere.contactIds, access),
        await suppressedValues(session, 'email', elsewhere.emails, access),
      ];
      const own = contacts.flatMap(({ email }) => (email === null ? [] : [email]));
      const subjects: ErasedSubjects = {
        contactIds: [...new Set([...contacts.map(({ id }) => id), ...ids])],
        emails: [...new Set([...(await suppressedValues(session, 'email', own, access)), ...emails])],
      };
      const id = randomUUID();
      await run(session, insertErasure, [id, keys.seal(id, JSON.stringify(subjects)), contacts.length]);
      await run(session, deleteContacts, [contacts.map((contact) => contact.id)]);
      return { id, ...subjects, contacts: contacts.length };
    });
    if (erasure.contacts > 0) await forgetStatistics(session);
    return erasure;
  });
}

async function suppressedContacts(session: Session, { identityKey }: DirectoryAccess): Promise<ContactsPageRow[]> {
  const keys = suppressionKeys(identityKey);
  const suppressed: ContactsPageRow[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await run(session, selectContactsPage, [after, CONTACTS_PAGE]);
    const found = new Set(
      await findSuppressed(
        session,
        keys,
        page.map((contact) => ({ ...contact, ordinal: contact.id })),
      ),
    );
    suppressed.push(...page.filter(({ id }) => found.has(id)));
    const last = page[CONTACTS_PAGE - 1];
    if (last === undefined) return suppressed;
    after = last.id;
  }
}

async function suppressedValues(
  session: Session,
  kind: 'id' | 'email',
  values: readonly string[],
  { identityKey }: DirectoryAccess,
): Promise<string[]> {
  const keys = suppressionKeys(identityKey);
  const valueOf = new Map(values.map((value) => [keys.hash(kind, value).toString('hex'), value]));
  const hashes = [...valueOf.keys()].map((hex) => Buffer.from(hex, 'hex'));
  const rows = await run(session, selectSuppressedValues, [kind, hashes]);
  return rows.map(({ hash }) => valueOf.get(hash.toString('hex')) ?? '');
}
