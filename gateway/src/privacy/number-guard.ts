import { refuseHopeless, type Call } from '@prospecting/platform/grpc';
import type { Logger } from '@prospecting/platform/telemetry';
import type { search } from '@prospecting/protos';
import type { Reads } from '../upstream/index.js';
import { allowedAtOnce, type Tried } from './misses.js';
import type { MissedNumbers } from './missed-numbers.js';
import { personalNumbersOf, withoutNumbers } from './personal-numbers.js';

/** Keeps personal numbers from being found by trying. */
export interface NumberGuard {
  /**
   * Identifiers of organizations as they may be looked for, in their places: without the personal
   * numbers that are on nobody's record, and without those that the account may not ask for any
   * more. What comes after cannot tell the two apart. Asks nothing where there are no personal
   * numbers. Throws service_unavailable when they cannot be counted.
   */
  withhold(accountId: string, places: Places, call: Call): Promise<Places>;
}

type Places = readonly (search.OrganizationIdentifiers | undefined)[];

export interface NumberGuardOptions {
  readonly missedNumbers: MissedNumbers;
  readonly reads: Pick<Reads, 'matchOrganizations'>;
  readonly logger: Logger;
}

interface AskedNumber extends Tried {
  readonly digits: string;
}

export function createNumberGuard(options: NumberGuardOptions): NumberGuard {
  const { missedNumbers } = options;
  return {
    async withhold(accountId, places, call) {
      const digits = new Set(places.flatMap((place) => (place === undefined ? [] : personalNumbersOf(place))));
      if (digits.size === 0) return places;
      const asked = [...digits].map((each) => ({ digits: each, ...missedNumbers.named(accountId, each) }));
      const shown = await findShown(options, accountId, asked, call);
      return places.map((place) => place && withoutNumbers(place, shown));
    },
  };
}

/**
 * The numbers that are on record and may be shown. A batch comes to what its numbers would come to
 * one after the other: as many are looked for at once as may all be misses, and what is found makes
 * room for more. Each round looks for one number at least, so there are no more rounds than items.
 */
async function findShown(
  { missedNumbers, reads, logger }: NumberGuardOptions,
  accountId: string,
  asked: readonly AskedNumber[],
  call: Call,
): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  let misses = await missedNumbers.read(accountId, asked);
  let waiting = asked;
  for (;;) {
    const allowed = new Set(allowedAtOnce(misses, waiting));
    if (allowed.size === 0) break;
    refuseHopeless(call, 'numbers');
    const settled = await missedNumbers.settle(accountId, await lookFor(reads, [...allowed], call));
    for (const { digits } of settled.shown) shown.add(digits);
    misses = settled.misses;
    waiting = waiting.filter((each) => !allowed.has(each));
  }
  if (waiting.length > 0) logger.info({ accountId, withheld: waiting.length }, 'personal numbers are not looked for');
  return shown;
}

async function lookFor(
  reads: Pick<Reads, 'matchOrganizations'>,
  numbers: readonly AskedNumber[],
  call: Call,
): Promise<(AskedNumber & { readonly found: boolean })[]> {
  const items = numbers.map(({ digits }) => ({ orgNumbers: [{ countryCode: 'SE', digits }], domains: [] }));
  const matches = await reads.matchOrganizations(items, call);
  return numbers.map((number, index) => ({ ...number, found: Boolean(matches[index]?.organization) }));
}
