const TEXTS: Readonly<Record<number, string>> = {
  200: 'answered',
  400: 'Idempotency-Key missing',
  401: 'key not accepted',
  402: 'credits missing',
  403: 'API not enabled',
  404: 'no such path',
  405: 'method not allowed',
  409: 'the same Idempotency-Key is running',
  413: 'body too large',
  415: 'body is not JSON',
  422: 'request invalid',
  429: 'rate limited',
  499: 'the caller went away',
  500: 'failed',
  503: 'service unavailable',
};

/** Returns what a status of the public API means, in a few words. */
export function statusText(status: number): string {
  const text = TEXTS[status];
  if (text !== undefined) return text;
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}
