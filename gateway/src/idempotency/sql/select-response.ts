import { statement } from '@prospecting/platform/postgres';

export interface ResponseRow {
  readonly fingerprint: Buffer;
  /** True while the lease runs, by the database's clock. Null: the row has no lease. */
  readonly isLeased: boolean | null;
  readonly status: number | null;
  readonly body: Buffer | null;
  readonly creditsRemainingMillicredits: number | null;
}

/**
 * Selects the row of a key that could not be claimed. Index: stored_responses_pkey. Locks nothing.
 */
export const selectResponse = statement<readonly [keyId: string, idempotencyKeyHash: Buffer], ResponseRow>(
  'edge_select_response',
  `select
     fingerprint,
     lease_until > clock_timestamp() as "isLeased",
     status,
     body,
     credits_remaining_millicredits as "creditsRemainingMillicredits"
   from edge.stored_responses
   where key_id = $1 and idempotency_key_hash = $2`,
);
