import { createHmac, hkdfSync } from 'node:crypto';
import type { Tried } from './misses.js';

const PREFIX_LENGTH = 6;

/** Names the personal numbers of an account by keyed hashes, in hex. */
export type NumberHashes = (accountId: string, digits: string) => Tried;

/**
 * Keyed, because there are few enough birth dates and personal numbers to hash them all, and with the
 * account in it, so that two accounts that ask for one number cannot be told from the hashes.
 */
export function createNumberHashes(secret: string): NumberHashes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'numbers asked for in vain', 32));
  const hash = (accountId: string, digits: string): string =>
    createHmac('sha256', key).update(`${accountId}\n${digits}`).digest('hex');
  return (accountId, digits) => ({
    prefix: hash(accountId, digits.slice(0, PREFIX_LENGTH)),
    number: hash(accountId, digits),
  });
}
