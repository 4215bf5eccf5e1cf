/** Returns true when the URL's host is this machine, reached without a network. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
