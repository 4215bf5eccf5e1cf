const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const PORT_AFTER_HOST = /^[^/?#:]+:[0-9]+(?:[/?#]|$)/;
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+(?::[0-9]+)?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/i;

/**
 * A website's address as a URL: as written where that is one, else with `https://` before it, and with non-ASCII characters
 * in their ASCII form. undefined when it is no http or https address.
 */
export function parseWebsite(written: string): string | undefined {
  const schemeless = !SCHEME.test(written) || PORT_AFTER_HOST.test(written);
  const address = schemeless ? `https://${written.replace(/^\/\//, '')}` : written;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return PLAIN_URL.test(address) ? address : url.href;
}
