import { expect } from 'chai';
import type { Directory } from './records.js';

const PERSONAL_NUMBER = /^(?:\d{2})?(\d{2}[01]\d{3})-?(\d{4})$/;

/** Everything about a person in the records, in each form in which the services hold it. */
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

/** Bounded everywhere: they run over bodies that were made to be long. */
const SECRETS = [
  /pd_live_\w{38}/g,
  /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{0,63}\w/g,
  /\+\d{8,15}/g,
  /\b\d{2}[01]\d{3}-?\d{4}\b/g,
];

/** Keys, e-mail addresses, phone numbers and personal numbers that were sent or answered in clear. */
export function secretsIn(text: string): string[] {
  return SECRETS.flatMap((secret) => text.match(secret) ?? []).filter((found) => !found.startsWith('XXXXX@'));
}

/** What every written form of a number has in common: it begins after the country code or the leading zero. */
function digitsOf(phone: string | undefined): string | undefined {
  return phone?.replaceAll(/[^0-9]/g, '').slice(-7);
}

/** Of what the tests sent and were answered, the log holds no key, address, number or name. */
export function expectDiscreet(lines: readonly string[], confidential: ReadonlySet<string>): void {
  expect(
    lines.filter((line) => line.includes('"msg":"request"')),
    'log lines of requests',
  ).not.to.have.length(0);
  const log = lines.join('').toLowerCase();
  expect([...confidential].filter((text) => log.includes(text.toLowerCase()))).to.deep.equal([]);
}
