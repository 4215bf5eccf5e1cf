import { assertDeadlineAhead, type CallContext } from '@prospecting/platform/grpc';
import type { Logger } from '@prospecting/platform/telemetry';
import type { search } from '@prospecting/protos';
import type { Reads } from '../upstream/index.js';
import { allowedInOneRound, type HashedNumber } from './misses.js';
import type { MissedNumbers } from './missed-numbers.js';
import { personalNumbersOf, withoutNumbers } from './personal-numbers.js';

type SparseIdentifiers = readonly (search.OrganizationIdentifiers | undefined)[];

/** Keeps callers from finding personal numbers by guessing. */
export interface NumberGuard {
  /**
   * Returns the identifiers that may be looked up, in order. Removes personal numbers that are not
   * on record, and those that the account may not ask for any more; later steps cannot tell the two
   * apart. Asks nothing when there are no personal numbers. Throws service_unavailable when misses
   * cannot be counted.
   */
  withhold(accountId: string, items: SparseIdentifiers, call: CallContext): Promise<SparseIdentifiers>;
}

export interface NumberGuardOptions {
  readonly missedNumbers: MissedNumbers;
  readonly reads: Pick<Reads, 'matchOrganizations'>;
  readonly logger: Logger;
}

interface PersonalNumber extends HashedNumber {
  readonly digits: string;
}

export function createNumberGuard(options: NumberGuardOptions): NumberGuard {
  const { missedNumbers } = options;
  return {
    async withhold(accountId, items, call) {
      const digits = new Set(items.flatMap((item) => (item === undefined ? [] : personalNumbersOf(item))));
      if (digits.size === 0) return items;
      const numbers = [...digits].map((each) => ({ digits: each, ...missedNumbers.hash(accountId, each) }));
      const shown = await findShown(options, accountId, numbers, call);
      return items.map((item) => item && withoutNumbers(item, shown));
    },
  };
}

/**
 * Returns the numbers that are on record and may be shown. A batch has the same outcome as its
 * numbers one after the other. Each round looks up as many numbers as may all be misses; found
 * numbers make room for another round. Each round looks up at least one number, so there are no
 * more rounds than items.
 */
async function findShown(
  { missedNumbers, reads, logger }: NumberGuardOptions,
  accountId: string,
  numbers: readonly PersonalNumber[],
  call: CallContext,
): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  let misses = await missedNumbers.read(accountId, numbers);
  let waiting = numbers;
  for (;;) {
    const allowed = new Set(allowedInOneRound(misses, waiting));
    if (allowed.size === 0) break;
    assertDeadlineAhead(call, 'numbers');
    const settled = await missedNumbers.settle(accountId, await lookUp(reads, [...allowed], call));
    for (const { digits } of settled.shown) shown.add(digits);
    misses = settled.misses;
    waiting = waiting.filter((each) => !allowed.has(each));
  }
  if (waiting.length > 0) {
    logger.info({ accountId, withheld: waiting.length }, 'personal numbers were not looked up: too many misses');
  }
  return shown;
}

async function lookUp(
  reads: Pick<Reads, 'matchOrganizations'>,
  numbers: readonly PersonalNumber[],
  call: CallContext,
): Promise<(PersonalNumber & { readonly found: boolean })[]> {
  const items = numbers.map(({ digits }) => ({ orgNumbers: [{ countryCode: 'SE', digits }], domains: [] }));
  const matches = await reads.matchOrganizations(items, call);
  return numbers.map((number, index) => ({ ...number, found: Boolean(matches[index]?.organization) }));
}
