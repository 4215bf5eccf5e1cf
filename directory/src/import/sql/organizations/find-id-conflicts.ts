/**
 * Staged organizations whose id and natural key are not those of one record: an id given for a number that has another id
 * already, or an id derived from a number that some other organization was given.
 *
 * Served by organizations_natural_key_key and organizations_pkey, or for a large file by one pass. Locks nothing.
 */
export const FIND_ID_CONFLICTS = `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  left join directory.organizations as same_key on same_key.natural_key = staged.natural_key
  left join directory.organizations as same_id on same_id.id = staged.id
  where case when staged.id_given
    then same_key.id <> staged.id
    else same_key.id is null and same_id.id is not null
  end
  order by staged.ordinal
`;
