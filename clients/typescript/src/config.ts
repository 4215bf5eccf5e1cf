import { LONGEST_WAIT_MS } from './deadline.js';
import { ConfigurationError } from './errors.js';

export interface ClientOptions {
  /** Default: the environment variable PROSPECTING_API_KEY. */
  readonly apiKey?: string | undefined;
  /** Ends in `/external/v1`. Default: the environment variable PROSPECTING_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /**
   * Milliseconds for a call, over all its tries and waits. With `waitForRateLimit`, waits for a
   * rate bucket do not count. Default: 30,000.
   */
  readonly timeoutMs?: number | undefined;
  /** Tries after the first one. Default: 4. */
  readonly maxRetries?: number | undefined;
  /**
   * Whether a call waits for a rate bucket that the last answers reported as exhausted, instead of
   * being rejected. It waits for up to two minutes at a time. When false, a 429 is still retried if
   * its `Retry-After` ends within `timeoutMs`. Default: true.
   */
  readonly waitForRateLimit?: boolean | undefined;
  /** Sends the requests. Default: the global fetch. */
  readonly fetch?: typeof fetch | undefined;
}

export interface Configuration {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly waitForRateLimit: boolean;
  readonly fetch: typeof fetch;
}

interface Surroundings {
  readonly window?: unknown;
  readonly Deno?: unknown;
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** Completes and checks the options. Throws ConfigurationError, which never shows the key. */
export function readConfiguration(options: ClientOptions): Configuration {
  const surroundings = globalThis as Surroundings;
  // Deno 1 has a window on the server.
  if (surroundings.window !== undefined && surroundings.Deno === undefined) {
    throw new ConfigurationError(
      'This is a browser. An API key must stay on a server: whoever has it can spend the credits of the account.',
    );
  }
  return {
    apiKey: readKey(options.apiKey ?? readVariable('PROSPECTING_API_KEY')),
    baseUrl: readBaseUrl(options.baseUrl ?? readVariable('PROSPECTING_BASE_URL')),
    timeoutMs: readTimeout(options.timeoutMs ?? 30_000),
    maxRetries: readCount(options.maxRetries ?? 4),
    waitForRateLimit: options.waitForRateLimit ?? true,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** Throws ConfigurationError when it is not a number of milliseconds that a timer can hold. */
export function readTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= LONGEST_WAIT_MS) return timeoutMs;
  throw new ConfigurationError(`timeoutMs is ${timeoutMs}; it must be above 0 and at most ${LONGEST_WAIT_MS}.`);
}

/** Throws ConfigurationError when no header can carry the key. */
export function readIdempotencyKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ConfigurationError('An idempotencyKey has 1 to 255 visible ASCII characters, such as a UUID.');
}

function readCount(maxRetries: number): number {
  if (Number.isSafeInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new ConfigurationError(`maxRetries is ${maxRetries}; it must be a whole number from 0.`);
}

function readVariable(name: string): string | undefined {
  try {
    return (globalThis as Surroundings).process?.env?.[name];
  } catch {
    // Deno throws when the program may not read the environment.
    return undefined;
  }
}

function readKey(key: string | undefined): string {
  if (key === undefined || key === '') {
    throw new ConfigurationError('There is no API key. Set PROSPECTING_API_KEY or pass apiKey.');
  }
  // Fetch would show a key that no header can carry in its error.
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError('The API key has a space, line break or other character that no API key has.');
}

function readBaseUrl(text: string | undefined): string {
  if (text === undefined || text === '') {
    throw new ConfigurationError('There is no base address. Set PROSPECTING_BASE_URL or pass baseUrl.');
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigurationError('The base address is not a URL. It looks like https://api.example.com/external/v1.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError('The base address must have no user, password, query or fragment.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNearby(url.hostname))) {
    throw new ConfigurationError(
      `The base address must start with https://, because every request carries the API key. http:// is accepted for ` +
        `loopback and private addresses, names without a dot, and names under .local, .internal and .localhost.`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Returns true for hosts that no request reaches over the internet. */
function isNearby(host: string): boolean {
  if (host.startsWith('[')) return /^\[(::1|f[cd][0-9a-f]{2}:.*)\]$/.test(host);
  // The URL parser has brought every spelling of an IPv4 address into this form.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
  return !host.includes('.') || /\.(local|internal|localhost)$/.test(host);
}
