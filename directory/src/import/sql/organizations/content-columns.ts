import { STAGED_ORGANIZATIONS } from './staging-table.js';

/** The columns that hold what a source says about an organization. */
export const CONTENT_COLUMNS = Object.keys(STAGED_ORGANIZATIONS.content);

/** Returns the columns, each with the prefix. */
export function contentColumns(prefix: string): string {
  return CONTENT_COLUMNS.map((column) => `${prefix}${column}`).join(', ');
}
