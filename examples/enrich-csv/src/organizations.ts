import type { Organization, OrganizationResult, Prospecting } from '@prospecting/client';
import { identifiersOf, type FieldReader, type ORGANIZATION_HEADERS } from './columns.js';
import { toMillicredits, type Enrichment, type Quoted } from './enrichment.js';

type OrganizationField = keyof typeof ORGANIZATION_HEADERS;

const COLUMNS = ['organization_id', 'name', 'country_code', 'legal_form', 'city', 'founded_year'];
const DETAILS = [
  'organizationNumber',
  'domain',
  'linkedInUrl',
  'website',
  'employeesMin',
  'employeesMax',
  'revenueMin',
  'revenueMax',
  'revenueCurrency',
  'oneSentenceDescription',
  'addressLine1',
  'postalCode',
] as const;

/** Enriches rows about organizations: finds the organization, and reveals its details. */
export function enrichOrganizations(prospecting: Prospecting, read: FieldReader<OrganizationField>): Enrichment {
  return {
    columns: [...COLUMNS, ...DETAILS.map(snakeCase)],
    async quote(rows) {
      const items = rows.map((cells) => {
        const fields = read(cells);
        return identifiersOf(fields, fields.linkedInUrl);
      });
      const { results } = await prospecting.matchOrganizations({ items, reveal: ['details'], dryRun: true });
      return results.map(quotedOf);
    },
    async reveal(ids, maxCredits, idempotencyKey) {
      const items = ids.map((id) => ({ id }));
      const request = { items, reveal: ['details' as const], maxCredits };
      const { results, creditsCharged } = await prospecting.matchOrganizations(request, { idempotencyKey });
      const matched = results.flatMap((result) => (result.status === 'matched' ? [result.organization] : []));
      return {
        charged: toMillicredits(creditsCharged),
        cells: new Map(matched.map((organization) => [organization.id, cellsOf(organization)])),
      };
    },
  };
}

function quotedOf(result: OrganizationResult): Quoted {
  switch (result.status) {
    case 'matched': {
      const { organization, matchedBy, creditCost = 0 } = result;
      const prices: Quoted['prices'] = creditCost === 0 ? {} : { details: toMillicredits(creditCost) };
      return { status: 'matched', id: organization.id, matchedBy, prices };
    }
    case 'invalid':
      return { status: 'invalid', reason: result.error };
    default:
      return { status: 'not_found', reason: 'organization_not_found' };
  }
}

function cellsOf(organization: Organization): string[] {
  const { id, name, countryCode, legalForm, city, foundedYear } = organization;
  const details = DETAILS.map((detail) => organization[detail]);
  return [id, name, countryCode, legalForm, city, foundedYear, ...details].map((value) => String(value ?? ''));
}

function snakeCase(name: string): string {
  return name.replace('linkedIn', 'linkedin').replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
}
