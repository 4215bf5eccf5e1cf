import { statement } from '@prospecting/platform/postgres';
import type { SuppressionKind } from '../suppression-keys.js';

export interface FactRow {
  readonly erasureId: string;
  readonly personId: string;
  readonly kind: SuppressionKind;
  readonly hash: Buffer;
}

/** Returns a page of all suppressions. Served in order by suppressions_pkey. Locks nothing. */
export const selectFacts = statement<
  readonly [afterKind: string, afterHash: Buffer, afterPersonId: string, limit: number],
  FactRow
>(
  'directory_select_facts',
  `
  select erasure_id as "erasureId", person_id as "personId", kind, value_hash as hash
  from directory.suppressions
  where (kind, value_hash, person_id) > ($1::text collate "C", $2::bytea, $3::uuid)
  order by kind, value_hash, person_id
  limit $4`,
);
