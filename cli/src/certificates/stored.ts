/**
 * What the Secrets hold. The Secret `<prefix>-ca` keeps the authorities that can sign; a replaced
 * authority lives on in the `ca.crt` of the services until nobody shows a certificate of it.
 */
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../errors.js';
import type { Secret } from './kubernetes.js';
import type { AuthorityState, ServiceState, State } from './plan.js';
import {
  isKeyOf,
  isServiceCertificate,
  readBundle,
  readCertificate,
  type Issued,
  type ReadCertificate,
} from './x509.js';

export const MANAGED_BY = { name: 'app.kubernetes.io/managed-by', value: 'prospect-certificates' } as const;
const MADE_BY = 'certificates.prospecting/made-by';
const STATE = 'certificates.prospecting/state';

/** An authority whose certificate is known, with its private key as PEM where that is known too. */
export interface Authority {
  readonly read: ReadCertificate;
  readonly key?: string;
}

/** A service and its Secret, when there is one. */
export interface Service {
  readonly name: string;
  readonly secretName: string;
  readonly secret?: Secret;
}

/** What the Secrets hold, read once. */
export interface Stored {
  readonly authoritySecretName: string;
  readonly authoritySecret?: Secret;
  readonly services: readonly Service[];
}

/** What one service's Secret is to hold. Times are milliseconds since 1970. */
export interface ServiceContent {
  readonly issued: Issued;
  readonly trusted: readonly ReadCertificate[];
  readonly writtenAt: number;
  readonly trustedSince: ReadonlyMap<string, number>;
  readonly issuedUntil: ReadonlyMap<string, number>;
}

/** Throws CommandError when one of the Secrets was made by somebody else. */
export function assertOwn({ authoritySecret, services }: Stored): void {
  for (const secret of [authoritySecret, ...services.map((service) => service.secret)]) {
    if (secret === undefined || isOwn(secret)) continue;
    const { name, labels } = secret.metadata;
    const owner = labels?.[MANAGED_BY.name];
    throw new CommandError(
      `Secret ${name} is there and was not made by this command (${MANAGED_BY.name} is ${owner ?? 'not set'}); nothing was changed\n  Delete the Secret, or set another CERTIFICATE_SECRET_PREFIX.`,
    );
  }
}

export function isOwn({ metadata: { labels, annotations } }: Secret): boolean {
  return labels?.[MANAGED_BY.name] === MANAGED_BY.value && annotations?.[MADE_BY] !== undefined;
}

/**
 * Returns every authority of the Secrets by id: those with a key, and those that services trust.
 */
export function authoritiesOf({ authoritySecret, services }: Stored): ReadonlyMap<string, Authority> {
  const found = new Map<string, Authority>();
  for (const { secret } of services)
    for (const read of readBundle(text(secret, 'ca.crt'))) if (isAuthority(read)) found.set(read.id, { read });
  for (const name of Object.keys(authoritySecret?.data ?? {})) {
    if (!name.endsWith('.crt')) continue;
    const read = readCertificate(text(authoritySecret, name));
    if (read === undefined || !isAuthority(read)) continue;
    const key = text(authoritySecret, name.replace(/crt$/, 'key'));
    if (isKeyOf(key, read)) found.set(read.id, { read, key });
  }
  return found;
}

export function stateOf({ services }: Stored, authorities: ReadonlyMap<string, Authority>): State {
  return {
    authorities: [...authorities.values()].map(toState),
    services: services.map((service) => serviceState(service, authorities)),
  };
}

/** Returns the certificate and key that the Secret holds. */
export function issuedOf({ secret }: Service): Issued {
  return { certificate: text(secret, 'tls.crt'), key: text(secret, 'tls.key') };
}

/** Returns the Secret with the keys of the authorities. Keeps the labels that others have added. */
export function toAuthoritySecret(name: string, before: Secret | undefined, signing: readonly Authority[]): Secret {
  const data: Record<string, string> = {};
  for (const { read, key } of signing) {
    data[`${read.id}.crt`] = encode(read.pem);
    data[`${read.id}.key`] = encode(key ?? '');
  }
  return { ...frame(name, before, {}), type: before?.type ?? 'Opaque', data };
}

