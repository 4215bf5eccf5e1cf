/** What clients saw of one account. Amounts are millicredits. */
export interface AccountTally {
  readonly accountId: string;
  readonly granted: number;
  charged: number;
  /** What the account paid for: `contact <id> email`. */
  readonly revealed: Set<string>;
}

/** How one try of a request ended. */
export type TryOutcome = 'ok' | 'no answer' | 'unavailable' | 'in use' | 'wrong';

/**
 * What may fail while a disruption lasts: nothing, or what a client retries while a part is gone.
 */
export type Allowed = 'nothing' | 'outage';

/** Counts of one disruption. */
export interface Counts {
  requests: number;
  /** Tries that were not answered with success and had to be repeated. */
  failed: number;
  spends: number;
}

/** Names the end of a try. `status` is undefined when the connection broke. */
export function outcomeOfTry(status: number | undefined, code: string | undefined): TryOutcome {
  if (status === undefined) return 'no answer';
  if (status === 200) return 'ok';
  if (status === 503) return 'unavailable';
  return status === 409 && code === 'idempotency_key_in_use' ? 'in use' : 'wrong';
}

/** Tells which tries of one request an outage excuses. */
export class Excuses {
  #mayHoldKey = false;

  /**
   * Returns whether this end of a try is excused. `allowed` holds what was allowed when the try
   * began and when it ended: either excuses it. A try that an outage left without an answer may hold
   * the key for the length of a lease, which can end after the outage.
   */
  cover(outcome: TryOutcome, allowed: readonly Allowed[]): boolean {
    const isOutage = outcome !== 'ok' && outcome !== 'wrong' && allowed.includes('outage');
    const isExcused = outcome === 'ok' || isOutage || (outcome === 'in use' && this.#mayHoldKey);
    this.#mayHoldKey ||= isOutage;
    return isExcused;
  }
}

/** Adds an answered spend to the tally of its account. Returns what was paid for twice. */
export function addSpend(tally: AccountTally, charged: number, paidFor: readonly string[]): string[] {
  tally.charged += charged;
  const twice = paidFor.filter((each) => tally.revealed.has(each));
  for (const each of paidFor) tally.revealed.add(each);
  return twice;
}

/** What the product says of an account. Amounts are millicredits. */
export interface Stated {
  readonly balance: number;
  readonly entries: number;
  /** What the account would have to pay to see everything that it paid for. */
  readonly priceOfRevealed: number;
}

/** Returns every difference between what clients saw and what the product says. */
export function compare({ accountId, granted, charged, revealed }: AccountTally, stated: Stated): string[] {
  const expected = granted - charged;
  return [
    ...(stated.balance === expected
      ? []
      : [`account ${accountId}: balance ${stated.balance}, but ${granted} granted and ${charged} charged`]),
    ...(stated.entries === stated.balance
      ? []
      : [`account ${accountId}: balance ${stated.balance}, but its ledger adds up to ${stated.entries}`]),
    ...(stated.priceOfRevealed === 0
      ? []
      : [`account ${accountId}: ${stated.priceOfRevealed} asked again for the ${revealed.size} that it paid for`]),
  ];
}
