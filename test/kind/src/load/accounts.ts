import type { Admin } from '@prospecting/e2e/support/admin.js';
import { eventually } from '@prospecting/platform/testing';
import { sendOnce } from './client.js';
import { compare, type AccountTally, type Stated } from './tally.js';

/** An account of the load, with its key and what its clients saw. */
export interface LoadAccount {
  readonly customer: { readonly accountId: string; readonly keyId: string; readonly key: string };
  readonly tally: AccountTally;
}

const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };
/** More than everything in the directory costs. */
const GRANTED = { included: 400, purchased: 600 };
const PAGE = 1_000;
const MOST_ITEMS = 25;

export async function createAccounts(admin: Admin, count: number): Promise<LoadAccount[]> {
  const accounts: LoadAccount[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { id } = await admin.post<{ id: string }>('/accounts', { name: `Lastkunden ${number} AB`, credits: GRANTED });
    const body = { name: 'kind', limits: AMPLE };
    const { id: keyId, key } = await admin.post<{ id: string; key: string }>(`/accounts/${id}/keys`, body);
    const granted = (GRANTED.included + GRANTED.purchased) * 1_000;
    accounts.push({
      customer: { accountId: id, keyId, key },
      tally: { accountId: id, granted, charged: 0, revealed: new Set() },
    });
  }
  return accounts;
}

/** Compares balance, ledger and reveals of every account with what its clients saw. */
export async function verifyAccounts(
  admin: Admin,
  baseUrl: string,
  accounts: readonly LoadAccount[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const account of accounts) problems.push(...compare(account.tally, await readStated(admin, baseUrl, account)));
  return problems;
}

const milli = (credits: number): number => Math.round(credits * 1_000);

interface Amounts {
  readonly included: number;
  readonly purchased: number;
}

async function readStated(admin: Admin, baseUrl: string, { customer, tally }: LoadAccount): Promise<Stated> {
  const path = `/accounts/${customer.accountId}/credits`;
  const { included, purchased } = await admin.get<Amounts>(path);
  let entries = 0;
  let read = 0;
  for (let isFull = true; isFull;) {
    // Entries are numbered from 1 without a gap.
    const page = await admin.get<readonly Amounts[]>(`${path}/ledger?after=${read}`);
    for (const entry of page) entries += milli(entry.included) + milli(entry.purchased);
    read += page.length;
    isFull = page.length === PAGE;
  }
  return {
    balance: milli(included) + milli(purchased),
    entries,
    priceOfRevealed: await priceOf(baseUrl, customer.key, [...tally.revealed]),
  };
}

const QUOTE_MS = 20_000;

/** What a quote says that these, as `contact <id> email`, cost the account now. */
async function priceOf(baseUrl: string, key: string, revealed: readonly string[]): Promise<number> {
  const groups = new Map<string, string[]>();
  for (const each of revealed) {
    const [kind, id, type] = each.split(' ') as [string, string, string];
    groups.set(`${kind} ${type}`, [...(groups.get(`${kind} ${type}`) ?? []), id]);
  }
  let price = 0;
  for (const [group, ids] of groups) {
    for (let from = 0; from < ids.length; from += MOST_ITEMS) {
      const quote = quoteOf(group, ids.slice(from, from + MOST_ITEMS));
      // Whether requests fail is the load's matter; this one compares money, and is repeated.
      const answer = await eventually(
        () => sendOnce(baseUrl, key, quote),
        (one) => one?.status === 200,
        {
          timeoutMs: QUOTE_MS,
          intervalMs: 500,
        },
      );
      if (answer?.status !== 200) throw new Error(`a quote was answered ${answer?.status} ${answer?.text}`);
      price += milli(answer.creditsQuoted);
    }
  }
  return price;
}

function quoteOf(group: string, ids: readonly string[]): Parameters<typeof sendOnce>[2] {
  const [kind, type] = group.split(' ') as [string, string];
  const idempotencyKey = crypto.randomUUID();
  if (kind === 'contact') {
    const items = ids.map((contactId) => ({ contactId }));
    return { path: '/contacts/reveal', body: { items, infoTypes: [type], dryRun: true }, idempotencyKey };
  }
  const path = kind === 'switchboard' ? '/organizations/switchboards/match' : '/organizations/match';
  return { path, body: { items: ids.map((id) => ({ id })), reveal: [type], dryRun: true }, idempotencyKey };
}
