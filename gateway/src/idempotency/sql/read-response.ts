import { statement } from '@prospecting/platform/postgres';

/** Every column of the response is null where none is found. */
export interface FoundRow {
  /** Whether the API key is. */
  revoked: boolean;
  fingerprint: Buffer | null;
  /** Whether its lease runs, by the database's clock; null without one. */
  leased: boolean | null;
  status: number | null;
  body: Buffer | null;
  credits_remaining_millicredits: number | null;
}

/** What is found under a key that could not be claimed. Indexes: api_keys_pkey, stored_responses_pkey. No lock. */
export const readResponse = statement<[keyId: string, idempotencyKeyHash: Buffer], FoundRow>(
  'read_stored_response',
  `select
     key.revoked_at is not null as revoked,
     found.fingerprint, found.lease_until > clock_timestamp() as leased,
     found.status, found.body, found.credits_remaining_millicredits
   from edge.api_keys as key
   left join edge.stored_responses as found on found.key_id = key.id and found.idempotency_key_hash = $2
   where key.id = $1`,
);
