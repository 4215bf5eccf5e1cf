import { ConfigError, field, problemsOfFile, z } from '@prospecting/platform/config';

/** A server's address. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** The Redis that counts for several gateways, in one of its three forms. */
export type RedisConfig = (SingleRedis | SentinelRedis | ClusterRedis) & {
  /** A user of Redis' access control lists. Default: Redis' `default` user. */
  readonly username?: string | undefined;
  /** Undefined: the URL's, or none. */
  readonly password?: string | undefined;
  /** PEM: the authorities that servers' certificates must come from. Default: those of Node.js. */
  readonly caFile?: string | undefined;
};

/** One server, or one address that leads to the primary. */
export interface SingleRedis {
  readonly mode: 'single';
  /** redis:// or rediss://. */
  readonly url: string;
}

/** Sentinels, which name the primary. */
export interface SentinelRedis {
  readonly mode: 'sentinel';
  readonly sentinels: readonly HostAndPort[];
  /** The name under which the sentinels watch the primary. */
  readonly master: string;
  readonly sentinelPassword?: string | undefined;
  /** True: sentinels and servers are reached with TLS. */
  readonly tls: boolean;
}

/** Redis Cluster: any of its nodes lead to all. */
export interface ClusterRedis {
  readonly mode: 'cluster';
  readonly nodes: readonly HostAndPort[];
  /** True: nodes are reached with TLS. */
  readonly tls: boolean;
}

/** Environment variables of the rate counters. Spread into the shape of `readConfig`. */
export const redisFields = {
  /**
   * Optional, like the other two forms. Without any of the three, requests are counted in memory,
   * which is right for a single gateway only.
   */
  REDIS_URL: field.redisUrl().optional(),
  /** Comma-separated `host:port`. */
  REDIS_SENTINELS: addresses().optional(),
  REDIS_SENTINEL_MASTER: field.text().optional(),
  REDIS_SENTINEL_PASSWORD: field.text().optional(),
  /** Comma-separated `host:port` of at least one node. The others are learned from it. */
  REDIS_CLUSTER_NODES: addresses().optional(),
  REDIS_USERNAME: field.text().optional(),
  REDIS_PASSWORD: field.text().optional(),
  /** For sentinels and cluster nodes, whose addresses have no scheme. REDIS_CA_FILE implies it. */
  REDIS_TLS: field.boolean().optional(),
  REDIS_CA_FILE: field.text().optional(),
};

type Values = z.output<z.ZodObject<typeof redisFields>>;

/**
 * Returns the Redis that counts, or undefined when none is configured. Throws ConfigError unless
 * exactly one form is configured and all other variables belong to it.
 */
export function toRedisConfig(values: Values): RedisConfig | undefined {
  const forms = { REDIS_URL: 'single', REDIS_SENTINELS: 'sentinel', REDIS_CLUSTER_NODES: 'cluster' } as const;
  const set = Object.keys(forms).filter((name) => values[name as keyof typeof forms] !== undefined);
  const problems = set.length > 1 ? [`${set.join(' and ')} are set: set only one of them`] : problemsOf(values, set[0]);
  if (values.REDIS_CA_FILE !== undefined) problems.push(...problemsOfFile('REDIS_CA_FILE', values.REDIS_CA_FILE));
  if (problems.length > 0) throw new ConfigError(problems);
  const shared = { username: values.REDIS_USERNAME, password: values.REDIS_PASSWORD, caFile: values.REDIS_CA_FILE };
  const tls = values.REDIS_TLS ?? values.REDIS_CA_FILE !== undefined;
  if (values.REDIS_URL !== undefined) return { mode: 'single', url: values.REDIS_URL, ...shared };
  if (values.REDIS_SENTINELS !== undefined)
    return {
      mode: 'sentinel',
      sentinels: values.REDIS_SENTINELS,
      master: String(values.REDIS_SENTINEL_MASTER),
      sentinelPassword: values.REDIS_SENTINEL_PASSWORD,
      tls,
      ...shared,
    };
  if (values.REDIS_CLUSTER_NODES !== undefined)
    return { mode: 'cluster', nodes: values.REDIS_CLUSTER_NODES, tls, ...shared };
  return undefined;
}

/** Returns what does not fit the only form that is set, named by its variable. */
function problemsOf(values: Values, form: string | undefined): string[] {
  const problems: string[] = [];
  const needs = (name: keyof Values, fits: boolean, owner: string): void => {
    if (values[name] !== undefined && !fits) problems.push(`${name}: is only for ${owner}`);
  };
  const anyForm = 'REDIS_URL, REDIS_SENTINELS or REDIS_CLUSTER_NODES';
  needs('REDIS_USERNAME', form !== undefined, anyForm);
  needs('REDIS_PASSWORD', form !== undefined, anyForm);
  needs('REDIS_CA_FILE', form !== undefined, anyForm);
  needs('REDIS_SENTINEL_MASTER', form === 'REDIS_SENTINELS', 'REDIS_SENTINELS');
  needs('REDIS_SENTINEL_PASSWORD', form === 'REDIS_SENTINELS', 'REDIS_SENTINELS');
  const byAddress = form === 'REDIS_SENTINELS' || form === 'REDIS_CLUSTER_NODES';
  needs('REDIS_TLS', byAddress, 'REDIS_SENTINELS and REDIS_CLUSTER_NODES; a URL says rediss://');
  if (form === 'REDIS_SENTINELS' && values.REDIS_SENTINEL_MASTER === undefined)
    problems.push('REDIS_SENTINEL_MASTER is not set: sentinels need the name of the primary that they watch');
  if (values.REDIS_TLS === false && values.REDIS_CA_FILE !== undefined)
    problems.push('REDIS_TLS: must not be false when REDIS_CA_FILE is set');
  if (values.REDIS_URL !== undefined) problems.push(...problemsOfUrl(values.REDIS_URL, values));
  return problems;
}

function problemsOfUrl(url: string, { REDIS_PASSWORD, REDIS_USERNAME, REDIS_CA_FILE }: Values): string[] {
  if (!URL.canParse(url)) return ['REDIS_URL: must be a redis:// URL'];
  const { protocol, username, password } = new URL(url);
  const problems: string[] = [];
  if (REDIS_CA_FILE !== undefined && protocol !== 'rediss:')
    problems.push('REDIS_CA_FILE: needs a REDIS_URL that begins with rediss://');
  if (REDIS_PASSWORD !== undefined && password !== '')
    problems.push('REDIS_PASSWORD: REDIS_URL has a password already; set one of them');
  if (REDIS_USERNAME !== undefined && username !== '')
    problems.push('REDIS_USERNAME: REDIS_URL has a user name already; set one of them');
  return problems;
}

const ADDRESS = /^(?:\[(?<ipv6>[0-9a-fA-F:.]+)\]|(?<name>[^\s:/@[\]]+)):(?<port>\d{1,5})$/;

/** A field of comma-separated `host:port`, with IPv6 addresses in brackets. */
function addresses(): z.ZodType<readonly HostAndPort[]> {
  return z.string().transform((text, context): readonly HostAndPort[] => {
    const found: HostAndPort[] = [];
    for (const part of text.split(',')) {
      const groups = ADDRESS.exec(part.trim())?.groups;
      const port = Number(groups?.['port']);
      if (groups === undefined || port < 1 || port > 65_535) {
        context.addIssue({ code: 'custom', message: 'must be host:port, or several separated by commas' });
        return z.NEVER;
      }
      found.push({ host: groups['ipv6'] ?? groups['name'] ?? '', port });
    }
    return found;
  });
}
