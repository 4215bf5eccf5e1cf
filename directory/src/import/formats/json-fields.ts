/** Returns a member of a JSON object; undefined when the value is not an object or has no such member. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Returns the value at a path such as `_source.Vrvirksomhed`. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = member(found, name);
  return found;
}

/** Returns a trimmed text, or a number or boolean as text; undefined when absent or empty. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = valueAt(value, path);
  if (typeof found === 'string') return found.trim() === '' ? undefined : found.trim();
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
}

/** Returns the elements of a list; none when the value is not a list. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}
