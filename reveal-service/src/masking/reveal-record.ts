import { hash } from 'node:crypto';

/**
 * The instant at which a reveal ends: one calendar year on, itself outside (half open). 29 February has no counterpart in the next
 * year, so what was revealed then ends on 28 February.
 */
export function revealExpiry(revealedAt: Date): Date {
  const expiry = new Date(revealedAt);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 1);
  // The calendar runs over into 1 March; day 0 of March is the last of February.
  if (expiry.getUTCMonth() !== revealedAt.getUTCMonth()) expiry.setUTCDate(0);
  return expiry;
}

/**
 * SHA-256 of an account and an address, under which a reveal remembers what was revealed. The account is part of it, so that equal
 * addresses of two accounts have nothing in common.
 * @param accountId lower case
 * @param email lower case, domain in ASCII
 */
export function emailHash(accountId: string, email: string): Buffer {
  return hash('sha256', `${accountId}:${email}`, 'buffer');
}
