import type { KeySecret, Limits } from '../../api/types.js';

export interface OldSecret {
  readonly prefix: string;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

/** A key with its secrets: the current one, and those that a roll replaced. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** First characters of the current secret. */
  readonly prefix: string;
  /** When the key's first secret was made, as far as the list reaches. */
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly limits: Limits;
  readonly oldSecrets: readonly OldSecret[];
}

/** Groups secrets, the newest of a key first, by key. Active keys come before revoked ones. */
export function groupKeys(secrets: readonly KeySecret[], now: number): readonly Key[] {
  const byId = new Map<string, KeySecret[]>();
  for (const secret of secrets) byId.set(secret.id, [...(byId.get(secret.id) ?? []), secret]);
  const keys = [...byId.values()].flatMap((of) => toKey(of, now) ?? []);
  return keys.toSorted((one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null));
}

function toKey(secrets: readonly KeySecret[], now: number): Key | undefined {
  const current = secrets.find(({ expiresAt }) => expiresAt === null) ?? secrets[0];
  if (current === undefined) return undefined;
  const old = secrets.filter((each) => each !== current && each.expiresAt !== null);
  return {
    id: current.id,
    name: current.name,
    prefix: current.prefix,
    createdAt: secrets.map(({ createdAt }) => createdAt).toSorted()[0] ?? current.createdAt,
    revokedAt: current.revokedAt,
    limits: current.limits,
    oldSecrets: old.map(({ prefix, expiresAt }) => ({
      prefix,
      expiresAt: expiresAt ?? '',
      isExpired: new Date(expiresAt ?? '').getTime() <= now,
    })),
  };
}

const LOG_DAYS = 30;

/** Whether a key may have been used before the first line of its log. A younger one was never used. */
export function isOlderThanLog(createdAt: string, now: number): boolean {
  return now - new Date(createdAt).getTime() > LOG_DAYS * 86_400_000;
}

/** Old secrets that still open the door. */
export function overlapping(key: Key): readonly OldSecret[] {
  return key.revokedAt === null ? key.oldSecrets.filter(({ isExpired }) => !isExpired) : [];
}
