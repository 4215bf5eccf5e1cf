/**
 * Compares by code point, as PostgreSQL's collation "C" does. JavaScript's own `<` compares UTF-16
 * units, which orders the astral planes before U+E000.
 */
export function compareByCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
