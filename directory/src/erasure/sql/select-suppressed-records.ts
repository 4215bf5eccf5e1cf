import { statement } from '@prospecting/platform/postgres';

/** SQL that is true where the person has facts of these kinds, and the record has another value. */
function differs(recordHash: string, kinds: string): string {
  const facts = `from directory.suppressions as fact where fact.person_id = named.person_id and fact.kind in (${kinds})`;
  return `(${recordHash} is not null and exists (select ${facts})
      and not exists (select ${facts} and fact.value_hash = ${recordHash}))`;
}

/**
 * Finds the records of erased persons; each array has one element per record, null where the record
 * has no such value. A record is suppressed that has the id, the address or the LinkedIn page of an
 * erased person, or the phone and the name, or the name in the same organization unless it
 * contradicts: another page, or both another address and another phone.
 *
 * Served by suppressions_pkey and suppressions_person_idx. Locks nothing.
 */
export const selectSuppressedRecords = statement<
  readonly [
    ordinals: readonly string[],
    ids: readonly (Buffer | null)[],
    emails: readonly (Buffer | null)[],
    pages: readonly (Buffer | null)[],
    phones: readonly (Buffer | null)[],
    phonesAndNames: readonly (Buffer | null)[],
    names: readonly (Buffer | null)[],
  ],
  { readonly ordinal: string }
>(
  'directory_select_suppressed_records',
  `
  with records as materialized (
    select ordinal, id, email, linked_in, phone, phone_and_name, name
    from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[], $7::bytea[])
      as record (ordinal, id, email, linked_in, phone, phone_and_name, name)
  )
  select ordinal from records
  join directory.suppressions on kind = 'id' and value_hash = records.id
  union
  select ordinal from records
  join directory.suppressions on kind = 'email' and value_hash = records.email
  union
  select ordinal from records
  join directory.suppressions on kind = 'linkedIn' and value_hash = records.linked_in
  union
  select ordinal from records
  join directory.suppressions on kind = 'phoneAndName' and value_hash = records.phone_and_name
  union
  select ordinal from records
  join directory.suppressions as named on named.kind = 'name' and named.value_hash = records.name
  where not ${differs('records.linked_in', "'linkedIn'")}
    and not (
      ${differs('records.email', "'email', 'sharedEmail'")}
      and ${differs('records.phone', "'phone'")}
    )`,
);
