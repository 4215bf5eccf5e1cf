import type { CountryCode } from '../identifiers/index.js';
import { generateIdentities, type Identity } from './identities.js';
import { createRandom, weighted, type Random } from './random.js';
import { POSTAL_CODE_LENGTH, WORDS } from './words.js';

export interface GenerateOrganizationsOptions {
  readonly count: number;
  readonly seed: number;
}

const NEWEST_YEAR = 2025;
const MEAN_AGE_YEARS = 17;
const MAX_AGE_YEARS = 160;
const LINKED_IN_SHARE = 0.45;
const SECOND_DOMAIN_SHARE = 0.06;
const EMPLOYEES_SHARE = 0.8;
const REVENUE_SHARE = 0.65;
const DESCRIPTION_SHARE = 0.6;
const MAX_EMPLOYEES = 60_000;

/** Size classes as registers publish them: lower bounds. */
const EMPLOYEE_CLASSES = [0, 1, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;
/** Mean revenue per employee and year, by currency. */
const REVENUE_PER_EMPLOYEE = { SEK: 1_900_000, NOK: 2_100_000, DKK: 1_500_000, EUR: 190_000 } as const;
const TECHNOLOGIES = [
  'WordPress',
  'Salesforce',
  'HubSpot',
  'SAP',
  'Microsoft 365',
  'Google Workspace',
  'Shopify',
  'Visma',
];
const KEYWORDS = [
  'maintenance',
  'consulting',
  'wholesale',
  'installation',
  'rental',
  'software',
  'logistics',
  'training',
];
const TAGS = ['exporter', 'family-owned', 'iso-9001', 'public-tenders', 'subsidiary', 'franchise'];

const pickCity: Readonly<Record<CountryCode, (random: Random) => readonly [string, string]>> = {
  SE: cityPicker('SE'),
  NO: cityPicker('NO'),
  DK: cityPicker('DK'),
  FI: cityPicker('FI'),
};

/** Generates organizations, one canonical JSON line each, with its line break. */
export function* generateOrganizations({ count, seed }: GenerateOrganizationsOptions): Generator<string, void> {
  const random = createRandom(seed, 'organizations');
  let left = count;
  for (const identity of generateIdentities(seed)) {
    if (left-- <= 0) return;
    yield `${JSON.stringify(organization(identity, random))}\n`;
  }
}

function organization(identity: Identity, random: Random): object {
  const { countryCode, organizationNumber, soleTrader, name, legalForm, domain, slug } = identity;
  const [city, postalCode] = pickCity[countryCode](random);
  const domains = domain === undefined ? undefined : [domain];
  if (random.chance(SECOND_DOMAIN_SHARE)) domains?.push(`${slug}-group.example`);
  const employees = random.chance(EMPLOYEES_SHARE) ? employeeCount(random) : undefined;
  return {
    countryCode,
    organizationNumber,
    name,
    ...(soleTrader && { soleTrader }),
    legalForm,
    city,
    foundedYear: NEWEST_YEAR - Math.min(MAX_AGE_YEARS, Math.floor(-MEAN_AGE_YEARS * Math.log(1 - random.next()))),
    domains,
    linkedInUrl: random.chance(LINKED_IN_SHARE) ? `https://www.linkedin.com/company/${slug}` : undefined,
    website: domain && `https://www.${domain}`,
    ...(employees !== undefined && sizes(employees, countryCode, random)),
    ...(random.chance(DESCRIPTION_SHARE) && descriptions(identity, city, random)),
    tags: random.chance(0.3) ? [random.pick(TAGS)] : undefined,
    addressLine1: `${random.pick(WORDS[countryCode].streets)} ${1 + random.below(120)}`,
    postalCode,
  };
}

/**
 * Draws from a log-normal distribution: half of all firms have at most three, one in 1,000
 * thousands.
 */
function employeeCount(random: Random): number {
  return Math.min(MAX_EMPLOYEES, Math.floor(Math.exp(1.1 + 1.9 * random.normal())));
}

function sizes(employees: number, countryCode: CountryCode, random: Random): object {
  let index = EMPLOYEE_CLASSES.length - 1;
  while (index > 0 && employees < (EMPLOYEE_CLASSES[index] ?? 0)) index--;
  const next = EMPLOYEE_CLASSES[index + 1];
  const currency = WORDS[countryCode].currency as keyof typeof REVENUE_PER_EMPLOYEE;
  const revenue = (employees + 0.5) * REVENUE_PER_EMPLOYEE[currency] * Math.exp(0.6 * random.normal());
  return {
    employeesMin: EMPLOYEE_CLASSES[index],
    employeesMax: next === undefined ? undefined : next - 1,
    ...(random.chance(REVENUE_SHARE) && {
      revenueMin: Math.floor(revenue * 0.8),
      revenueMax: Math.ceil(revenue * 1.25),
      revenueCurrency: currency,
    }),
  };
}

function descriptions({ name }: Identity, city: string, random: Random): object {
  const keywords = [...new Set([random.pick(KEYWORDS), random.pick(KEYWORDS), random.pick(KEYWORDS)])];
  const subject = keywords.join(', ');
  return {
    oneSentenceDescription: `${name} offers ${subject} to companies around ${city}.`,
    description: `${name} is an invented organization in ${city}. It offers ${subject}, on its own and with partners.`,
    keywords,
    technologies: random.chance(0.5) ? [...new Set([random.pick(TECHNOLOGIES), random.pick(TECHNOLOGIES)])] : undefined,
  };
}

function cityPicker(countryCode: CountryCode): (random: Random) => readonly [string, string] {
  const pick = weighted(
    WORDS[countryCode].cities.map(([city, codes, weight]) => [[city, codes] as const, weight] as const),
  );
  return (random) => {
    const [city, codes] = pick(random);
    const missing = POSTAL_CODE_LENGTH[countryCode] - codes.length;
    return [city, codes + String(random.below(10 ** missing)).padStart(missing, '0')];
  };
}
