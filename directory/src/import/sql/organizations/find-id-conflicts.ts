/**
 * Staged organizations with a given id whose number is on record under another id. Sole traders are not among them: their
 * natural keys hold the id too, because one person may run several firms under one number.
 *
 * Served by organizations_natural_key_key, or for a large file by one pass. Locks nothing.
 */
export const FIND_ID_CONFLICTS = `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join directory.organizations on organizations.natural_key = staged.natural_key
  where staged.id_given and organizations.id <> staged.id
  order by staged.ordinal
`;
