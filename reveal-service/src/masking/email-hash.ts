import { hash } from 'node:crypto';

/**
 * SHA-256 of an account and an address, under which a reveal remembers what was revealed. The account is part of it, so that equal
 * addresses of two accounts have nothing in common.
 * @param accountId lower case
 * @param email lower case, domain in ASCII
 */
export function emailHash(accountId: string, email: string): Buffer {
  return hash('sha256', `${accountId}:${email}`, 'buffer');
}
