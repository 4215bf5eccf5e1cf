const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const PORT_AFTER_HOST = /^[^/?#:]+:[0-9]+(?:[/?#]|$)/;
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/i;

/**
 * Returns a website's URL: as written when it has a scheme, or else with `https://` added. Encodes
 * non-ASCII characters. Returns undefined when it is not an http or https URL, when it has a user
 * name or password, or when the host has no dot.
 */
export function parseWebsite(written: string): string | undefined {
  const schemeless = !SCHEME.test(written) || PORT_AFTER_HOST.test(written);
  const address = schemeless ? `https://${written.replace(/^\/\//, '')}` : written;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return PLAIN_URL.test(address) ? address : url.href;
}
