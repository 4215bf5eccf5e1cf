import type { GuardedClock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import type { RetentionJob } from '@prospecting/platform/retention';
import { NIL_UUID } from '@prospecting/platform/uuid';
import { anonymizeAttempt } from '../sql/anonymize-attempt.js';
import { deleteErasedSubjects } from '../sql/delete-erased-subjects.js';
import { deleteExpiredOperations } from '../sql/delete-expired-operations.js';
import { selectAccountsPage } from '../sql/select-accounts-page.js';
import { selectDueAttempts } from '../sql/select-due-attempts.js';
import { selectOldestOperation } from '../sql/select-oldest-operation.js';

interface Dependencies {
  readonly revealPool: Pool;
  readonly clock: GuardedClock;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ATTEMPTS_BATCH = 100;
const OPERATIONS_BATCH = 500;
const ACCOUNTS_PAGE = 500;
/** An operation counts for a day. A spend under way may still read one that has just expired. */
const OPERATIONS_KEPT_MS = 25 * HOUR_MS;

/**
 * What reveal-service keeps no longer than it says (docs/personal-data.md).
 *
 * @param graceDays how long reveals are kept after their year
 */
export function revealRetentionJobs(dependencies: Dependencies, graceDays: number): RetentionJob[] {
  return [attemptsJob(dependencies, graceDays), operationsJob(dependencies), erasedSubjectsJob(dependencies)];
}

/** Attempts lead to the reveals that they made, which carry no index by age. */
function attemptsJob({ revealPool, clock }: Dependencies, graceDays: number): RetentionJob {
  const dueBefore = (): Date => {
    const due = clock.now();
    due.setUTCFullYear(due.getUTCFullYear() - 1);
    return new Date(due.getTime() - graceDays * DAY_MS);
  };
  return {
    what: 'attempts',
    async runBatch() {
      const before = dueBefore();
      let done = 0;
      for (const { accountId, attemptId } of await selectDueAttempts.run(revealPool, [before, ATTEMPTS_BATCH])) {
        const [row] = await anonymizeAttempt.run(revealPool, [accountId, attemptId, before]);
        if (row !== undefined && row.reveals !== null) done += 1;
      }
      return done;
    },
    async overdueMs() {
      const before = dueBefore();
      const [oldest] = await selectDueAttempts.run(revealPool, [before, 1]);
      return oldest === undefined ? 0 : before.getTime() - oldest.at.getTime();
    },
  };
}

/**
 * Goes through the accounts, as every statement about operations is about one account. After that, it
 * goes on with those that may have more: one large account does not lead through all others again and
 * again.
 */
function operationsJob({ revealPool, clock }: Dependencies): RetentionJob {
  const expiredAt = (): Date => new Date(clock.now().getTime() - OPERATIONS_KEPT_MS);
  let unfinished: string[] = [];
  async function deleteIn(accounts: Iterable<string> | AsyncIterable<string>): Promise<number> {
    const full: string[] = [];
    let deleted = 0;
    for await (const accountId of accounts) {
      const rows = await deleteExpiredOperations.run(revealPool, [accountId, expiredAt(), OPERATIONS_BATCH]);
      deleted += rows.length;
      if (rows.length === OPERATIONS_BATCH) full.push(accountId);
    }
    unfinished = full;
    return deleted;
  }
  return {
    what: 'operations',
    async runBatch() {
      const goesOn = unfinished;
      // Where one of them fails, the next batch begins with all accounts: the others have their turn.
      unfinished = [];
      return (await deleteIn(goesOn)) || deleteIn(accountsOf(revealPool));
    },
    async overdueMs() {
      let oldest = expiredAt().getTime();
      for await (const accountId of accountsOf(revealPool)) {
        const [row] = await selectOldestOperation.run(revealPool, [accountId]);
        if (row !== undefined) oldest = Math.min(oldest, row.at.getTime());
      }
      return expiredAt().getTime() - oldest;
    },
  };
}

function erasedSubjectsJob({ revealPool }: Dependencies): RetentionJob {
  return {
    what: 'erased_subjects',
    runBatch: async () => (await deleteErasedSubjects.run(revealPool, [])).length,
    overdueMs: () => Promise.resolve(0),
  };
}

async function* accountsOf(revealPool: Pool): AsyncGenerator<string> {
  let after = NIL_UUID;
  for (;;) {
    const page = await selectAccountsPage.run(revealPool, [after, ACCOUNTS_PAGE]);
    for (const { accountId } of page) yield accountId;
    const last = page[ACCOUNTS_PAGE - 1];
    if (last === undefined) return;
    after = last.accountId;
  }
}
