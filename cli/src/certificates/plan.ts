/**
 * The rules of renewal, without a clock and without I/O.
 *
 * A pod sees a change of its files some time after the Secret has it, up to the settle time. So a
 * change that one peer makes needs the other peer's files first: every peer trusts an authority
 * before anybody shows a certificate of it, and nobody shows one any more before a peer stops.
 */

/** Stands for the authority that the run is to make. */
export const NEW_AUTHORITY = 'new';

export interface AuthorityState {
  readonly id: string;
  /** Milliseconds since 1970, like every time here. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Whether its private key is there. */
  readonly canSign: boolean;
}

export interface ServiceState {
  readonly name: string;
  /** The certificate, when it has the service's name, fits its key, and a known authority signed it. */
  readonly certificate?: { readonly issuer: string; readonly notBefore: number; readonly notAfter: number };
  /** When the certificate was written to the Secret. Absent: unknown. */
  readonly writtenAt?: number;
  /** Since when the Secret's `ca.crt` has held each authority. */
  readonly trustedSince: ReadonlyMap<string, number>;
  /** The end of the last certificate that each authority signed for this service. */
  readonly issuedUntil: ReadonlyMap<string, number>;
}

export interface State {
  /** Every authority with a key, and every other one that some `ca.crt` holds. */
  readonly authorities: readonly AuthorityState[];
  /** One entry for each service, also for those that have no Secret. */
  readonly services: readonly ServiceState[];
}

export interface Policy {
  /** The longest time from the write of a Secret until every pod uses its files. */
  readonly settleMs: number;
  /** Makes a new authority although the newest one still has time. */
  readonly replaceAuthority: boolean;
  /** Removes a replaced authority although certificates of it, which nobody uses, have not ended. */
  readonly removeReplaced: boolean;
}

export interface Plan {
  /** Why this run makes an authority. */
  readonly newAuthority?: string;
  /** The authority that signs in this run: an id or NEW_AUTHORITY. */
  readonly signer: string;
  /** The authorities whose keys stay, oldest first. */
  readonly signing: readonly string[];
  /** The authorities of every `ca.crt`, oldest first. */
  readonly trusted: readonly string[];
  /** The services that get a certificate now, with the reason. */
  readonly issue: ReadonlyMap<string, string>;
  /** When the next step of a replacement is due. Absent: none is under way. */
  readonly nextStepAt?: number;
}

/** Returns what one run has to do. */
export function plan(now: number, state: State, policy: Policy): Plan {
  const valid = state.authorities.filter(({ notAfter }) => now < notAfter).sort(byAge);
  const signers = valid.filter(({ canSign }) => canSign);
  const settled = signers.findLast(({ id }) => isSettled(now, id, state.services, policy));
  const newest = signers.at(-1);
  // Before anybody has waited for it, the oldest authority is the one that most peers trust.
  const signer = settled ?? signers[0];
  const reason = reasonForAuthority(now, newest, signer, policy);
  const signing = signers.slice(signer === undefined ? 0 : signers.indexOf(signer)).map(({ id }) => id);
  const trusted = valid
    .filter(({ id }) => signing.includes(id) || isNeeded(now, id, state.services, policy))
    .map(({ id }) => id);
  const added = reason === undefined ? [] : [NEW_AUTHORITY];
  const issue = new Map<string, string>();
  for (const service of state.services) {
    const why = reasonForCertificate(now, service, signer?.id ?? NEW_AUTHORITY, settled !== undefined);
    if (why !== undefined) issue.set(service.name, why);
  }
  const steps = { signer: signer?.id ?? NEW_AUTHORITY, signing: [...signing, ...added], issue };
  return {
    ...(reason !== undefined && { newAuthority: reason }),
    ...steps,
    trusted: [...trusted, ...added],
    ...nextStep(now, steps, state.services, policy),
  };
}

/** Returns true when at most a third of a life is left. */
export function isEnding(now: number, { notBefore, notAfter }: { notBefore: number; notAfter: number }): boolean {
  return notAfter - now <= (notAfter - notBefore) / 3;
}

function byAge(one: AuthorityState, other: AuthorityState): number {
  return one.notBefore - other.notBefore || (one.id < other.id ? -1 : 1);
}

function isSettled(now: number, id: string, services: readonly ServiceState[], { settleMs }: Policy): boolean {
  return services.every(({ trustedSince }) => now - (trustedSince.get(id) ?? Infinity) >= settleMs);
}

function reasonForAuthority(
  now: number,
  newest: AuthorityState | undefined,
  signer: AuthorityState | undefined,
  { replaceAuthority }: Policy,
): string | undefined {
  if (newest === undefined) return 'no valid authority has its key';
  if (isEnding(now, newest)) return 'at most a third of the life of the authority is left';
  // A newer authority that does not sign yet is the one that was asked for.
  return replaceAuthority && newest === signer ? 'asked for' : undefined;
}

/** Returns true while some pod may show a certificate of a replaced authority. */
function isNeeded(now: number, id: string, services: readonly ServiceState[], policy: Policy): boolean {
  return services.some(
    ({ certificate, writtenAt, issuedUntil }) =>
      certificate?.issuer === id ||
      now - (writtenAt ?? Infinity) < policy.settleMs ||
      (!policy.removeReplaced && now < (issuedUntil.get(id) ?? 0)),
  );
}

function reasonForCertificate(
  now: number,
  { certificate }: ServiceState,
  signer: string,
  hasSettled: boolean,
): string | undefined {
  if (certificate === undefined) return 'missing or unusable';
  if (now >= certificate.notAfter) return 'expired';
  if (now < certificate.notBefore) return 'not valid yet';
  const isOther = certificate.issuer !== signer;
  // Peers would refuse a certificate of an authority that they do not trust yet. The present one
  // still works.
  if (isOther && !hasSettled) return undefined;
  if (isOther) return 'another authority signs';
  return isEnding(now, certificate) ? 'at most a third of its life is left' : undefined;
}

/** Returns when the newest authority may sign, while some certificate is of another one. */
function nextStep(
  now: number,
  { signing, signer, issue }: Pick<Plan, 'signing' | 'signer' | 'issue'>,
  services: readonly ServiceState[],
  { settleMs }: Policy,
): { nextStepAt?: number } {
  const newest = signing.at(-1);
  const isLast = services.every(({ name, certificate }) => (issue.has(name) ? signer : certificate?.issuer) === newest);
  if (newest === undefined || isLast) return {};
  return { nextStepAt: Math.max(...services.map(({ trustedSince }) => trustedSince.get(newest) ?? now)) + settleMs };
}
