import { normalizeName, type CountryCode } from '../identifiers/index.js';
import { numberSource, personalNumberSource } from './numbers.js';
import { createRandom, weighted, type Random } from './random.js';
import { WORDS } from './words.js';

/** The part of an invented organization that its contacts and its switchboard depend on. */
export interface Identity {
  readonly countryCode: CountryCode;
  readonly organizationNumber: string;
  readonly soleTrader: boolean;
  readonly name: string;
  readonly legalForm: string;
  /** Host name of website and addresses, in the reserved domain `example` (RFC 2606). Optional. */
  readonly domain: string | undefined;
  /** The name as part of a URL; unique within the seed. */
  readonly slug: string;
}

const pickCountry = weighted<CountryCode>([
  ['SE', 46],
  ['NO', 24],
  ['DK', 17],
  ['FI', 13],
]);

const SOLE_TRADER_SHARE = 0.07;
const DOMAIN_SHARE = 0.72;
const NOT_IN_A_SLUG = /[^a-z0-9]+/g;

/** Generates organizations without end, the same ones for the same seed. */
export function* generateIdentities(seed: number): Generator<Identity, never> {
  const random = createRandom(seed, 'identities');
  const numbers = {
    SE: numberSource('SE', seed),
    NO: numberSource('NO', seed),
    DK: numberSource('DK', seed),
    FI: numberSource('FI', seed),
  };
  const personalNumbers = personalNumberSource(seed);
  for (let index = 0; ; index++) {
    const countryCode = pickCountry(random);
    const soleTrader = countryCode === 'SE' && random.chance(SOLE_TRADER_SHARE);
    const words = WORDS[countryCode];
    const stem = `${random.pick(words.beginnings)}${random.pick(words.endings)} ${random.pick(words.trades)}`;
    const legalForm = soleTrader ? 'EF' : pickLegalForm[countryCode](random);
    const slug = `${slugOf(stem)}-${index.toString(36)}`;
    yield {
      countryCode,
      organizationNumber: soleTrader ? personalNumbers() : numbers[countryCode](),
      soleTrader,
      name: soleTrader ? stem : `${stem} ${legalForm === 'OY' ? 'Oy' : legalForm}`,
      legalForm,
      domain: random.chance(DOMAIN_SHARE) ? `${slug}.example` : undefined,
      slug,
    };
  }
}

const pickLegalForm: Readonly<Record<CountryCode, (random: Random) => string>> = {
  SE: weighted(WORDS.SE.legalForms),
  NO: weighted(WORDS.NO.legalForms),
  DK: weighted(WORDS.DK.legalForms),
  FI: weighted(WORDS.FI.legalForms),
};

/** Returns a text as part of a URL: lower-case letters a to z, digits and hyphens. */
export function slugOf(text: string): string {
  return normalizeName(text).replace(NOT_IN_A_SLUG, '-');
}
