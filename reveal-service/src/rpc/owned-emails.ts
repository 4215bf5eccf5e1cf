import { parseEmail, parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { insertOwnedEmails } from '../sql/insert-owned-emails.js';
import { selectOwnedEmails } from '../sql/select-owned-emails.js';
import type { AdminDependencies } from './admin.js';

/** Addresses that one call may add. */
const MAX_EMAILS = 1000;

/** Adds addresses to those that the account owns, all or none, and answers all that it owns. Throws validation_failed. */
export async function addOwnedEmails(
  dependencies: AdminDependencies,
  { accountId, emails }: reveal.AddOwnedEmailsRequest,
): Promise<reveal.OwnedEmails> {
  const account = parseAccountId(accountId);
  await insertOwnedEmails.run(dependencies.revealPool, [account, parseEmails(emails)]);
  return listOwnedEmails(dependencies, { accountId: account });
}

/** The addresses that the account owns, in order. Throws validation_failed. */
export async function listOwnedEmails(
  { revealPool }: AdminDependencies,
  { accountId }: reveal.ListOwnedEmailsRequest,
): Promise<reveal.OwnedEmails> {
  const rows = await selectOwnedEmails.run(revealPool, [parseAccountId(accountId)]);
  return { emails: rows.map((row) => row.email) };
}

function parseAccountId(text: string): string {
  const accountId = parseUuid(text);
  if (accountId === undefined) throw validationFailed({ accountId: ['must be a UUID'] });
  return accountId;
}

function parseEmails(texts: readonly string[]): string[] {
  if (texts.length === 0 || texts.length > MAX_EMAILS)
    throw validationFailed({ emails: [`must be 1 to ${MAX_EMAILS} addresses`] });
  const emails = new Set<string>();
  const malformed: string[] = [];
  for (const [index, text] of texts.entries()) {
    const email = parseEmail(text);
    // By position: an error may end up in a log, and an address is personal data even when it is mistyped.
    if (email === undefined) malformed.push(`address ${index + 1} is not an e-mail address`);
    else emails.add(email);
  }
  if (malformed.length > 0) throw validationFailed({ emails: malformed });
  return [...emails];
}
