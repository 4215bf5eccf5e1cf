import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `pd_live_`, 32 random letters or digits, 6 characters of checksum over them. */
export const KEY_PREFIX = 'pd_live_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 12;
const KEY = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Draws an integer below the bound, uniformly. */
export type RandomInteger = (bound: number) => number;

/** Generates a key with 190 bits of randomness. */
export function generateKey(random: RandomInteger = randomInt): string {
  const letters = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join('');
  return KEY_PREFIX + letters + checksum(letters);
}

/**
 * Returns the CRC-32 (IEEE) in base 62. It distinguishes a mistyped key from an unknown one without
 * a look-up.
 */
function checksum(letters: string): string {
  let rest = crc32(letters);
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / ALPHABET.length))
    digits = (ALPHABET[rest % ALPHABET.length] as string) + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

/** Returns true for a text that could be an issued key. */
export function isWellFormedKey(text: string): boolean {
  const match = KEY.exec(text);
  return match !== null && checksum(match[1] as string) === match[2];
}

/**
 * Returns the only form of a key that is stored. It needs no salt or stretching: a random key of
 * this length cannot be guessed from its hash.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the only part of a key that is shown after its creation. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}

const BEARER = /^bearer +(\S+)$/i;

/** Returns the key of an Authorization header, or `undefined` when it is missing or malformed. */
export function keyOf(authorization: string | undefined): string | undefined {
  const key = BEARER.exec(authorization ?? '')?.[1];
  return key !== undefined && isWellFormedKey(key) ? key : undefined;
}
