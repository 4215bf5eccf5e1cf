const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * The path of a request target, exactly as it was sent: nothing is decoded or resolved, so no spelling but the documented one
 * reaches a route. The query is dropped: no endpoint has one.
 */
export function pathOf(target: string): string {
  // A proxy may send the absolute form (RFC 9112, 3.2.2).
  const path = target.startsWith('/') ? target : target.replace(AUTHORITY, '');
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
