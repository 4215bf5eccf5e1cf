import { ConfigError, field, z } from '@prospecting/platform/config';

/** Read replicas of the directory's server. */
export interface ReplicasConfig {
  readonly urls: readonly string[];
  /**
   * A replica serves while it has everything that the primary had committed this many milliseconds
   * ago.
   */
  readonly maxLagMs: number;
}

/** Environment variables of the read replicas. Spread into the shape of `readConfig`. */
export const replicaFields = {
  /** Comma-separated: a comma in a password is written `%2C`. Default: none. */
  REPLICA_DATABASE_URLS: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .refine((urls) => urls.every(isDatabaseUrl), 'must be postgres:// URLs, separated by commas')
    .default([]),
  REPLICA_MAX_LAG_MS: field.integer(500, 3_600_000).default(5_000),
};

function isDatabaseUrl(url: string): boolean {
  return field.databaseUrl().safeParse(url).success && URL.canParse(url);
}

/** Returns the read replicas. Throws ConfigError when a server is listed twice. */
export function toReplicasConfig(values: z.output<z.ZodObject<typeof replicaFields>>): ReplicasConfig {
  const names = values.REPLICA_DATABASE_URLS.map((url) => replicaName(url));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new ConfigError([`REPLICA_DATABASE_URLS: names ${repeated} twice`]);
  return { urls: values.REPLICA_DATABASE_URLS, maxLagMs: values.REPLICA_MAX_LAG_MS };
}

/** Returns `host:port` of a database URL, which logs and metrics may show. */
export function replicaName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? '5432' : port}`;
}
