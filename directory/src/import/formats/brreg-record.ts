import type { OrganizationRecord } from './canonical-records.js';
import type { MappedRecord } from './format.js';
import { homepage } from './homepage.js';
import { withoutRecipients } from './recipients.js';

/**
 * A record of the Norwegian register (Enhetsregisteret: enheter and underenheter) from any of its
 * files. Paths are those of the register's JSON, such as `forretningsadresse.poststed`.
 */
export interface BrregFields {
  /** Returns a text, or a number as text; undefined when absent or empty. */
  text(path: string): string | undefined;
  /** Returns the lines of an address. */
  lines(path: string): string[];
}

/** Sole traders and persons: their records are personal data. */
const PERSONS = new Set(['ENK', 'PERS']);
/** Branches: they have their own numbers and no legal personality. */
const BRANCHES = new Set(['BEDR', 'AAFY']);

const NO_INDUSTRY = '00.000';
/** The register opened in this year and took over older registers: the date founds nothing. */
const REGISTER_OPENED_YEAR = 1995;

/** Maps a record of the register; rejects persons and deleted units. */
export function brregOrganization(fields: BrregFields): MappedRecord<OrganizationRecord> {
  const legalForm = fields.text('organisasjonsform.kode');
  if (legalForm !== undefined && PERSONS.has(legalForm)) return { reason: 'person_record', field: 'organisasjonsform' };
  const branch = legalForm !== undefined && BRANCHES.has(legalForm);
  const source = branch ? { source: 'brreg-branches' as const } : {};
  for (const field of ['slettedato', 'nedleggelsesdato']) {
    if (fields.text(field) === undefined) continue;
    const gone = { countryCode: 'NO' as const, organizationNumber: fields.text('organisasjonsnummer'), ...source };
    return { reason: 'deleted_record', field, gone };
  }
  const employees = employeeCount(fields);
  return {
    ...source,
    record: {
      countryCode: 'NO',
      organizationNumber: fields.text('organisasjonsnummer'),
      name: fields.text('navn'),
      legalForm,
      foundedYear: foundedYear(fields),
      ...homepage(fields.text('hjemmeside'), { ownsDomain: !branch }),
      employeesMin: employees,
      employeesMax: employees,
      keywords: industries(fields, 'beskrivelse'),
      tags: [
        ...industries(fields, 'kode').map((code) => `nace:${code}`),
        ...insolvencyTags(fields),
        ...(branch ? ['branch'] : []),
      ],
      ...address(fields, branch),
    },
  };
}

/** The register has used 0 both for none and for unknown. */
function employeeCount(fields: BrregFields): number | undefined {
  const text = fields.text('antallAnsatte');
  return text === undefined || Number(text) === 0 ? undefined : Number(text);
}

function foundedYear(fields: BrregFields): number | undefined {
  const founded = year(fields.text('stiftelsesdato') ?? fields.text('oppstartsdato'));
  if (founded !== undefined) return founded;
  // CSV files spell the name in two ways.
  const registered = year(
    fields.text('registreringsdatoEnhetsregisteret') ?? fields.text('registreringsdatoIEnhetsregisteret'),
  );
  return registered !== undefined && registered > REGISTER_OPENED_YEAR ? registered : undefined;
}

function year(date: string | undefined): number | undefined {
  return date !== undefined && /^[0-9]{4}-/.test(date) ? Number(date.slice(0, 4)) : undefined;
}

function industries(fields: BrregFields, part: 'kode' | 'beskrivelse'): string[] {
  const found: string[] = [];
  for (const field of ['naeringskode1', 'naeringskode2', 'naeringskode3']) {
    const value = fields.text(`${field}.${part}`);
    if (value !== undefined && fields.text(`${field}.kode`) !== NO_INDUSTRY) found.push(value);
  }
  return found;
}

/** Tags an organization that is being wound up. It keeps its number, so it stays findable. */
function insolvencyTags(fields: BrregFields): string[] {
  const tags: string[] = [];
  if (fields.text('konkurs') === 'true') tags.push('bankrupt');
  if (fields.text('underAvvikling') === 'true') tags.push('being_wound_up');
  if (fields.text('underTvangsavviklingEllerTvangsopplosning') === 'true') tags.push('being_compulsorily_dissolved');
  return tags;
}

type Address = Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'>;

/** Maps the business address, or else the postal one, as the register spells it. */
function address(fields: BrregFields, branch: boolean): Address {
  const source = [branch ? 'beliggenhetsadresse' : 'forretningsadresse', 'postadresse'].find(
    (field) => fields.text(`${field}.poststed`) !== undefined,
  );
  if (source === undefined) return {};
  const lines = withoutRecipients(fields.lines(`${source}.adresse`));
  const poststed = fields.text(`${source}.poststed`);
  const postalCode = fields.text(`${source}.postnummer`);
  if (postalCode === undefined) {
    // Abroad: postal code, city and region are one text, in the order of that country.
    const land = fields.text(`${source}.land`);
    lines.push([poststed, land].filter((part) => part !== undefined).join(', '));
  }
  const [addressLine1, ...more] = lines;
  return {
    ...(postalCode !== undefined && { city: poststed, postalCode }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}
