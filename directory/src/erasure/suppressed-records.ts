import type { Session } from '../import/session.js';
import { STAGED_CONTACTS } from '../import/sql/contacts/staging-table.js';
import { selectHasSuppressions } from './sql/select-has-suppressions.js';
import { selectStagedIdentities, type StagedIdentity } from './sql/select-staged-identities.js';
import { selectSuppressedRecords } from './sql/select-suppressed-records.js';
import { suppressionKeys, type ContactIdentity, type SuppressionKeys } from './suppression-keys.js';
import { holdErasures } from './suppression-lock.js';

/** Records whose hashes one statement looks up. */
const BATCH_ROWS = 10_000;

/**
 * Deletes from the staging table the records of persons who were erased, and returns how many. Runs
 * inside the transaction of a merge, before any other step of it: an erasure that runs at the same
 * time waits for the merge, or the merge for it.
 *
 * The database never sees the key, so the records are hashed here, batch by batch. Without
 * suppressions this is one look into an empty table.
 */
export async function leaveOutSuppressed(session: Session, identityKey: string | Buffer): Promise<number> {
  await holdErasures(session);
  const { rows } = await session.query<{ any: boolean }>({ ...selectHasSuppressions });
  if (rows[0]?.any !== true) return 0;

  const keys = suppressionKeys(identityKey);
  const suppressed: string[] = [];
  await session.query(`declare identities no scroll cursor for ${selectStagedIdentities.text}`);
  for (;;) {
    const batch = await session.query<StagedIdentity>(`fetch ${BATCH_ROWS} from identities`);
    if (batch.rows.length === 0) break;
    for (const ordinal of await findSuppressed(session, keys, batch.rows)) suppressed.push(ordinal);
  }
  await session.query('close identities');

  // The staging table has no index: a batch costs one scan of it.
  for (let from = 0; from < suppressed.length; from += BATCH_ROWS) {
    const batch = suppressed.slice(from, from + BATCH_ROWS);
    await session.query(`delete from pg_temp.${STAGED_CONTACTS.name} where ordinal = any ($1::bigint[])`, [batch]);
  }
  return suppressed.length;
}

/** Returns the keys of the contacts that are suppressed, in one statement. */
export async function findSuppressed(
  session: Session,
  keys: SuppressionKeys,
  contacts: readonly (ContactIdentity & { readonly ordinal: string })[],
): Promise<string[]> {
  const hashes = contacts.map((contact) => keys.hashesOf(contact));
  const { name, text } = selectSuppressedRecords;
  const { rows } = await session.query<{ ordinal: string }>({
    name,
    text,
    values: [
      contacts.map(({ ordinal }) => ordinal),
      hashes.map(({ id }) => id),
      hashes.map(({ email }) => email),
      hashes.map(({ linkedIn }) => linkedIn),
      hashes.map(({ phone }) => phone),
      hashes.map(({ phoneAndName }) => phoneAndName),
      hashes.map((each) => each.name),
    ],
  });
  return rows.map(({ ordinal }) => ordinal);
}
