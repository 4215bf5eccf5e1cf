/** Gives staged contacts ($1, by ordinal) other ids ($2). There is no index: a batch costs one pass over the table. */
export const ASSIGN_IDS = `
  update pg_temp.staged_contacts as staged
  set id = assigned.id
  from unnest($1::bigint[], $2::uuid[]) as assigned (ordinal, id)
  where staged.ordinal = assigned.ordinal
`;
