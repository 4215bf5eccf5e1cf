import type { CountryCode, OrganizationItem } from '@prospecting/client';
import { UserError } from './user-error.js';

/** Headers by the field they name. They compare without letter case, spaces and punctuation. */
export type Headers<Field extends string> = Readonly<Record<Field, readonly string[]>>;

const ORG_NUMBER = ['orgNumber', 'organization number', 'org no', 'orgnr', 'organisationsnummer'];
const REGISTERS = ['organisasjonsnummer', 'CVR', 'CVR number', 'Y-tunnus', 'business id'];
const COMPANY_LINKEDIN = [
  'organizationLinkedInUrl',
  'company LinkedIn',
  'company LinkedIn URL',
  'organization LinkedIn',
];
const LINKEDIN = ['linkedInUrl', 'LinkedIn', 'LinkedIn profile', 'person LinkedIn URL'];

const ORGANIZATION = {
  orgNumber: [...ORG_NUMBER, ...REGISTERS],
  countryCode: ['countryCode', 'country'],
  domain: ['domain', 'company domain', 'website', 'webbplats', 'nettside', 'hjemmeside'],
};

export const ORGANIZATION_HEADERS = {
  ...ORGANIZATION,
  linkedInUrl: [...LINKEDIN, ...COMPANY_LINKEDIN],
} satisfies Headers<string>;

export const PEOPLE_HEADERS = {
  ...ORGANIZATION,
  name: ['name', 'full name', 'contact name', 'namn', 'navn', 'nimi'],
  firstName: ['firstName', 'given name', 'förnamn', 'fornavn', 'etunimi'],
  lastName: ['lastName', 'surname', 'family name', 'efternamn', 'etternavn', 'efternavn', 'sukunimi'],
  email: ['email', 'email address', 'work email', 'e-post', 'epostadress', 'sähköposti'],
  linkedInUrl: LINKEDIN,
  organizationLinkedInUrl: COMPANY_LINKEDIN,
} satisfies Headers<string>;

/** Reads the fields of a row. A field is undefined where the file has no such column or the cell is empty. */
export type FieldReader<Field extends string> = (cells: readonly string[]) => Readonly<Partial<Record<Field, string>>>;

/**
 * Finds the columns that name the fields.
 * @param chosen columns by field, for files whose headers mean something else
 */
export function mapColumns<Field extends string>(
  headers: Headers<Field>,
  columns: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
): FieldReader<Field> {
  const fields = Object.keys(headers) as Field[];
  const unknown = Object.keys(chosen).find((field) => !fields.includes(field as Field));
  if (unknown !== undefined)
    throw new UserError(`There is no field "${unknown}". The fields are ${fields.join(', ')}.`);
  const mapped = fields.flatMap((field) => {
    const index = indexOf(field, headers[field], columns, chosen[field]);
    return index === undefined ? [] : [{ field, index }];
  });
  if (mapped.length === 0) {
    const asked = fields.map((field) => headers[field].slice(0, 2).join(' or ')).join('; ');
    throw new UserError(`No column is known. The file has ${columns.join(', ')}. Name some of them: ${asked}.`);
  }
  return (cells) => {
    const values = mapped.map(({ field, index }) => [field, cells[index]?.trim() ?? '']);
    return Object.fromEntries(values.filter(([, value]) => value !== '')) as Partial<Record<Field, string>>;
  };
}

function indexOf(
  field: string,
  names: readonly string[],
  columns: readonly string[],
  chosen: string | undefined,
): number | undefined {
  const wanted = new Set((chosen === undefined ? names : [chosen]).map(levelled));
  const found = columns.filter((column) => wanted.has(levelled(column)));
  const [column] = found;
  if (found.length > 1) {
    const both = found.map((each) => `"${each}"`).join(' and ');
    throw new UserError(`The columns ${both} both mean ${field}. Choose one: --map ${field}=${column ?? ''}`);
  }
  if (column === undefined && chosen !== undefined) throw new UserError(`There is no column "${chosen}".`);
  return column === undefined ? undefined : columns.indexOf(column);
}

function levelled(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns the identifiers of an organization as the API takes them: a country goes with a number
 * only. The API says which countries there are, so that another gets its answer and not ours.
 */
export function identifiersOf(
  { orgNumber, countryCode, domain }: Readonly<Partial<Record<keyof typeof ORGANIZATION, string>>>,
  linkedInUrl: string | undefined,
): Omit<OrganizationItem, 'ref' | 'id'> {
  return {
    ...(orgNumber !== undefined && { orgNumber }),
    ...(orgNumber !== undefined &&
      countryCode !== undefined && { countryCode: countryCode.toUpperCase() as CountryCode }),
    ...(linkedInUrl !== undefined && { linkedInUrl }),
    ...(domain !== undefined && { domain }),
  };
}
