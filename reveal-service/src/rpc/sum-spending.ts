import { fromTimestamp } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { failValidation, requireUuid } from '../request-fields.js';
import { selectSpending } from '../sql/select-spending.js';

const MAX_MS = 92 * 24 * 60 * 60 * 1_000;

/** Returns what the account spent on each UTC day by each key. Throws validation_failed. */
export async function sumSpending(
  { revealPool }: { readonly revealPool: Pool },
  request: reveal.SumSpendingRequest,
): Promise<reveal.SumSpendingResponse> {
  const accountId = requireUuid('accountId', request.accountId);
  const { from, to } = parseTimes(request);
  if (to.getTime() - from.getTime() > MAX_MS) failValidation('to', 'must be at most 92 days after from');
  const rows = await selectSpending.run(revealPool, [accountId, from, to]);
  return {
    days: rows.map(({ day, keyId, millicredits }) => ({ day, millicredits, ...(keyId !== null && { keyId }) })),
  };
}

/** Returns the times of a request. Throws validation_failed when one is missing. */
export function parseTimes({ from, to }: Pick<reveal.SumSpendingRequest, 'from' | 'to'>): {
  readonly from: Date;
  readonly to: Date;
} {
  if (from === null) return failValidation('from', 'must be a time');
  if (to === null) return failValidation('to', 'must be a time');
  return { from: fromTimestamp(from), to: fromTimestamp(to) };
}
