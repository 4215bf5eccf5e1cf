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

/** Milliseconds: the shortest and the longest month. */
const MONTH_MS = [28, 31].map((days) => days * 24 * 3_600_000) as [number, number];
const PAGE = 1_000;
/** Those of a page of ledgers that are read at once. */
const AT_ONCE = 4;

/**
 * Each balance, as `prospect credits show` and `ledger` tell it, is what the account's books come to: what was consumed stays consumed, each
 * grant was made once, and the month goes on as it began.
 */
export async function verifyBalances(verification: Verification): Promise<string[]> {
  const left = [...verification.patrons.all()];
  const committed = await readCommitted(verification);
  const wrongs: string[] = [];
  const work = async (): Promise<void> => {
    for (let patron = left.pop(); patron !== undefined; patron = left.pop()) {
      const { books } = patron;
      const [balance, entries] = await readAccount(verification, books.accountId);
      const found = [
        ...balanceProblems(books, balance, entries, committed),
        ...grantProblems(books, entries),
        ...monthProblems(balance, entries, verification.startedAt),
      ];
      wrongs.push(...found.map((wrong) => `account ${books.accountId}: ${wrong}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrongs;
}

/** What each operation was charged. */
async function readCommitted({ database }: Verification): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: string; millicredits: number }>(
    `select encode(operation_id, 'hex') as id, millicredits
    from reveal.operations join reveal.attempts using (account_id, attempt_id)`,
  );
  return new Map(rows.map(({ id, millicredits }) => [id, millicredits]));
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
    // Entries are numbered from 1 on without a gap.
    const page = await admin.get<ShownEntry[]>(`${path}/ledger?after=${entries.length}`);
    entries.push(...page);
    full = page.length === PAGE;
  }
  return [balance, entries];
}

const milli = (credits: number): number => Math.round(credits * 1_000);

function balanceProblems(
  books: Books,
  balance: ShownBalance,
  entries: readonly ShownEntry[],
  committed: ReadonlyMap<string, number>,
): string[] {
  const spends = entries.filter(({ kind }) => ['reserve', 'capture', 'release'].includes(kind));
  const consumed = {
    included: -spends.reduce((sum, { included }) => sum + milli(included), 0),
    purchased: -spends.reduce((sum, { purchased }) => sum + milli(purchased), 0),
  };
  const charged = books.operations.reduce((sum, { outcome, order }) => {
    if (outcome.kind === 'charged') return sum + outcome.millicredits;
    // Where a client does not know, or was told otherwise (which is reported with its operation), the tables say it.
    return sum + (committed.get(operationIdOf(order)) ?? 0);
  }, 0);
  const granted = books.granted();
  const allowance = books.allowance.latest();
  const isSteady = entries.filter(({ kind }) => kind === 'subscribe').length === 1;
  const wrongs = [
    differs('the allowance', allowance, milli(balance.subscription?.included ?? 0)),
    differs('purchased', granted - consumed.purchased, milli(balance.purchased)),
    // A release under a smaller allowance gives back to what is consumed, and nothing to what is left, so the ledger
    // can tell what was consumed only where the allowance stayed as it was.
    isSteady ? differs('consumed', charged, consumed.included + consumed.purchased) : undefined,
    differs(
      'left',
      leftOf(allowance, granted, charged, consumed.purchased),
      milli(balance.included + balance.purchased),
    ),
  ];
  return wrongs.filter((wrong) => wrong !== undefined);
}

/** What was not consumed of the purchased credits was consumed of the allowance. */
function leftOf(allowance: number, granted: number, charged: number, consumedPurchased: number): number {
  const consumedIncluded = charged - consumedPurchased;
  return Math.max(0, allowance - consumedIncluded) + granted - consumedPurchased;
}

function differs(what: string, expected: number, found: number): string | undefined {
  return expected === found ? undefined : `${what}: ${expected} by the books, ${found} by the product`;
}

function grantProblems(books: Books, entries: readonly ShownEntry[]): string[] {
  const made = entries.filter(({ kind }) => kind === 'grant');
  const wrongs = books.grants.flatMap(({ reference, millicredits, state }) => {
    const found = made.filter((entry) => entry.reference === reference).map(({ purchased }) => milli(purchased));
    const expected = state === 'made' ? [millicredits] : [];
    if (found.join() === expected.join()) return [];
    const said = state === 'denied' ? 'answered that nothing happened' : `${state} of ${millicredits}`;
    return [`grant ${reference}, ${said}, is in the ledger ${found.length} times: ${found.join()}`];
  });
  const total = made.reduce((sum, { purchased }) => sum + milli(purchased), 0);
  const wrong = wrongs.length === 0 ? differs('granted', books.granted(), total) : undefined;
  return [...wrongs, ...(wrong === undefined ? [] : [wrong])];
}

/** No month has ended since the run began. */
function monthProblems({ subscription }: ShownBalance, entries: readonly ShownEntry[], startedAt: Date): string[] {
  const resets = entries.filter(({ kind }) => kind === 'reset').length;
  const renewsAt = Date.parse(subscription?.renewsAt ?? '');
  const [shortest, longest] = MONTH_MS;
  const isRight = renewsAt >= startedAt.getTime() + shortest && renewsAt <= Date.now() + longest;
  return [
    ...(resets > 0 ? [`its month began anew ${resets} times`] : []),
    ...(isRight ? [] : [`its month ends ${subscription?.renewsAt}`]),
  ];
}
