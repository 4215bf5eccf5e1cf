import path from 'node:path';
import { field, readConfig, z } from '@prospecting/platform/config';

/** Settings of `npm start`. */
export interface EmbeddedConfig {
  /** Address of the public API. Default: 127.0.0.1, so that only this machine reaches it. */
  readonly host: string;
  /** Port of the public API; 0 picks a free one. */
  readonly port: number;
  /** Port of the admin listener, which is on loopback; 0 picks a free one. */
  readonly adminPort: number;
  /** Port of the console, which is on loopback; 0 picks a free one. */
  readonly consolePort: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Loads the sample data and makes the demo account. */
  readonly demo: boolean;
  /** Redis for the rate buckets. Undefined: buckets are counted in memory. */
  readonly redisUrl: string | undefined;
}

/** Reads the environment. Throws ConfigError that names every invalid variable. */
export function readEmbeddedConfig(env: Readonly<Record<string, string | undefined>> = process.env): EmbeddedConfig {
  const values = readConfig(
    {
      PROSPECT_HOST: field.text().default('127.0.0.1'),
      PROSPECT_PORT: field.port().default(8080),
      PROSPECT_ADMIN_PORT: field.port().default(8081),
      PROSPECT_CONSOLE_PORT: field.port().default(8082),
      PROSPECT_DATA_DIR: field.text().default('.data'),
      PROSPECT_DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
      REDIS_URL: field.redisUrl().optional(),
    },
    env,
  );
  return {
    host: values.PROSPECT_HOST,
    port: values.PROSPECT_PORT,
    adminPort: values.PROSPECT_ADMIN_PORT,
    consolePort: values.PROSPECT_CONSOLE_PORT,
    dataDir: path.resolve(values.PROSPECT_DATA_DIR),
    demo: values.PROSPECT_DEMO === '1',
    redisUrl: values.REDIS_URL,
  };
}

/** Every address of this machine, IPv4 and IPv6. */
const WILDCARDS = ['0.0.0.0', '::'];

/** Returns the host to put into a URL for a listener on `host`: a URL cannot name every address. */
export function urlHost(host: string): string {
  if (WILDCARDS.includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
