import { twoPersons } from './two-persons.js';

/** Pairs of repeated contacts that have something in common by which a person is known. */
const IN_COMMON = [
  'other.content_hash = one.content_hash',
  'other.linked_in_slug = one.linked_in_slug and other.first_name = one.first_name',
  'other.levelled_name = one.levelled_name and other.email = one.email',
  'other.levelled_name = one.levelled_name and other.phone = one.phone',
];

/**
 * Says of repeated contacts without an id that they are duplicates: of an earlier record, or of one with an id.
 *
 * The join is made once for each thing in common, so that it hashes on that and large groups of namesakes stay cheap.
 */
export const JUDGE_DUPLICATES = `
  update pg_temp.repeated_contacts as repeated
  set verdict = 'duplicate'
  from (
    ${IN_COMMON.map(
      (inCommon) => `
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join pg_temp.repeated_contacts as other on other.organization_id = one.organization_id and ${inCommon}
    where not one.id_given
      and (other.id_given or other.ordinal < one.ordinal)
      and not ${twoPersons('one', 'other')}`,
    ).join('\n    union')}
  ) as duplicates
  where duplicates.ordinal = repeated.ordinal
`;
