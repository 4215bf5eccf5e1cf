import { toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import type { AccountBalance } from '../ledger/balance.js';
import type { EntryRow } from '../sql/select-entries.js';

/** A balance as the protos have it; an account without a subscription has nothing to spend. */
export function toBalance(accountId: string, balance: AccountBalance | undefined): credits.Balance {
  if (balance === undefined) return { accountId, includedMillicredits: 0, purchasedMillicredits: 0 };
  return {
    accountId,
    includedMillicredits: balance.includedMillicredits,
    purchasedMillicredits: balance.purchasedMillicredits,
    subscription: {
      includedMillicredits: balance.allowanceMillicredits,
      renewsAt: toTimestamp(balance.renewsAt),
    },
  };
}

/** A line of the ledger as the protos have it. */
export function toEntry({ at, reservationId, reference, ...entry }: EntryRow): credits.Entry {
  return {
    ...entry,
    at: toTimestamp(at),
    ...(reservationId !== null && { reservationId }),
    ...(reference !== null && { reference }),
  };
}
