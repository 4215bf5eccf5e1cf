import type { Directory } from './records.js';

const PERSONAL_NUMBER = /^(?:\d{2})?(\d{2}[01]\d{3})-?(\d{4})$/;

/** Everything about a person in the records, in each form in which the services hold it. */
export function personalDataOf({ contacts = [], switchboards = [], organizations = [] }: Directory): string[] {
  const people = contacts.flatMap(({ name, email, phone, linkedInUrl }) => [
    name,
    email,
    phone,
    linkedInUrl?.replace(/^.*\/in\//, ''),
  ]);
  const lines = switchboards.flatMap(({ email, phone }) => [email, phone]);
  const traders = organizations.flatMap(({ organizationNumber }) => {
    const [, birth, last] = PERSONAL_NUMBER.exec(organizationNumber) ?? [];
    return birth === undefined ? [] : [`${birth}${last}`, `${birth}-${last}`];
  });
  return [...people, ...lines, ...traders].filter((text) => text !== undefined);
}
