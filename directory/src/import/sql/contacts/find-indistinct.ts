/** Staged contacts that were judged to be ambiguous beside the other records of the file. Locks nothing. */
export const FIND_INDISTINCT = `
  select ordinal, line from pg_temp.repeated_contacts where verdict = 'ambiguous' order by ordinal
`;
