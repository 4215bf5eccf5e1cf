import { ConfigError, field, type z } from '@prospecting/platform/config';
import type { ServingConfig } from '@prospecting/platform/serving';
import type { ConsoleOptions } from './app.js';
import { isLoopback } from './console-url.js';

/** The variables of the console. Without CONSOLE_PORT there is none. */
export const consoleFields = {
  CONSOLE_PORT: field.port().optional(),
  CONSOLE_HOST: field.text().default('127.0.0.1'),
  CONSOLE_URL: field.httpUrl().optional(),
  /** The public API as customers see it, for the examples on the pages. The gateway's BASE_URL. */
  BASE_URL: field.httpUrl().optional(),
  CONSOLE_TRUSTED_PROXIES: field.integer(0, 10).default(0),
  CONSOLE_OIDC_ISSUER: field.httpUrl().optional(),
  CONSOLE_OIDC_CLIENT_ID: field.text().optional(),
  CONSOLE_OIDC_CLIENT_SECRET: field.text().optional(),
  CONSOLE_OIDC_NAME: field.text().optional(),
  /** gRPC target of search-service, for the pages of organizations and contacts. */
  SEARCH_TARGET: field.text().optional(),
};

/** The people of an installation, with some tabs each. Above it connections wait. */
const MAX_CONNECTIONS = 1_000;

type Values = Readonly<z.output<z.ZodObject<typeof consoleFields>>>;

/** Returns the listener of the console, if there is one. */
export function consoleListener(values: Values): Pick<ServingConfig, 'public'> {
  const { CONSOLE_HOST: host, CONSOLE_PORT: port } = values;
  return port === undefined ? {} : { public: { host, port, maxConnections: MAX_CONNECTIONS } };
}

/** Returns the settings of the console. Throws ConfigError that names what is missing or unsafe. */
export function toConsoleOptions(values: Values): Omit<ConsoleOptions, 'folder'> | undefined {
  if (values.CONSOLE_PORT === undefined) return undefined;
  const problems = [...problemsOfUrl(values.CONSOLE_URL), ...problemsOfOidc(values)];
  if (values.SEARCH_TARGET === undefined) problems.push('SEARCH_TARGET is not set; the console needs it');
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    url: new URL(values.CONSOLE_URL ?? '').origin,
    apiUrl: values.BASE_URL?.replace(/\/+$/, ''),
    trustedProxies: values.CONSOLE_TRUSTED_PROXIES,
    oidc: toOidc(values),
  };
}

function problemsOfUrl(text: string | undefined): string[] {
  if (text === undefined) return ['CONSOLE_URL is not set; it is the address at which people open the console'];
  if (!URL.canParse(text)) return ['CONSOLE_URL: must be a URL'];
  const url = new URL(text);
  const isOrigin = url.href === `${url.origin}/`;
  return [
    ...(isOrigin ? [] : ['CONSOLE_URL: must have neither a path nor a query']),
    // The cookie of a session would cross the network in the clear.
    ...(url.protocol === 'https:' || isLoopback(url) ? [] : ['CONSOLE_URL: must be https, except on loopback']),
  ];
}

const OIDC = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

function problemsOfOidc(values: Values): string[] {
  const missing = OIDC.filter((name) => values[name] === undefined);
  if (missing.length === OIDC.length) return [];
  const issuer = values.CONSOLE_OIDC_ISSUER;
  const isSafe = issuer === undefined || issuer.startsWith('https:') || isLoopback(new URL(issuer));
  return [
    ...missing.map((name) => `${name} is not set; set all of ${OIDC.join(', ')}, or none`),
    ...(isSafe ? [] : ['CONSOLE_OIDC_ISSUER: must be https, except on loopback']),
  ];
}

function toOidc(values: Values): ConsoleOptions['oidc'] {
  const {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name: values.CONSOLE_OIDC_NAME ?? new URL(issuer).host };
}
