/// <reference lib="es2024.string" />

/**
 * Returns true for text that can be stored and forwarded: without NUL, which PostgreSQL rejects,
 * and without lone surrogates, which have no UTF-8 form. Every parser checks this first, so its
 * result never fails in the database.
 */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
