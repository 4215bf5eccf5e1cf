/// <reference lib="es2024.string" />

/**
 * Whether a text can be stored and sent on: no NUL, which PostgreSQL refuses in text, and no lone surrogate, which has no
 * UTF-8 form. Every parser asks this first, so nothing that passed one can fail in the database.
 */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
