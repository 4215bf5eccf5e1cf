import { mapBounded } from '@prospecting/platform/batching';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { emailHash } from '../masking/reveal-record.js';
import { selectContactsByEmail } from '../sql/select-contacts-by-email.js';
import { selectPermittedEmails } from '../sql/select-permitted-emails.js';
import type { ViewerDependencies } from './dependencies.js';
import { idsByAccount, MAX_ACCOUNTS_IN_FLIGHT } from './revealed-by-account.js';

/**
 * An address can belong to thousands of contacts. A result shows five, so a higher bound would only
 * change their order.
 */
const MAX_CONTACTS_PER_EMAIL = 100;

/**
 * Returns the contacts behind addresses that the account revealed within a year or owns.
 *
 * The account's own tables are read first, and they decide: the directory is only asked about
 * permitted addresses. For any other address the work is the same whether it is in the directory or
 * not, so neither the answer nor its timing reveals that.
 *
 * A revealed address also finds the contact on which it was revealed after that contact's address
 * has changed: what the account paid for keeps its use for the year.
 */
export async function findContactsByEmail(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.FindContactsByEmailRequest,
): Promise<reveal.FindContactsByEmailResponse> {
  const now = clock.now();
  const accounts = [...idsByAccount(queries, (query) => query.emails)].filter(([, emails]) => emails.size > 0);
  const permittedByAccount = new Map(
    await mapBounded(accounts, MAX_ACCOUNTS_IN_FLIGHT, async ([accountId, emails]) => {
      return [accountId, await loadPermitted(revealPool, accountId, [...emails], now)] as const;
    }),
  );
  const onRecord = await loadOnRecord(directoryPool, permittedByAccount.values());

  return {
    answers: queries.map(({ accountId, emails }) => ({
      found: emails.map((email) => {
        const revealedOn = permittedByAccount.get(accountId)?.get(email);
        if (revealedOn === undefined) return { contactIds: [] };
        return { contactIds: [...new Set([...revealedOn, ...(onRecord.get(email) ?? [])])] };
      }),
    })),
  };
}

/**
 * The permitted addresses of one account, each with the contacts on which the account revealed it.
 */
type Permitted = ReadonlyMap<string, readonly string[]>;

async function loadPermitted(pool: Pool, accountId: string, emails: readonly string[], now: Date): Promise<Permitted> {
  const hashes = emails.map((email) => emailHash(accountId, email));
  const emailOf = new Map(hashes.map((hash, index) => [hash.toString('hex'), emails[index]]));
  const permitted = new Map<string, string[]>();
  for (const row of await selectPermittedEmails.run(pool, [accountId, hashes, emails, now])) {
    const email = row.email ?? emailOf.get(row.hash?.toString('hex') ?? '');
    if (email === undefined) throw new Error('the database returned a permitted address that was not requested');
    const revealedOn = permitted.get(email) ?? [];
    if (row.contactId !== null) revealedOn.push(row.contactId);
    permitted.set(email, revealedOn);
  }
  return permitted;
}

async function loadOnRecord(pool: Pool, permitted: Iterable<Permitted>): Promise<Map<string, string[]>> {
  const emails = new Set([...permitted].flatMap((ofAccount) => [...ofAccount.keys()]));
  const onRecord = new Map<string, string[]>();
  if (emails.size === 0) return onRecord;
  for (const { email, contactId } of await selectContactsByEmail.run(pool, [[...emails], MAX_CONTACTS_PER_EMAIL])) {
    const contactIds = onRecord.get(email) ?? [];
    contactIds.push(contactId);
    onRecord.set(email, contactIds);
  }
  return onRecord;
}
