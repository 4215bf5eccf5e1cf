import { isIPv4 } from 'node:net';
import { ConfigError, field, problemsOfFile, z } from '../config/index.js';
import type { TlsFiles } from '../grpc/index.js';
import { DEFAULT_SHUTDOWN_LIMIT_MS } from '../lifecycle/index.js';
import type { TracingOptions } from '../telemetry/index.js';

/**
 * Environment variables of a process that calls or serves gRPC. Spread into the shape of
 * `readConfig`.
 */
export const tlsFields = {
  /** PEM files for mutual TLS: all three, or none for plaintext. Read again when they change. */
  GRPC_TLS_CERT_FILE: field.text().optional(),
  GRPC_TLS_KEY_FILE: field.text().optional(),
  GRPC_TLS_CA_FILE: field.text().optional(),
};

/**
 * Returns the TLS files, or undefined when none is set. Throws ConfigError when some are missing or
 * unreadable.
 */
export function toTlsFiles(values: z.output<z.ZodObject<typeof tlsFields>>): TlsFiles | undefined {
  const { GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE, GRPC_TLS_CA_FILE } = values;
  const variables = Object.entries({ GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE, GRPC_TLS_CA_FILE });
  const missing = variables.filter(([, file]) => file === undefined).map(([name]) => name);
  if (missing.length === variables.length) return undefined;
  const problems = [
    ...missing.map((name) => `${name} is not set; set all three GRPC_TLS_ variables, or none for plaintext`),
    ...variables.flatMap(([name, file]) => (file === undefined ? [] : problemsOfFile(name, file))),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    certificateFile: String(GRPC_TLS_CERT_FILE),
    keyFile: String(GRPC_TLS_KEY_FILE),
    caFile: String(GRPC_TLS_CA_FILE),
  };
}

/** Environment variables that every service reads. Spread into the shape of `readConfig`. */
export const processFields = {
  ...tlsFields,
  /**
   * Probes, metrics and, in admin-service, the admin API; never on an ingress, so loopback by
   * default.
   */
  ADMIN_HOST: field.text().default('127.0.0.1'),
  ADMIN_PORT: field.port(),
  /**
   * Time to answer what is in flight, write what is queued and close, after SIGTERM. Less than the
   * orchestrator's grace period minus its preStop pause.
   */
  SHUTDOWN_LIMIT_MS: field.integer(100, 3_600_000).default(DEFAULT_SHUTDOWN_LIMIT_MS),
  OTEL_EXPORTER_OTLP_ENDPOINT: field.httpUrl().optional(),
  /** The names of OpenTelemetry. Every sampler follows the decision of the edge. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: field.ratio().default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/** Environment variables of a service that answers gRPC calls. */
export const servingFields = {
  ...processFields,
  /** `host:port` of the gRPC listener; port 0 picks a free one. */
  GRPC_LISTEN: z.string().regex(/^\S+:\d{1,5}$/, 'must be host:port'),
  /**
   * Lets a listener without TLS leave loopback. Every peer that reaches it may then call
   * everything.
   */
  GRPC_ALLOW_PLAINTEXT: field.boolean().default(false),
};

/** The configuration of a service's listeners, logs and traces. */
export interface ServingConfig {
  readonly grpc?: { readonly listen: string } | undefined;
  /** Undefined: plaintext, and the table of callers is not enforced. */
  readonly tls?: TlsFiles | undefined;
  /** The public HTTP listener. */
  readonly public?: { readonly host: string; readonly port: number; readonly maxConnections: number } | undefined;
  /** The admin listener. A process that runs several services has only one. */
  readonly admin?: { readonly host: string; readonly port: number } | undefined;
  readonly tracing: TracingOptions;
  readonly logLevel: string;
  /** Milliseconds from the signal to the end. Default: DEFAULT_SHUTDOWN_LIMIT_MS. */
  readonly shutdownLimitMs?: number;
}

type Values<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>;

/**
 * Returns the configuration of a service without a gRPC listener. Throws ConfigError when the TLS
 * files cannot be used.
 */
export function toProcessConfig(values: Values<typeof processFields>): ServingConfig {
  return {
    tls: toTlsFiles(values),
    admin: { host: values.ADMIN_HOST, port: values.ADMIN_PORT },
    tracing: { otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: toRatio(values) },
    logLevel: values.LOG_LEVEL,
    shutdownLimitMs: values.SHUTDOWN_LIMIT_MS,
  };
}

function toRatio({
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Values<typeof processFields>): number {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : ratio;
}

/**
 * Returns the configuration of a service with a gRPC listener. Throws ConfigError when the TLS
 * files cannot be used, or when plaintext would leave loopback without permission.
 */
export function toServingConfig(values: Values<typeof servingFields>): ServingConfig {
  const config = toProcessConfig(values);
  if (config.tls === undefined && !values.GRPC_ALLOW_PLAINTEXT && !isLoopback(values.GRPC_LISTEN))
    throw new ConfigError([
      `GRPC_LISTEN: ${values.GRPC_LISTEN} is not a loopback address. Without TLS every peer may call everything: ` +
        'set the three GRPC_TLS_ variables, or GRPC_ALLOW_PLAINTEXT=true where the network keeps others out',
    ]);
  return { ...config, grpc: { listen: values.GRPC_LISTEN } };
}

/**
 * Returns true for loopback addresses. `localhost` counts by its name; other names are not
 * resolved.
 */
function isLoopback(hostAndPort: string): boolean {
  const host = hostAndPort.slice(0, hostAndPort.lastIndexOf(':'));
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Environment variables of a service that has a database. Spread into the shape of `readConfig`.
 */
export const databaseFields = {
  DATABASE_URL: field.databaseUrl(),
  DATABASE_POOL_SIZE: field.integer(1, 200).default(10),
};

export interface DatabaseConfig {
  readonly url: string;
  readonly poolSize: number;
}

export function toDatabaseConfig(values: Values<typeof databaseFields>): DatabaseConfig {
  return { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE };
}
