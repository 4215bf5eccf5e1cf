import type { LedgerEntry } from '../../api/types.js';

export type LineKind = 'charged' | 'released' | 'pending' | 'grant' | 'subscribe' | 'reset' | 'other';

/** A line of the ledger as a reader wants it: one for a request, whatever its entries. */
export interface LedgerLine {
  readonly id: string;
  readonly at: string | null;
  readonly kind: LineKind;
  readonly included: number;
  readonly purchased: number;
  /** Purchased and included credits together after this line. */
  readonly balance: number;
  readonly reference: string | null;
  readonly reservationId: string | null;
}

/**
 * Folds entries, oldest first, to lines, newest first. A request reserves its price and is then
 * charged or released: that is one line, at the time of the reservation.
 */
export function foldEntries(entries: readonly LedgerEntry[]): readonly LedgerLine[] {
  const lines: Mutable<LedgerLine>[] = [];
  const byReservation = new Map<string, Mutable<LedgerLine>>();
  entries.forEach((entry, index) => {
    const reserved = entry.reservationId === null ? undefined : byReservation.get(entry.reservationId);
    if (reserved !== undefined && entry.kind !== 'reserve') {
      reserved.included = exact(reserved.included + entry.included);
      reserved.purchased = exact(reserved.purchased + entry.purchased);
      reserved.kind = entry.kind === 'capture' ? 'charged' : 'released';
      return;
    }
    const line = { ...lineOf(entry), id: entry.reservationId ?? `entry ${index}` };
    lines.push(line);
    if (entry.reservationId !== null) byReservation.set(entry.reservationId, line);
  });
  let balance = 0;
  for (const line of lines) {
    balance = exact(balance + line.included + line.purchased);
    line.balance = balance;
  }
  return lines.toReversed();
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

function lineOf({ at, included, purchased, reference, reservationId, kind }: LedgerEntry): Mutable<LedgerLine> {
  return { id: '', at, kind: kindOf(kind), included, purchased, balance: 0, reference, reservationId };
}

function kindOf(kind: string): LineKind {
  if (kind === 'reserve') return 'pending';
  if (kind === 'capture') return 'charged';
  if (kind === 'release') return 'released';
  return kind === 'grant' || kind === 'subscribe' || kind === 'reset' ? kind : 'other';
}

/** Credits have three decimals; sums of floating-point numbers have more. */
function exact(credits: number): number {
  return Math.round(credits * 1_000) / 1_000;
}
