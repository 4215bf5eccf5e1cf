/** Roles that most customers look for. Any other code can be typed. */
export const SUGGESTED_ROLES = [
  'ceo',
  'cfo',
  'cto',
  'coo',
  'cmo',
  'head_of_sales',
  'head_of_marketing',
  'head_of_purchasing',
  'head_of_hr',
  'head_of_it',
  'board_chair',
  'founder',
] as const;

/** Returns what a person typed as a role code: `Head of Sales` becomes `head_of_sales`. */
export function toRoleCode(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\-_./]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
