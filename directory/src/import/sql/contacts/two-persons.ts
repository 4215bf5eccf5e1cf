/**
 * SQL that is true where what is said of two contacts of one organization shows that they are two persons: their LinkedIn pages
 * differ, or at least two of address, phone and given name do. What only one of them has contradicts nothing.
 *
 * @param one and other are rows with the columns linked_in_slug, email, phone and first_name
 */
export function twoPersons(one: string, other: string): string {
  const differ = (column: string): string => `coalesce(${one}.${column} <> ${other}.${column}, false)`;
  const counted = ['email', 'phone', 'first_name'].map((column) => `${differ(column)}::integer`);
  return `(${differ('linked_in_slug')} or ${counted.join(' + ')} >= 2)`;
}
