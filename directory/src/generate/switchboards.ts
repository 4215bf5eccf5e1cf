import { take } from './contacts.js';
import { identities, type Identity } from './identities.js';
import { inventedPhone } from './phones.js';
import { createRandom } from './random.js';

export interface GenerateSwitchboardsOptions {
  /** Of how many of the seed's organizations; about a third of them have one. */
  readonly organizations: number;
  readonly seed: number;
}

const SWITCHBOARD_SHARE = 0.35;
const EMAIL_SHARE = 0.8;

/** Canonical switchboards of the organizations that `generateOrganizations` makes of the same seed, one JSON line each, with its line end. */
export function generateSwitchboards({ organizations, seed }: GenerateSwitchboardsOptions): Generator<string, void> {
  return switchboardsOf(take(identities(seed), organizations), seed);
}

/** Canonical switchboards of a third of any organizations. */
export function* switchboardsOf(
  organizations: Iterable<Pick<Identity, 'countryCode' | 'organizationNumber' | 'domain'>>,
  seed: number,
): Generator<string, void> {
  const random = createRandom(seed, 'switchboards');
  for (const { countryCode, organizationNumber, domain } of organizations) {
    if (!random.chance(SWITCHBOARD_SHARE)) continue;
    const email = domain !== undefined && random.chance(EMAIL_SHARE) ? `info@${domain}` : undefined;
    const phone = inventedPhone(countryCode, random);
    yield `${JSON.stringify({ organization: { countryCode, organizationNumber }, phone, email })}\n`;
  }
}
