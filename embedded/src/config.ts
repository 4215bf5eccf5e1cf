import path from 'node:path';
import { field, readConfig, z } from '@prospecting/platform/config';

/** What `npm start` is told by its environment. */
export interface EmbeddedConfig {
  /** Of the public API; 0 picks a free one. */
  readonly port: number;
  /** Of the admin listener, on loopback. */
  readonly adminPort: number;
  readonly dataDir: string;
  /** Load the sample data and make the demo account. */
  readonly demo: boolean;
  /** Undefined: requests are counted in memory. */
  readonly redisUrl: string | undefined;
}

/** Reads the environment; throws ConfigError naming everything that is bad. */
export function readEmbeddedConfig(env: Readonly<Record<string, string | undefined>> = process.env): EmbeddedConfig {
  const values = readConfig(
    {
      PROSPECT_PORT: field.port().default(8080),
      PROSPECT_ADMIN_PORT: field.port().default(8081),
      PROSPECT_DATA_DIR: field.text().default('.data'),
      PROSPECT_DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
      REDIS_URL: field.redisUrl().optional(),
    },
    env,
  );
  return {
    port: values.PROSPECT_PORT,
    adminPort: values.PROSPECT_ADMIN_PORT,
    dataDir: path.resolve(values.PROSPECT_DATA_DIR),
    demo: values.PROSPECT_DEMO === '1',
    redisUrl: values.REDIS_URL,
  };
}
