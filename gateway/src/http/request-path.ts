const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Returns the path of a request target exactly as it was sent. It decodes and resolves nothing, so
 * only the documented spelling reaches a route. It drops the query, because no endpoint has one.
 */
export function pathOf(target: string): string {
  // A proxy may send the absolute form (RFC 9112, 3.2.2).
  const path = target.startsWith('/') ? target : target.replace(AUTHORITY, '');
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
