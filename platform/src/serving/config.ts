import { field, z } from '../config/index.js';

/** Environment variables that every gRPC service reads. Spread into the shape of `readConfig`. */
export const servingFields = {
  /** `host:port` of the gRPC listener; port 0 picks a free one. */
  GRPC_LISTEN: z.string().regex(/^\S+:\d{1,5}$/, 'must be host:port'),
  /** Probes and metrics; never on an ingress, so loopback unless told otherwise. */
  ADMIN_HOST: field.text().default('127.0.0.1'),
  ADMIN_PORT: field.port(),
  OTEL_EXPORTER_OTLP_ENDPOINT: field.httpUrl().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

export interface ServingConfig {
  readonly grpcListen: string;
  readonly adminHost: string;
  readonly adminPort: number;
  /** Tracing is off without it. */
  readonly otlpEndpoint: string | undefined;
  readonly logLevel: string;
}

export function toServingConfig(values: z.output<z.ZodObject<typeof servingFields>>): ServingConfig {
  return {
    grpcListen: values.GRPC_LISTEN,
    adminHost: values.ADMIN_HOST,
    adminPort: values.ADMIN_PORT,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: values.LOG_LEVEL,
  };
}

/** Environment variables of a service that has a database. Spread into the shape of `readConfig`. */
export const databaseFields = {
  DATABASE_URL: field.databaseUrl(),
  DATABASE_POOL_SIZE: field.integer(1, 200).default(10),
};

export interface DatabaseConfig {
  readonly url: string;
  readonly poolSize: number;
}

export function toDatabaseConfig(values: z.output<z.ZodObject<typeof databaseFields>>): DatabaseConfig {
  return { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE };
}
