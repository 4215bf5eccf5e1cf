import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, field, readConfig, z } from '@prospecting/platform/config';
import type { Environment } from '../config.js';
import { CommandError, UsageError } from '../errors.js';

export interface CertificatesConfig {
  /** The services, one certificate each. */
  readonly names: readonly string[];
  readonly secretPrefix: string;
  readonly certificateMs: number;
  readonly authorityMs: number;
  readonly settleMs: number;
}

/** How a process in a pod reaches the Kubernetes API. */
export interface KubernetesAccess {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** PEM: the authorities of the API's certificate. */
  readonly ca: string;
  readonly namespace: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Leaves room for the longest suffix within the 253 characters of a Secret's name. */
const PREFIX = /^[a-z0-9]([a-z0-9.-]{0,171}[a-z0-9])?$/;

const shape = {
  CERTIFICATE_NAMES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.string().regex(LABEL, 'must be DNS labels, separated by commas')).min(1))
    .refine((names) => new Set(names).size === names.length, 'must not name a service twice')
    .refine((names) => !names.includes('ca'), 'must not name a service ca'),
  CERTIFICATE_SECRET_PREFIX: z.string().regex(PREFIX, 'must be the beginning of the name of a Secret'),
  CERTIFICATE_DAYS: field.integer(1, 825).default(90),
  CERTIFICATE_CA_DAYS: field.integer(3, 36_500).default(3_650),
  CERTIFICATE_SETTLE_MINUTES: field.integer(1, 10_080).default(30),
};

const accessShape = {
  KUBERNETES_SERVICE_HOST: field.text(),
  KUBERNETES_SERVICE_PORT: field.port(),
  KUBERNETES_SERVICE_ACCOUNT_DIR: field.text().default(SERVICE_ACCOUNT_DIR),
};

/** Reads what to make. Throws UsageError that names every missing or wrong variable. */
export function readCertificatesConfig(env: Environment): CertificatesConfig {
  const config = readOrRefuse(shape, env);
  const { CERTIFICATE_DAYS: days, CERTIFICATE_CA_DAYS: authorityDays } = config;
  // An authority is replaced when a third of its life is left: the certificates must fit in there.
  if (authorityDays < 3 * days)
    throw new UsageError('CERTIFICATE_CA_DAYS must be at least three times CERTIFICATE_DAYS');
  const settleMs = config.CERTIFICATE_SETTLE_MINUTES * MINUTE_MS;
  // A renewal must have reached every pod long before the old certificate ends.
  if (settleMs > (days * DAY_MS) / 12)
    throw new UsageError('CERTIFICATE_SETTLE_MINUTES must be at most a twelfth of CERTIFICATE_DAYS');
  return {
    names: config.CERTIFICATE_NAMES,
    secretPrefix: config.CERTIFICATE_SECRET_PREFIX,
    certificateMs: days * DAY_MS,
    authorityMs: authorityDays * DAY_MS,
    settleMs,
  };
}

/** Finds the Kubernetes API as every pod does. */
export async function findKubernetes(env: Environment): Promise<KubernetesAccess> {
  const config = readOrRefuse(accessShape, env);
  const read = async (name: string): Promise<string> => {
    const file = path.join(config.KUBERNETES_SERVICE_ACCOUNT_DIR, name);
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new CommandError(`cannot read ${file}; this command runs in a pod whose service account token is mounted`, {
        cause: error,
      });
    });
    return text.trim();
  };
  return {
    host: config.KUBERNETES_SERVICE_HOST,
    port: config.KUBERNETES_SERVICE_PORT,
    token: await read('token'),
    ca: await read('ca.crt'),
    namespace: await read('namespace'),
  };
}

function readOrRefuse<Shape extends z.ZodRawShape>(
  fields: Shape,
  env: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  try {
    return readConfig(fields, env);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.problems.join('\n  '));
    throw error;
  }
}