/** Returns the Secret of a service, with the three keys that cert-manager writes too. */
export function toServiceSecret({ name, secretName, secret }: Service, content: ServiceContent): Secret {
  const state = JSON.stringify({
    writtenAt: new Date(content.writtenAt).toISOString(),
    trustedSince: toIso(content.trustedSince),
    issuedUntil: toIso(content.issuedUntil),
  });
  return {
    ...frame(secretName, secret, { 'app.kubernetes.io/component': name }, { [STATE]: state }),
    type: secret?.type ?? 'kubernetes.io/tls',
    data: {
      'tls.crt': encode(content.issued.certificate),
      'tls.key': encode(content.issued.key),
      'ca.crt': encode(content.trusted.map(({ pem }) => pem).join('')),
    },
  };
}

/** Returns true when the write would change nothing. */
export function isSameSecret(one: Secret, other: Secret | undefined): boolean {
  const parts = ({ data, metadata: { labels, annotations } }: Secret): unknown[] => [data, labels, annotations];
  return other !== undefined && isDeepStrictEqual(parts(one), parts(other));
}

function frame(
  name: string,
  before: Secret | undefined,
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>> = {},
): Secret {
  return {
    ...before,
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      ...before?.metadata,
      name,
      labels: {
        ...before?.metadata.labels,
        [MANAGED_BY.name]: MANAGED_BY.value,
        'app.kubernetes.io/part-of': 'prospecting',
        ...labels,
      },
      annotations: {
        ...before?.metadata.annotations,
        [MADE_BY]: 'prospect certificates renew',
        ...annotations,
      },
    },
  };
}

function isAuthority({ x509 }: ReadCertificate): boolean {
  return x509.ca && x509.checkIssued(x509) && x509.verify(x509.publicKey);
}

function toState({ read: { id, notBefore, notAfter }, key }: Authority): AuthorityState {
  return { id, notBefore, notAfter, canSign: key !== undefined };
}

function serviceState(service: Service, authorities: ReadonlyMap<string, Authority>): ServiceState {
  const { name, secret } = service;
  const noted = readNotes(secret);
  const bundle = readBundle(text(secret, 'ca.crt')).map(({ id }) => id);
  const { certificate: pem, key } = issuedOf(service);
  const read = readCertificate(pem);
  const issuer = [...authorities.values()].find(
    (authority) => read !== undefined && isKeyOf(key, read) && isServiceCertificate(read, name, authority.read),
  );
  return {
    name,
    ...(read !== undefined &&
      issuer !== undefined && {
        certificate: { issuer: issuer.read.id, notBefore: read.notBefore, notAfter: read.notAfter },
      }),
    ...(noted.writtenAt !== undefined && { writtenAt: noted.writtenAt }),
    trustedSince: new Map([...noted.trustedSince].filter(([id]) => bundle.includes(id))),
    issuedUntil: noted.issuedUntil,
  };
}

interface Notes {
  readonly writtenAt?: number;
  readonly trustedSince: ReadonlyMap<string, number>;
  readonly issuedUntil: ReadonlyMap<string, number>;
}

/**
 * Reads the annotation. What somebody has damaged counts as unknown: then a step only takes longer.
 */
function readNotes(secret: Secret | undefined): Notes {
  let noted: Readonly<Record<string, unknown>> = {};
  try {
    const value: unknown = JSON.parse(secret?.metadata.annotations?.[STATE] ?? '{}');
    if (typeof value === 'object' && value !== null) noted = value as Record<string, unknown>;
  } catch {
    // Not JSON: unknown, too.
  }
  const writtenAt = Date.parse(String(noted['writtenAt']));
  return {
    ...(!Number.isNaN(writtenAt) && { writtenAt }),
    trustedSince: fromIso(noted['trustedSince']),
    issuedUntil: fromIso(noted['issuedUntil']),
  };
}

function toIso(times: ReadonlyMap<string, number>): Record<string, string> {
  return Object.fromEntries([...times].map(([id, time]) => [id, new Date(time).toISOString()]));
}

function fromIso(value: unknown): ReadonlyMap<string, number> {
  if (typeof value !== 'object' || value === null) return new Map();
  const times = Object.entries(value).map(([id, time]) => [id, Date.parse(String(time))] as const);
  return new Map(times.filter(([, time]) => !Number.isNaN(time)));
}

function text(secret: Secret | undefined, name: string): string {
  return Buffer.from(secret?.data?.[name] ?? '', 'base64').toString();
}

function encode(value: string): string {
  return Buffer.from(value).toString('base64');
}
