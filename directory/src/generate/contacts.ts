import { contactCounts } from './contact-counts.js';
import { generateIdentities, type Identity } from './identities.js';
import { CHIEF_EXECUTIVE, inventColleague, pickPosition, type Person } from './people.js';
import { inventPhone } from './phones.js';
import { createRandom, type Random } from './random.js';
import { WORDS } from './words.js';

export interface GenerateContactsOptions {
  /** Number of the seed's organizations, from its first, that have contacts. */
  readonly organizations: number;
  /** Mean number of contacts of an organization. */
  readonly contactsPer: number;
  readonly seed: number;
}

const EMAIL_SHARE = 0.85;
const PHONE_SHARE = 0.55;
const LINKED_IN_SHARE = 0.8;

/** Generates contacts of the organizations of the same seed, one canonical JSON line each. */
export function generateContacts({
  organizations,
  contactsPer,
  seed,
}: GenerateContactsOptions): Generator<string, void> {
  return contactsOf(take(generateIdentities(seed), organizations), contactsPer, seed);
}

/** Generates contacts of any organizations, one canonical JSON line each. */
export function* contactsOf(
  organizations: Iterable<Pick<Identity, 'countryCode' | 'organizationNumber' | 'domain'>>,
  contactsPer: number,
  seed: number,
): Generator<string, void> {
  const random = createRandom(seed, 'contacts');
  const counts = contactCounts(contactsPer, seed);
  let serial = 0;
  for (const { countryCode, organizationNumber, domain } of organizations) {
    const organization = { countryCode, organizationNumber };
    const count = counts.next().value;
    const mailboxes = new Set<string>();
    for (let index = 0; index < count; index++) {
      const person = inventColleague(WORDS[countryCode], mailboxes, random);
      const position = index === 0 ? CHIEF_EXECUTIVE : pickPosition(random);
      const channels = contactChannels(person, { countryCode, domain }, serial++, random);
      const contact = { organization, name: person.name, ...position, ...channels };
      yield `${JSON.stringify(contact)}\n`;
    }
  }
}

function contactChannels(
  { mailbox }: Person,
  { countryCode, domain }: Pick<Identity, 'countryCode' | 'domain'>,
  serial: number,
  random: Random,
): object {
  return {
    email: domain !== undefined && random.chance(EMAIL_SHARE) ? `${mailbox}@${domain}` : undefined,
    phone: random.chance(PHONE_SHARE) ? inventPhone(countryCode, random) : undefined,
    linkedInUrl: random.chance(LINKED_IN_SHARE)
      ? `https://www.linkedin.com/in/${mailbox.replace('.', '-')}-invented-${serial.toString(36)}`
      : undefined,
  };
}

/** Yields the first `count` values. */
export function* take<Value>(values: Iterable<Value>, count: number): Generator<Value, void> {
  let left = count;
  if (left <= 0) return;
  for (const value of values) {
    yield value;
    if (--left <= 0) return;
  }
}
