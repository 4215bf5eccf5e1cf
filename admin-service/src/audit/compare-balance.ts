import type { credits } from '@prospecting/protos';
import type { Difference } from './difference.js';

/** The two parts of a balance, of a reservation or of a sum of entries, in millicredits. */
export interface Parts {
  readonly included: number;
  readonly purchased: number;
}

export const NOTHING: Parts = { included: 0, purchased: 0 };

export function addEntry({ included, purchased }: Parts, entry: credits.Entry): Parts {
  return { included: included + entry.includedMillicredits, purchased: purchased + entry.purchasedMillicredits };
}

export function sameParts(a: Parts, b: Parts): boolean {
  return a.included === b.included && a.purchased === b.purchased;
}

/** Compares each part of a balance with the sum of the ledger. */
export function compareBalance(sum: Parts, balance: Parts): Difference[] {
  const differences: Difference[] = [];
  if (sum.included !== balance.included)
    differences.push({ problem: 'included_differs', expected: sum.included, found: balance.included });
  if (sum.purchased !== balance.purchased)
    differences.push({ problem: 'purchased_differs', expected: sum.purchased, found: balance.purchased });
  return differences;
}
