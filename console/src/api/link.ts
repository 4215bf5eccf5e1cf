/** Returns the parameter `after` of the next page that a header `Link` names. Undefined on the last page. */
export function nextAfter(header: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(header ?? '')?.[1];
  if (target === undefined) return undefined;
  return new URL(target, 'http://console.invalid').searchParams.get('after') ?? undefined;
}
