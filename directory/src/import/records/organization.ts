import {
  deriveId,
  organizationPageKey,
  organizationPageUrl,
  parseDomain,
  parseOrganizationPage,
  parseUuid,
} from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { STAGED_ORGANIZATIONS } from '../sql/organizations/staging-table.js';
import type { Source } from '../sources.js';
import { rowEncoder, type InputPosition } from '../staging.js';
import { asFields, flag, integer, parsed, requiredText, text, texts, type Fields } from './fields.js';
import { readNumber } from './org-number.js';
import { parseWebsite } from './website.js';

const MAX_NAME_LENGTH = 500;
const MAX_LINE_LENGTH = 200;
const MAX_SENTENCE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_VALUES = 500;
const MAX_DOMAINS = 100;
const MAX_DOMAIN_LENGTH = 2_048;
const MAX_EMPLOYEES = 2 ** 31 - 1;
const MIN_YEAR = 800;
const MAX_YEAR = 2_200;
const CURRENCY = /^[A-Z]{3}$/;

const encode = rowEncoder(STAGED_ORGANIZATIONS);

/** Where a record of an organization comes from. */
export interface RecordOrigin {
  readonly source: Source;
  /** Order among the records of one organization in the file; the lowest goes in. */
  readonly preference?: number | undefined;
}

/**
 * Checks an organization and encodes it as a row of the staging table.
 *
 * An organization without an `id`, including a sole trader, is identified by country and number.
 * The id derived from them under the identity key is used when no organization on record has the
 * number.
 *
 * @throws RecordRejected when a field is missing or wrong
 */
export function stageOrganization(
  record: unknown,
  position: InputPosition,
  identityKey: string | Buffer,
  { source, preference }: RecordOrigin,
): string {
  const fields = asFields(record);
  const givenId = parsed(fields, 'id', parseUuid, 'invalid_id');
  const number = readNumber(fields, flag(fields, 'soleTrader'), identityKey);
  const name = requiredText(fields, 'name', MAX_NAME_LENGTH);
  const page = parsed(fields, 'linkedInUrl', parseOrganizationPage, 'invalid_linkedin_url');
  const pageKey = page && organizationPageKey(page);
  const domains = readDomains(fields);
  const employees = readRange(fields, 'employeesMin', 'employeesMax', 0, MAX_EMPLOYEES);
  const revenue = readRange(fields, 'revenueMin', 'revenueMax', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return encode(position, {
    id: givenId ?? deriveId(identityKey, 'organization', number.key),
    id_given: givenId !== undefined,
    source,
    preference,
    state: 'record',
    natural_key: number.key,
    country_code: number.countryCode,
    name,
    sole_trader: number.soleTrader,
    legal_form: text(fields, 'legalForm', MAX_LINE_LENGTH),
    city: text(fields, 'city', MAX_LINE_LENGTH),
    founded_year: integer(fields, 'foundedYear', MIN_YEAR, MAX_YEAR),
    org_number_key: number.key,
    linked_in_key: pageKey,
    domains,
    organization_number: number.shown,
    domain: domains?.[0],
    linked_in_url: pageKey && organizationPageUrl(pageKey),
    website: parsed(fields, 'website', parseWebsite, 'invalid_url'),
    employees_min: employees.min,
    employees_max: employees.max,
    revenue_min: revenue.min,
    revenue_max: revenue.max,
    revenue_currency: parsed(fields, 'revenueCurrency', parseCurrency, 'invalid_currency'),
    one_sentence_description: text(fields, 'oneSentenceDescription', MAX_SENTENCE_LENGTH),
    description: text(fields, 'description', MAX_DESCRIPTION_LENGTH),
    technologies: texts(fields, 'technologies', MAX_VALUES, MAX_LINE_LENGTH),
    keywords: texts(fields, 'keywords', MAX_VALUES, MAX_LINE_LENGTH),
    tags: texts(fields, 'tags', MAX_VALUES, MAX_LINE_LENGTH),
    address_line1: text(fields, 'addressLine1', MAX_LINE_LENGTH),
    address_line2: text(fields, 'addressLine2', MAX_LINE_LENGTH),
    postal_code: text(fields, 'postalCode', MAX_LINE_LENGTH),
    state_or_province: text(fields, 'stateOrProvince', MAX_LINE_LENGTH),
  });
}

/**
 * Encodes a row for an organization of which only the number matters: the register has deleted it,
 * or its record has a fault. Returns an empty text when the number is a person's or not a number.
 */
export function stageNumber(
  fields: Fields,
  position: InputPosition,
  identityKey: string | Buffer,
  { source, state }: { readonly source: Source; readonly state: 'gone' | 'rejected' },
): string {
  try {
    const number = readNumber(fields, flag(fields, 'soleTrader'), identityKey);
    if (number.soleTrader) return '';
    return encode(position, {
      ...NO_CONTENT,
      id: deriveId(identityKey, 'organization', number.key),
      id_given: false,
      source,
      preference: undefined,
      state,
      natural_key: number.key,
      country_code: number.countryCode,
      name: number.key,
      sole_trader: false,
      org_number_key: number.key,
      organization_number: number.shown,
    });
  } catch (error) {
    if (error instanceof RecordRejected) return '';
    throw error;
  }
}

const NO_CONTENT = Object.fromEntries(
  Object.keys(STAGED_ORGANIZATIONS.content).map((column) => [column, undefined]),
) as Record<keyof typeof STAGED_ORGANIZATIONS.content, undefined>;

/** Returns distinct host names in the form of lookups, the primary one first. */
function readDomains(fields: Fields): string[] | undefined {
  const hosts = texts(fields, 'domains', MAX_DOMAINS, MAX_DOMAIN_LENGTH)?.map((written) => {
    const domain = parseDomain(written);
    if (domain === undefined) throw new RecordRejected('invalid_domain', 'domains');
    return domain.host;
  });
  return hosts && [...new Set(hosts)];
}

function readRange(fields: Fields, minField: string, maxField: string, lowest: number, highest: number) {
  const min = integer(fields, minField, lowest, highest);
  const max = integer(fields, maxField, lowest, highest);
  if (min !== undefined && max !== undefined && min > max) throw new RecordRejected('min_above_max', minField);
  return { min, max };
}

function parseCurrency(written: string): string | undefined {
  return CURRENCY.test(written) ? written : undefined;
}
