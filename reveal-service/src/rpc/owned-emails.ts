import { parseEmail } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { failValidation, requireUuid } from '../request-fields.js';
import { deleteOwnedEmails } from '../sql/delete-owned-emails.js';
import { insertOwnedEmails } from '../sql/insert-owned-emails.js';
import { selectOwnedEmails } from '../sql/select-owned-emails.js';
import type { AdminDependencies } from './dependencies.js';

/** Addresses in one call. */
const MAX_EMAILS = 1000;
/**
 * Addresses of an account. They are read in one answer, of 254 characters each at most, and an answer
 * has 8 MiB: with more of them nobody could read the account, or reapply erasures.
 */
const MAX_OWNED = 20_000;

/**
 * Adds addresses to those that the account owns, all or none. Returns all of them. Throws
 * validation_failed.
 */
export async function addOwnedEmails(
  dependencies: AdminDependencies,
  request: reveal.AddOwnedEmailsRequest,
): Promise<reveal.OwnedEmails> {
  const accountId = requireUuid('accountId', request.accountId);
  const emails = parseEmails(request.emails);
  const [row] = await insertOwnedEmails.run(dependencies.revealPool, [accountId, emails, MAX_OWNED]);
  if (row?.added !== true) failValidation('emails', 'must not make more than 20,000 addresses of the account');
  return listOwnedEmails(dependencies, { accountId });
}

/**
 * Removes addresses from those that the account owns, all or none. Returns the ones left. Throws
 * validation_failed.
 */
export async function removeOwnedEmails(
  dependencies: AdminDependencies,
  request: reveal.RemoveOwnedEmailsRequest,
): Promise<reveal.OwnedEmails> {
  const accountId = requireUuid('accountId', request.accountId);
  await deleteOwnedEmails.run(dependencies.revealPool, [accountId, parseEmails(request.emails)]);
  return listOwnedEmails(dependencies, { accountId });
}

/** Returns the addresses that the account owns, sorted. Throws validation_failed. */
export async function listOwnedEmails(
  { revealPool }: AdminDependencies,
  request: reveal.ListOwnedEmailsRequest,
): Promise<reveal.OwnedEmails> {
  const accountId = requireUuid('accountId', request.accountId);
  const rows = await selectOwnedEmails.run(revealPool, [accountId]);
  return { emails: rows.map((row) => row.email) };
}

function parseEmails(texts: readonly string[]): string[] {
  if (texts.length === 0 || texts.length > MAX_EMAILS) failValidation('emails', `must be 1 to ${MAX_EMAILS} addresses`);
  const emails = new Set<string>();
  const malformed: string[] = [];
  for (const [index, text] of texts.entries()) {
    const email = parseEmail(text);
    // Name it by position: errors may be logged, and even a mistyped address is personal data.
    if (email === undefined) malformed.push(`address ${index + 1} is not an e-mail address`);
    else emails.add(email);
  }
  if (malformed.length > 0) throw validationFailed({ emails: malformed });
  return [...emails];
}
