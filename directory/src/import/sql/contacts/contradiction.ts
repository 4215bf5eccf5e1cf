/**
 * Returns SQL that is true where two contacts of one organization contradict each other and so are
 * two persons: their LinkedIn pages differ, or at least two of address, phone and given name
 * differ. A value that only one of them has contradicts nothing.
 *
 * @param one alias of a row with the columns linked_in_slug, email, phone and first_name
 * @param other alias of another such row
 */
export function contradiction(one: string, other: string): string {
  const differ = (column: string): string => `coalesce(${one}.${column} <> ${other}.${column}, false)`;
  const differences = ['email', 'phone', 'first_name'].map((column) => `${differ(column)}::integer`);
  return `(${differ('linked_in_slug')} or ${differences.join(' + ')} >= 2)`;
}
