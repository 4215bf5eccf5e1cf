import { hash } from 'node:crypto';

/**
 * Returns the instant at which a reveal expires: one calendar year later. The reveal does not count
 * at that instant itself (half open). The next year has no 29 February, so a reveal of that day
 * expires on 28 February.
 */
export function revealExpiry(revealedAt: Date): Date {
  const expiry = new Date(revealedAt);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 1);
  // 29 February overflows into 1 March; day 0 of March is the last day of February.
  if (expiry.getUTCMonth() !== revealedAt.getUTCMonth()) expiry.setUTCDate(0);
  return expiry;
}

/**
 * Returns the SHA-256 of an account and an address, under which a reveal remembers the address. It
 * includes the account, so that equal addresses of two accounts have different hashes.
 * @param accountId lower case
 * @param email lower case, domain in ASCII
 */
export function emailHash(accountId: string, email: string): Buffer {
  return hash('sha256', `${accountId}:${email}`, 'buffer');
}
