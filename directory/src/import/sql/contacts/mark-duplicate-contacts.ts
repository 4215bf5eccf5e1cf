import { statement } from '@prospecting/platform/postgres';
import { contradiction } from './contradiction.js';

/** Conditions under which two repeated contacts share evidence that they are one person. */
const SHARED_EVIDENCE = [
  'other.content_hash = one.content_hash',
  'other.linked_in_slug = one.linked_in_slug and other.first_name = one.first_name',
  'other.normalized_name = one.normalized_name and other.email = one.email',
  'other.normalized_name = one.normalized_name and other.phone = one.phone',
];

/**
 * Marks repeated contacts without an id as duplicates of an earlier record or of a record with an
 * id.
 *
 * The join runs once for each condition in `SHARED_EVIDENCE`. Each run can hash on its own columns,
 * so large groups of namesakes stay cheap. Locks only the temporary table.
 */
export const markDuplicateContacts = statement<readonly [], never>(
  'directory_mark_duplicate_contacts',
  `
  update pg_temp.repeated_contacts as repeated
  set verdict = 'duplicate'
  from (
    ${SHARED_EVIDENCE.map(
      (condition) => `
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join pg_temp.repeated_contacts as other on other.organization_id = one.organization_id and ${condition}
    where not one.id_given
      and (other.id_given or other.ordinal < one.ordinal)
      and not ${contradiction('one', 'other')}`,
    ).join('\n    union')}
  ) as duplicates
  where duplicates.ordinal = repeated.ordinal`,
);
