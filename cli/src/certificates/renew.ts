import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { backoffMs, type BackoffLimits } from '@prospecting/platform/timing';
import { CommandError } from '../errors.js';
import type { CertificatesConfig } from './config.js';
import { ConflictError, type Secret, type Secrets } from './kubernetes.js';
import { NEW_AUTHORITY, plan, type Plan, type ServiceState, type State } from './plan.js';
import {
  assertOwn,
  authoritiesOf,
  isSameSecret,
  issuedOf,
  stateOf,
  toAuthoritySecret,
  toServiceSecret,
  type Authority,
  type Service,
  type Stored,
} from './stored.js';
import {
  BACKDATED_MS,
  createAuthority,
  issueCertificate,
  readCertificate,
  type Issued,
  type ReadCertificate,
} from './x509.js';

export interface RenewOptions {
  readonly replaceAuthority?: boolean;
  readonly removeReplaced?: boolean;
}

/** What a run did to one Secret. */
export interface Change {
  readonly name: string;
  readonly secret: string;
  readonly action: 'created' | 'renewed' | 'trust changed' | 'unchanged';
  readonly reason: string | null;
  /** The authority that signed the certificate. */
  readonly authority: string;
  readonly expires: string;
}

export interface AuthorityLine {
  readonly id: string;
  /** `waits`: every service trusts it, and it signs when that has reached every pod. */
  readonly role: 'signs' | 'waits' | 'replaced';
  readonly expires: string;
}

export interface Renewal {
  readonly certificates: readonly Change[];
  readonly authorities: readonly AuthorityLine[];
  /** When the next step of a replacement of the authority is due. */
  readonly nextStepAt: string | null;
}

const MAX_ROUNDS = 8;
const ROUND_PAUSES = { firstMs: 200, maxMs: 3_000 };

/** Reads the Secrets. The services first: an authority is written before any service trusts it. */
export async function readStored(secrets: Secrets, { names, secretPrefix }: CertificatesConfig): Promise<Stored> {
  const services: Service[] = [];
  for (const name of names) {
    const secretName = `${secretPrefix}-${name}-tls`;
    const secret = await secrets.get(secretName);
    services.push({ name, secretName, ...(secret !== undefined && { secret }) });
  }
  const authoritySecretName = `${secretPrefix}-ca`;
  const authoritySecret = await secrets.get(authoritySecretName);
  return { authoritySecretName, services, ...(authoritySecret !== undefined && { authoritySecret }) };
}

/**
 * Brings every Secret up to date, and takes the next step of a replacement when it is due. Another
 * run at the same time is safe: whoever comes second reads again.
 */
export async function renewCertificates(
  secrets: Secrets,
  config: CertificatesConfig,
  options: RenewOptions = {},
  pauses: BackoffLimits = ROUND_PAUSES,
): Promise<Renewal> {
  const changes = new Map<string, Change>();
  for (let rounds = 1; ; rounds += 1) {
    try {
      return await renewOnce(secrets, config, options, changes);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (rounds === MAX_ROUNDS)
        throw new CommandError(`${error.message}, ${rounds} times in a row; run the command again`, { cause: error });
      await pause(backoffMs(pauses, rounds - 1));
    }
  }
}

async function renewOnce(
  secrets: Secrets,
  config: CertificatesConfig,
  options: RenewOptions,
  changes: Map<string, Change>,
): Promise<Renewal> {
  const stored = await readStored(secrets, config);
  assertOwn(stored);
  const known = new Map(authoritiesOf(stored));
  const state = stateOf(stored, known);
  const now = secrets.now();
  const todo = plan(now, state, toPolicy(config, options));
  if (todo.newAuthority !== undefined) known.set(NEW_AUTHORITY, await newAuthority(now, state, config));
  const authority = (id: string): Authority => {
    const found = known.get(id);
    if (found === undefined) throw new Error(`the plan names the unknown authority ${id}`);
    return found;
  };

  // The key first: a certificate whose authority got lost would outlive the trust in it.
  const { authoritySecretName, authoritySecret } = stored;
  await write(
    secrets,
    toAuthoritySecret(authoritySecretName, authoritySecret, todo.signing.map(authority)),
    authoritySecret,
  );

  const trusted = todo.trusted.map((id) => authority(id).read);
  for (const [index, service] of stored.services.entries()) {
    const before = state.services[index] as ServiceState;
    const reason = todo.issue.get(service.name);
    const issued =
      reason === undefined
        ? issuedOf(service)
        : await issueCertificate(asIssued(authority(todo.signer)), service.name, now, config.certificateMs);
    const signer = reason === undefined ? before.certificate?.issuer : authority(todo.signer).read.id;
    const certificate = readCertificate(issued.certificate) as ReadCertificate;
    const secret = toServiceSecret(service, {
      issued,
      trusted,
      ...notesOf(before, { isNew: reason !== undefined, signer: signer ?? '', certificate, trusted, now, secrets }),
    });
    await write(secrets, secret, service.secret);
    const isChanged = !isDeepStrictEqual(secret.data, service.secret?.data);
    const change = toChange(service, reason, isChanged, { authority: signer ?? '', certificate });
    // A round that met a conflict has changed what it had come to.
    const earlier = changes.get(service.name);
    changes.set(service.name, change.action === 'unchanged' && earlier !== undefined ? earlier : change);
  }
  return { certificates: [...changes.values()], ...describeAuthorities(todo, known) };
}

