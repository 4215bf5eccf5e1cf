import { parseDomain } from '../../identifiers/index.js';
import type { RejectReason } from '../reject-reasons.js';
import { parseWebsite } from '../records/website.js';

/**
 * A record of the Norwegian register (Enhetsregisteret: enheter and underenheter) whatever file it came in. Paths are those of
 * the register's JSON: `forretningsadresse.poststed`.
 */
export interface BrregFields {
  /** A text or number as text; undefined when absent or empty. */
  text(path: string): string | undefined;
  /** The lines of an address. */
  lines(path: string): string[];
}

/** Sole traders and persons: what is known of them is personal data. */
const PERSONS = new Set(['ENK', 'PERS']);
/** A branch has a number of its own and no legal personality. */
const BRANCHES = new Set(['BEDR', 'AAFY']);

const NO_INDUSTRY = '00.000';
/** The day on which the register opened and took over what older registers had: it founds nothing. */
const REGISTER_OPENED_YEAR = 1995;

/** Sites on which anyone may have a page: the page is the organization's, the domain is not. */
const SHARED_SITES = new Set(['facebook.com', 'linkedin.com', 'instagram.com', 'twitter.com', 'x.com', 'youtube.com']);

/** A line that names whoever takes the mail in: kept only where that is a company, as it ends in its legal form. */
const CARE_OF = /^(?:c\/o|v\/|attn?[.:]|attn?\s)/i;
const COMPANY = /\b(?:AS|ASA|DA|ANS|BA|SA|KS|BBL|AB|A\/S|ApS|Oy|Ltd|Limited|GmbH|LLC|Inc)\.?$/i;

/** The register's record in the canonical shape, or why it is left out. */
export function brregOrganization(fields: BrregFields): { record: object } | { reason: RejectReason; field: string } {
  const legalForm = fields.text('organisasjonsform.kode');
  if (legalForm !== undefined && PERSONS.has(legalForm)) return { reason: 'person_record', field: 'organisasjonsform' };
  for (const field of ['slettedato', 'nedleggelsesdato']) {
    if (fields.text(field) !== undefined) return { reason: 'deleted_record', field };
  }
  const branch = legalForm !== undefined && BRANCHES.has(legalForm);
  const employees = employeeCount(fields);
  return {
    record: {
      countryCode: 'NO',
      organizationNumber: fields.text('organisasjonsnummer'),
      name: fields.text('navn'),
      legalForm,
      foundedYear: foundedYear(fields),
      ...homepage(fields.text('hjemmeside'), branch),
      employeesMin: employees,
      employeesMax: employees,
      keywords: industries(fields, 'beskrivelse'),
      tags: [
        ...industries(fields, 'kode').map((code) => `nace:${code}`),
        ...standing(fields),
        ...(branch ? ['branch'] : []),
      ],
      ...address(fields, branch),
    },
  };
}

/** 0 has meant both none and unknown. */
function employeeCount(fields: BrregFields): number | undefined {
  const written = fields.text('antallAnsatte');
  return written === undefined || Number(written) === 0 ? undefined : Number(written);
}

function foundedYear(fields: BrregFields): number | undefined {
  const founded = year(fields.text('stiftelsesdato') ?? fields.text('oppstartsdato'));
  if (founded !== undefined) return founded;
  // CSV files spell it in other ways.
  const registered = year(
    fields.text('registreringsdatoEnhetsregisteret') ?? fields.text('registreringsdatoIEnhetsregisteret'),
  );
  return registered !== undefined && registered > REGISTER_OPENED_YEAR ? registered : undefined;
}

function year(date: string | undefined): number | undefined {
  return date !== undefined && /^[0-9]{4}-/.test(date) ? Number(date.slice(0, 4)) : undefined;
}

/**
 * `hjemmeside` is free text. What is no address is left out and the record still goes in. A branch mostly gives its
 * company's site, so it gets no domain: the domain is to find the company.
 */
function homepage(written: string | undefined, branch: boolean): { website?: string; domains?: string[] } {
  const website = written && parseWebsite(written);
  if (!website) return {};
  const domain = parseDomain(website);
  const own = domain !== undefined && !branch && !SHARED_SITES.has(domain.registrable);
  return { website, ...(own && { domains: [domain.host] }) };
}

function industries(fields: BrregFields, part: 'kode' | 'beskrivelse'): string[] {
  const found: string[] = [];
  for (const field of ['naeringskode1', 'naeringskode2', 'naeringskode3']) {
    const value = fields.text(`${field}.${part}`);
    if (value !== undefined && fields.text(`${field}.kode`) !== NO_INDUSTRY) found.push(value);
  }
  return found;
}

/** An organization that is being wound up still answers to its number, so it is kept and says so. */
function standing(fields: BrregFields): string[] {
  const tags: string[] = [];
  if (fields.text('konkurs') === 'true') tags.push('bankrupt');
  if (fields.text('underAvvikling') === 'true') tags.push('being_wound_up');
  if (fields.text('underTvangsavviklingEllerTvangsopplosning') === 'true') tags.push('being_compulsorily_dissolved');
  return tags;
}

interface Address {
  city?: string | undefined;
  postalCode?: string | undefined;
  addressLine1?: string | undefined;
  addressLine2?: string | undefined;
}

/** The business address, else the postal one; as the register spells it. */
function address(fields: BrregFields, branch: boolean): Address {
  const at = [branch ? 'beliggenhetsadresse' : 'forretningsadresse', 'postadresse'].find(
    (field) => fields.text(`${field}.poststed`) !== undefined,
  );
  if (at === undefined) return {};
  const lines = fields.lines(`${at}.adresse`).filter((line) => !CARE_OF.test(line) || COMPANY.test(line));
  const poststed = fields.text(`${at}.poststed`);
  const postalCode = fields.text(`${at}.postnummer`);
  if (postalCode === undefined) {
    // Abroad: postal code, city and region in one text, in the order of that country.
    const land = fields.text(`${at}.land`);
    lines.push([poststed, land].filter((part) => part !== undefined).join(', '));
  }
  const [addressLine1, ...more] = lines;
  return {
    ...(postalCode !== undefined && { city: poststed, postalCode }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}
