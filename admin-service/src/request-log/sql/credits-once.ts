/**
 * The credits of an entry, where an operation's count once: in the row of `charged`, which is the
 * first with credits. An entry within the 24 hours in which the operation is remembered repeats its
 * answer and shows 0. Both are names of a `with` query with `at` and `ctid`.
 */
export function creditsOnce(entry: string): string {
  return `case when ${entry}.at <= charged.at + interval '24 hours' and (${entry}.at, ${entry}.ctid) <> (charged.at, charged.ctid)
       then 0 else ${entry}.credits_millicredits
     end as "creditsMillicredits"`;
}
