import { expect } from 'chai';
import type { Directory } from './records.js';

const PERSONAL_NUMBER = /^(?:\d{2})?(\d{2}[01]\d{3})-?(\d{4})$/;

/** Returns all personal data of the records, in each form in which the services hold it. */
export function personalDataOf({ contacts = [], switchboards = [], organizations = [] }: Directory): string[] {
  const people = contacts.flatMap(({ name, email, phone, linkedInUrl }) => [
    name,
    email,
    digitsOf(phone),
    linkedInUrl?.replace(/^.*\/in\//, ''),
  ]);
  const lines = switchboards.flatMap(({ email, phone }) => [email, digitsOf(phone)]);
  const traders = organizations.flatMap(({ organizationNumber }) => {
    const [, birth, last] = PERSONAL_NUMBER.exec(organizationNumber) ?? [];
    return birth === undefined ? [] : [`${birth}${last}`, `${birth}-${last}`];
  });
  return [...people, ...lines, ...traders].filter((text) => text !== undefined);
}

/** Every quantifier is bounded, because these patterns run over very long bodies. */
const SECRETS = [
  /pd_live_\w{38}/g,
  /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{0,63}\w/g,
  /\+\d{8,15}/g,
  /\b\d{2}[01]\d{3}-?\d{4}\b/g,
];

/**
 * Returns the keys, e-mail addresses, phone numbers and personal numbers that a request or response
 * contains unmasked.
 */
export function secretsIn(text: string): string[] {
  return SECRETS.flatMap((secret) => text.match(secret) ?? []).filter((found) => !found.startsWith('XXXXX@'));
}

/**
 * Returns the part that every written form of a number shares: what follows the country code or the
 * leading zero.
 */
function digitsOf(phone: string | undefined): string | undefined {
  return phone?.replaceAll(/[^0-9]/g, '').slice(-7);
}

/**
 * Asserts that the log contains none of the keys, addresses, numbers and names that the tests sent
 * or received.
 */
export function expectDiscreet(lines: readonly string[], confidential: ReadonlySet<string>): void {
  expect(
    lines.filter((line) => line.includes('"msg":"request"')),
    'log lines of requests',
  ).not.to.have.length(0);
  const log = lines.join('').toLowerCase();
  expect([...confidential].filter((text) => log.includes(text.toLowerCase()))).to.deep.equal([]);
}
