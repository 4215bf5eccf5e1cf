import { take } from './contacts.js';
import { generateIdentities, type Identity } from './identities.js';
import { inventPhone } from './phones.js';
import { createRandom } from './random.js';

export interface GenerateSwitchboardsOptions {
  /**
   * Number of the seed's organizations, from its first. About a third of them get a switchboard.
   */
  readonly organizations: number;
  readonly seed: number;
}

const SWITCHBOARD_SHARE = 0.35;
const EMAIL_SHARE = 0.8;

/** Generates switchboards of the organizations of the same seed, one canonical JSON line each. */
export function generateSwitchboards({ organizations, seed }: GenerateSwitchboardsOptions): Generator<string, void> {
  return switchboardsOf(take(generateIdentities(seed), organizations), seed);
}

/** Generates switchboards of about a third of any organizations, one canonical JSON line each. */
export function* switchboardsOf(
  organizations: Iterable<Pick<Identity, 'countryCode' | 'organizationNumber' | 'domain'>>,
  seed: number,
): Generator<string, void> {
  const random = createRandom(seed, 'switchboards');
  for (const { countryCode, organizationNumber, domain } of organizations) {
    if (!random.chance(SWITCHBOARD_SHARE)) continue;
    const email = domain !== undefined && random.chance(EMAIL_SHARE) ? `info@${domain}` : undefined;
    const phone = inventPhone(countryCode, random);
    yield `${JSON.stringify({ organization: { countryCode, organizationNumber }, phone, email })}\n`;
  }
}