/** Returns who signs, who waits and who is replaced, and when the next step is due. */
export function describeAuthorities(
  todo: Plan,
  known: ReadonlyMap<string, Authority>,
): Pick<Renewal, 'authorities' | 'nextStepAt'> {
  const roleOf = (id: string): AuthorityLine['role'] => {
    if (id === todo.signer) return 'signs';
    return todo.signing.includes(id) ? 'waits' : 'replaced';
  };
  const authorities = todo.trusted.flatMap((id) => {
    const read = known.get(id)?.read;
    return read === undefined ? [] : [{ id: read.id, role: roleOf(id), expires: toIso(read.notAfter) }];
  });
  return { authorities, nextStepAt: todo.nextStepAt === undefined ? null : toIso(todo.nextStepAt) };
}

export function toPolicy(
  { settleMs }: CertificatesConfig,
  { replaceAuthority = false, removeReplaced = false }: RenewOptions,
): Parameters<typeof plan>[2] {
  return { settleMs, replaceAuthority, removeReplaced };
}

async function newAuthority(
  now: number,
  { authorities }: State,
  { authorityMs }: CertificatesConfig,
): Promise<Authority> {
  // Authorities are ordered by their first second, so no two of them have the same one.
  const startsAt = Math.max(now, ...authorities.map(({ notBefore }) => notBefore + BACKDATED_MS + 1_000));
  const { certificate, key } = await createAuthority(startsAt, authorityMs);
  return { read: readCertificate(certificate) as ReadCertificate, key };
}

function asIssued({ read, key }: Authority): Issued {
  if (key === undefined) throw new Error(`the plan signs with the authority ${read.id}, which has no key`);
  return { certificate: read.pem, key };
}

async function write(secrets: Secrets, secret: Secret, before: Secret | undefined): Promise<void> {
  if (isSameSecret(secret, before)) return;
  await (before === undefined ? secrets.create(secret) : secrets.replace(secret));
}

interface Writing {
  readonly isNew: boolean;
  readonly signer: string;
  readonly certificate: ReadCertificate;
  readonly trusted: readonly ReadCertificate[];
  readonly now: number;
  readonly secrets: Secrets;
}

function notesOf(
  before: ServiceState,
  { isNew, signer, certificate, trusted, now, secrets }: Writing,
): Pick<Parameters<typeof toServiceSecret>[1], 'writtenAt' | 'trustedSince' | 'issuedUntil'> {
  // The steps are counted from the last moment at which this write can take effect.
  const writtenBy = secrets.writtenBy();
  const issuedUntil = new Map([...before.issuedUntil].filter(([, until]) => now < until));
  const { issuer, notAfter = 0 } = before.certificate ?? {};
  if (issuer !== undefined) issuedUntil.set(issuer, Math.max(issuedUntil.get(issuer) ?? 0, notAfter));
  issuedUntil.set(signer, Math.max(issuedUntil.get(signer) ?? 0, certificate.notAfter));
  return {
    writtenAt: isNew ? writtenBy : (before.writtenAt ?? writtenBy),
    trustedSince: new Map(trusted.map(({ id }) => [id, before.trustedSince.get(id) ?? writtenBy])),
    issuedUntil,
  };
}

function toChange(
  { name, secretName, secret }: Service,
  reason: string | undefined,
  isChanged: boolean,
  { authority, certificate }: { authority: string; certificate: ReadCertificate },
): Change {
  const actionOf = (): Change['action'] => {
    if (secret === undefined) return 'created';
    if (reason !== undefined) return 'renewed';
    return isChanged ? 'trust changed' : 'unchanged';
  };
  return {
    name,
    secret: secretName,
    action: actionOf(),
    reason: reason ?? null,
    authority,
    expires: toIso(certificate.notAfter),
  };
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
