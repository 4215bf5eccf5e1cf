/** Modes whose meaning in node-postgres is not the one of libpq. */
const LIBPQ_MODES = new Set(['allow', 'prefer', 'require', 'verify-ca', 'verify-full']);

/**
 * Returns a connection URL that means to node-postgres what it means to libpq: `require` encrypts
 * and verifies nothing, `verify-ca` verifies the authority, `verify-full` also the name.
 * Two differences remain, both to the safe side: `allow` and `prefer` never fall back to plaintext,
 * and `verify-full` without `sslrootcert` trusts the public authorities that Node.js has.
 */
export function toNodeUrl(connectionString: string): string {
  const url = new URL(connectionString);
  const options = url.searchParams;
  // libpq's word for the public authorities, of which any name could otherwise be accepted.
  if (options.get('sslrootcert') === 'system') {
    options.delete('sslrootcert');
    options.set('sslmode', 'verify-full');
  }
  const mode = options.get('sslmode') ?? (options.has('sslrootcert') ? 'require' : undefined);
  if (mode === undefined || !LIBPQ_MODES.has(mode) || options.has('uselibpqcompat')) return url.href;
  options.set('sslmode', mode === 'allow' ? 'prefer' : mode);
  options.set('uselibpqcompat', 'true');
  return url.href;
}
