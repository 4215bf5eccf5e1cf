import { createAdmin } from '../../support/admin.js';
import type { Books } from '../money/books.js';
import { operationIdOf } from '../money/operation-id.js';
import type { Verification } from './verification.js';

interface ShownBalance {
  readonly included: number;
  readonly purchased: number;
  readonly subscription: { readonly included: number; readonly renewsAt: string | null } | null;
}

interface ShownEntry {
  readonly kind: string;
  readonly included: number;
  readonly purchased: number;
  readonly reference: string | null;
}

/** The shortest and the longest month, in milliseconds. */
const MONTH_MS = [28, 31].map((days) => days * 24 * 3_600_000) as [number, number];
const PAGE = 1_000;
/** The number of accounts read concurrently. */
const CONCURRENCY = 4;

/**
 * Checks that each balance and ledger, as `prospect credits show` and `ledger` print them, equals
 * the account's books: consumed credits stay consumed, each grant was made once, and the month
 * continues as it began.
 */
export async function verifyBalances(verification: Verification): Promise<string[]> {
  const remaining = [...verification.accounts.all()];
  const committed = await readCommitted(verification);
  const consumedBy = await readConsumed(verification);
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let account = remaining.pop(); account !== undefined; account = remaining.pop()) {
      const { books } = account;
      const [balance, entries] = await readAccount(verification, books.accountId);
      const found = [
        ...balanceProblems(books, { balance, entries }, committed, consumedBy.get(books.accountId) ?? NOTHING_CONSUMED),
        ...grantProblems(books, entries),
        ...monthProblems(books, { balance, entries }, verification.startedAt),
      ];
      problems.push(...found.map((problem) => `account ${books.accountId}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return problems;
}

/** Returns what each operation was charged, in millicredits. */
async function readCommitted({ database }: Verification): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: string; millicredits: number }>(
    `select encode(operation_id, 'hex') as id, millicredits
    from reveal.operations join reveal.attempts using (account_id, attempt_id)`,
  );
  return new Map(rows.map(({ id, millicredits }) => [id, millicredits]));
}

/** The consumed credits of an account, in millicredits. */
interface Consumed {
  /** Consumed in the current month. */
  readonly included: number;
  readonly purchased: number;
  readonly total: number;
}

const NOTHING_CONSUMED: Consumed = { included: 0, purchased: 0, total: 0 };

/** Returns what each account's captures consumed. Included credits count as spent first. */
async function readConsumed({ database }: Verification): Promise<ReadonlyMap<string, Consumed>> {
  const rows = await database.query<Consumed & { accountId: string }>(
    `select account_id as "accountId",
      coalesce(sum(least(r.included_millicredits, captured_millicredits)) filter (where r.renews_at = b.renews_at), 0)::bigint
        as included,
      sum(captured_millicredits - least(r.included_millicredits, captured_millicredits))::bigint as purchased,
      sum(captured_millicredits)::bigint as total
    from credits.reservations r join credits.balances b using (account_id) group by account_id`,
  );
  return new Map(rows.map(({ accountId, ...consumed }) => [accountId, consumed]));
}

async function readAccount(
  { installation: { directAdminUrl, adminToken } }: Verification,
  accountId: string,
): Promise<[ShownBalance, ShownEntry[]]> {
  const admin = createAdmin(directAdminUrl, adminToken);
  const path = `/accounts/${accountId}/credits`;
  const balance = await admin.get<ShownBalance>(path);
  const entries: ShownEntry[] = [];
  for (let full = true; full;) {
    // Entries are numbered from 1 without a gap.
    const page = await admin.get<ShownEntry[]>(`${path}/ledger?after=${entries.length}`);
    entries.push(...page);
    full = page.length === PAGE;
  }
  return [balance, entries];
}

const milli = (credits: number): number => Math.round(credits * 1_000);

function balanceProblems(
  books: Books,
  { balance, entries }: { readonly balance: ShownBalance; readonly entries: readonly ShownEntry[] },
  committed: ReadonlyMap<string, number>,
  consumed: Consumed,
): string[] {
  const charged = books.operations.reduce((sum, { outcome, order }) => {
    if (outcome.kind === 'charged') return sum + outcome.millicredits;
    // The tables decide where the client does not know the outcome or was given a wrong one, which
    // is reported with its operation.
    return sum + (committed.get(operationIdOf(order)) ?? 0);
  }, 0);
  const granted = books.granted();
  const allowance = books.allowance.latest();
  const problems = [
    differs('the allowance', allowance, milli(balance.subscription?.included ?? 0)),
    differs('purchased', granted - consumed.purchased, milli(balance.purchased)),
    differs('consumed', charged, consumed.total),
    // What is left is the allowance less what was consumed this month, whatever the allowance was
    // before.
    differs('included', Math.max(0, allowance - consumed.included), milli(balance.included)),
    differs('the sum of entries', sumOf(entries), milli(balance.included + balance.purchased)),
  ];
  return problems.filter((problem) => problem !== undefined);
}

function sumOf(entries: readonly ShownEntry[]): number {
  return entries.reduce((sum, { included, purchased }) => sum + milli(included + purchased), 0);
}

function differs(what: string, expected: number, found: number): string | undefined {
  return expected === found ? undefined : `${what}: ${expected} by the books, ${found} in the product`;
}

function grantProblems(books: Books, entries: readonly ShownEntry[]): string[] {
  const made = entries.filter(({ kind }) => kind === 'grant');
  const problems = books.grants.flatMap(({ reference, millicredits, state }) => {
    const found = made.filter((entry) => entry.reference === reference).map(({ purchased }) => milli(purchased));
    const expected = state === 'made' ? [millicredits] : [];
    if (found.join() === expected.join()) return [];
    const description = state === 'denied' ? 'denied' : `${state} of ${millicredits}`;
    return [`grant ${reference}, ${description}, has ${found.length} ledger entries: ${found.join()}`];
  });
  const total = made.reduce((sum, { purchased }) => sum + milli(purchased), 0);
  const totalProblem = problems.length === 0 ? differs('granted', books.granted(), total) : undefined;
  return [...problems, ...(totalProblem === undefined ? [] : [totalProblem])];
}

/** Checks that the month was reset once if its end fell in the run, and not otherwise. */
function monthProblems(
  { renewsAt: expected }: Books,
  { balance: { subscription }, entries }: { readonly balance: ShownBalance; readonly entries: readonly ShownEntry[] },
  startedAt: Date,
): string[] {
  const resets = entries.filter(({ kind }) => kind === 'reset').length;
  const due = expected !== undefined && expected.getTime() <= Date.now() ? 1 : 0;
  const renewsAt = Date.parse(subscription?.renewsAt ?? '');
  const [shortest, longest] = MONTH_MS;
  const isRight =
    due === 0 && expected !== undefined
      ? renewsAt === expected.getTime()
      : renewsAt >= startedAt.getTime() + shortest && renewsAt <= Date.now() + longest;
  return [
    ...(resets === due ? [] : [`its month was reset ${resets} times, expected ${due}`]),
    ...(isRight ? [] : [`unexpected end of the month: ${subscription?.renewsAt}`]),
  ];
}
