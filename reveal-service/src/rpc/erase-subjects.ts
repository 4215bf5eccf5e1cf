import { toTimestamp, remainingMs, type CallContext } from '@prospecting/platform/grpc';
import { NIL_UUID } from '@prospecting/platform/uuid';
import type { reveal } from '@prospecting/protos';
import { emailHash } from '../masking/reveal-record.js';
import { failValidation, requireUuid } from '../request-fields.js';
import { beginErasure } from '../sql/begin-erasure.js';
import { eraseInAccount } from '../sql/erase-in-account.js';
import { forgetStatistics } from '../sql/forget-statistics.js';
import { selectAccountsPage } from '../sql/select-accounts-page.js';
import { selectSubjectsOfAccount } from '../sql/select-subjects-of-account.js';
import type { AdminDependencies } from './dependencies.js';

const MAX_SUBJECTS = 1000;
const PAGE_SIZE = 500;
/** With less time left, the answer says where to go on. */
const MIN_REMAINING_MS = 2_000;
/** An account with many operations, or samples of large tables. */
const SLOW_STATEMENT_MS = 60_000;
/**
 * Attempts from before this time may have been replaced by a later reveal of the same, so they are
 * searched. A little less than a year, as years differ in length.
 */
const REPLACED_AFTER_MS = 360 * 24 * 60 * 60 * 1000;

type Dependencies = Pick<AdminDependencies, 'revealPool' | 'clock'>;

interface Subjects {
  readonly contactIds: readonly string[];
  readonly emails: readonly string[];
}

/** Returns what accounts hold of persons. Throws validation_failed. */
export async function findSubjects(
  dependencies: Dependencies,
  request: reveal.SubjectsRequest,
  call: CallContext,
): Promise<reveal.FindSubjectsResponse> {
  const { contactIds, emails } = parseSubjects(request);
  const reveals: reveal.FoundReveal[] = [];
  const ownedEmails: reveal.FoundOwnedEmail[] = [];
  const nextAfter = await forEachAccount(dependencies, request, call, async (accountId) => {
    const hashes = emails.map((email) => emailHash(accountId, email));
    for (const row of await selectSubjectsOfAccount.run(dependencies.revealPool, [
      accountId,
      contactIds,
      hashes,
      emails,
    ])) {
      if (row.email !== null) ownedEmails.push({ accountId, email: row.email });
      else
        reveals.push({
          accountId,
          contactId: row.contactId ?? '',
          infoType: row.infoType ?? '',
          revealedAt: toTimestamp(row.revealedAt ?? new Date(0)),
          expiresAt: toTimestamp(row.expiresAt ?? new Date(0)),
          millicredits: row.millicredits ?? 0,
        });
    }
  });
  return { reveals, ownedEmails, nextAfter };
}

/**
 * Replaces persons by random ids in everything that accounts have of them. A spend that read them
 * before cannot commit them any more: its commit writes nothing, and its next pass does not find
 * them. Throws validation_failed.
 */
export async function eraseSubjects(
  dependencies: Dependencies,
  request: reveal.SubjectsRequest,
  call: CallContext,
): Promise<reveal.EraseSubjectsResponse> {
  const { revealPool, clock } = dependencies;
  const { contactIds, emails } = parseSubjects(request);
  const attemptsBefore = new Date(clock.now().getTime() - REPLACED_AFTER_MS);
  const erased = { accounts: 0, reveals: 0, ownedEmails: 0 };
  await beginErasure.run(revealPool, [contactIds]);
  const nextAfter = await forEachAccount(dependencies, request, call, async (accountId) => {
    const values = [accountId, contactIds, emails, attemptsBefore] as [
      string,
      readonly string[],
      readonly string[],
      Date,
    ];
    const [changed] = await eraseInAccount.run(revealPool, values, { timeoutMs: SLOW_STATEMENT_MS });
    const { reveals = 0, ownedEmails = 0 } = changed ?? {};
    if (reveals + ownedEmails > 0) erased.accounts += 1;
    erased.reveals += reveals;
    erased.ownedEmails += ownedEmails;
  });
  if (nextAfter === '') await forgetStatistics.run(revealPool, [], { timeoutMs: SLOW_STATEMENT_MS });
  return { ...erased, nextAfter };
}

/** Visits accounts by id while there is time. Returns the last one visited; empty after all of them. */
async function forEachAccount(
  { revealPool }: Dependencies,
  { afterAccountId }: reveal.SubjectsRequest,
  call: CallContext,
  visit: (accountId: string) => Promise<void>,
): Promise<string> {
  let after = afterAccountId === '' ? NIL_UUID : requireUuid('afterAccountId', afterAccountId);
  for (;;) {
    const page = await selectAccountsPage.run(revealPool, [after, PAGE_SIZE]);
    for (const { accountId } of page) {
      if (remainingMs(call) < MIN_REMAINING_MS) return after;
      await visit(accountId);
      after = accountId;
    }
    if (page.length < PAGE_SIZE) return '';
  }
}

function parseSubjects({ contactIds, emails }: reveal.SubjectsRequest): Subjects {
  if (contactIds.length > MAX_SUBJECTS) failValidation('contactIds', `must be at most ${MAX_SUBJECTS} ids`);
  if (emails.length > MAX_SUBJECTS) failValidation('emails', `must be at most ${MAX_SUBJECTS} addresses`);
  return { contactIds: contactIds.map((id) => requireUuid('contactIds', id)), emails };
}
