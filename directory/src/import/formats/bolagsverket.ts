import type { OrganizationRecord } from './canonical-records.js';
import { openCodelist } from './codelist.js';
import type { CsvRow } from './csv.js';
import { defineFormat, rejected, type MappedRecord, type Rejection } from './format.js';
import { numberKind } from './number.js';
import { readQuotedCsv } from './quoted-csv.js';
import { companyRecipient, withoutRecipients } from './recipients.js';
import { yearOf } from './year.js';

/** `5566778899$ORGNR-IDORG`: every record begins with the identity of an organization or person. */
const RECORD_START = /^"?[0-9-]{6,14}\$[A-Z]+-IDORG"?;/;

const legalForms = openCodelist('se-organisationsform.csv');

/** Procedures that a buyer must know, by code. Mergers and the like change nothing until they are done. */
const PROCEDURE_TAGS: Readonly<Record<string, string>> = {
  KK: 'bankrupt',
  LI: 'being_wound_up',
  FR: 'being_restructured',
  AC: 'being_restructured',
};

/** The registered name, then other kinds of names, in the order in which one of them names the organization. */
const NAME_TYPES = ['FORETAGSNAMN-ORGNAM', 'NAMN-ORGNAM', 'FORNAMN_FRSPRAK-ORGNAM', 'SARS_FORNAMN-ORGNAM'];

/** Sweden's company register: one row for each organization and protected business name. */
export const bolagsverket = defineFormat({
  name: 'bolagsverket',
  kinds: ['organizations'],
  source: 'bolagsverket',
  description: "bulk file of Sweden's Bolagsverket (bolagsverket_bulkfil.zip, or the .txt in it)",
  read: (bytes) =>
    readQuotedCsv(bytes, {
      title: "Bolagsverket's bulk file",
      delimiter: ';',
      requiredColumns: ['organisationsidentitet', 'organisationsnamn', 'organisationsform', 'avregistreringsdatum'],
      recordStart: RECORD_START,
      freeTextColumn: 'verksamhetsbeskrivning',
      map: (row) => organization({ text: (column) => value(row, column) }),
    }),
});

function organization(row: CsvRow): MappedRecord<OrganizationRecord> {
  const organizationNumber = identify(row);
  if (typeof organizationNumber !== 'string') return organizationNumber;
  const form = beforeLastHyphen(row.text('organisationsform'));
  if (form !== undefined && legalForms.isPerson(form)) return rejected('person_record', 'organisationsform');
  const country = row.text('registreringsland');
  if (country !== undefined && country !== 'SE-LAND') return rejected('foreign_record', 'registreringsland');
  if (row.text('avregistreringsdatum') !== undefined) {
    return { ...rejected('deleted_record', 'avregistreringsdatum'), gone: { countryCode: 'SE', organizationNumber } };
  }
  return {
    preference: Number(row.text('namnskyddslopnummer') ?? 0) || 0,
    record: {
      countryCode: 'SE',
      organizationNumber,
      name: registeredName(row.text('organisationsnamn')),
      legalForm: form && legalForms.words(form),
      foundedYear: yearOf(row.text('registreringsdatum')),
      description: row.text('verksamhetsbeskrivning'),
      tags: procedureTags(row.text('pagandeAvvecklingsEllerOmstruktureringsforfarande')),
      ...address(row.text('postadress')),
    },
  };
}

/** Returns the number of an organization, or why the record is not one's. */
function identify(row: CsvRow): string | Rejection {
  const field = 'organisationsidentitet';
  const [number = '', identityType] = (row.text(field) ?? '').split('$');
  if (identityType === 'PERSON-IDORG') return rejected('person_record', field);
  if (identityType !== 'ORGNR-IDORG') return rejected('missing_field', field);
  // A number of group 1 is an estate of a deceased person.
  const kind = numberKind('SE', number);
  if (kind === 'person' || number.startsWith('1')) return rejected('person_record', field);
  return kind === 'unknown' ? rejected('invalid_org_number', field) : number;
}

/** The register writes an absent value as nothing or as the word null. */
function value(row: CsvRow, column: string): string | undefined {
  const text = row.text(column);
  return text === 'null' ? undefined : text;
}

/** `AB-ORGFO`: the code is before the last hyphen. */
function beforeLastHyphen(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const hyphen = text.lastIndexOf('-');
  return hyphen === -1 ? text : text.slice(0, hyphen);
}

/**
 * Returns the latest name of the first kind that there is. Names are `name$type$date[$description]`,
 * joined by `|`; a part without a type belongs to the text before it.
 */
function registeredName(written: string | undefined): string | undefined {
  const names: { name: string; type: string; date: string }[] = [];
  for (const part of (written ?? '').split('|')) {
    const [name = '', type = '', date = ''] = part.split('$');
    if (type.endsWith('-ORGNAM')) names.push({ name: name.trim(), type, date });
  }
  const rank = (type: string) => (NAME_TYPES.includes(type) ? NAME_TYPES.indexOf(type) : NAME_TYPES.length);
  const found = names
    .filter(({ name }) => name !== '' && name !== 'null')
    .toSorted((a, b) => rank(a.type) - rank(b.type) || b.date.localeCompare(a.date));
  return found[0]?.name;
}

/** Procedures are `|LI-AVOMFO$2026-04-01|`, with a date or `null`. */
function procedureTags(written: string | undefined): string[] {
  const tags = (written ?? '')
    .split('|')
    .map((part) => PROCEDURE_TAGS[beforeLastHyphen(part.split('$')[0]) ?? ''])
    .filter((tag) => tag !== undefined);
  return [...new Set(tags)];
}

/** Reads `street$co$city$postcode$SE-LAND`. City and postcode are swapped in some rows. */
function address(
  written: string | undefined,
): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const parts = (written ?? '').split('$').map((part) => part.trim());
  const [street, recipient, third, fourth, country] = parts.map((part) =>
    part === '' || part === 'null' ? undefined : part,
  );
  const swapped = third !== undefined && isPostcode(third) && !(fourth !== undefined && isPostcode(fourth));
  const [city, postalCode] = swapped ? [fourth, third] : [third, fourth];
  const lines = [companyRecipient(recipient), ...withoutRecipients(street === undefined ? [] : [street])];
  const domestic = country === undefined || country === 'SE-LAND';
  if (!domestic) lines.push([postalCode, city, beforeLastHyphen(country)].filter((part) => part).join(' '));
  const [addressLine1, ...more] = lines.filter((line) => line !== undefined && line !== '');
  return {
    ...(domestic && { city, postalCode }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}

function isPostcode(text: string): boolean {
  return /^(?:SE-?)?[0-9]{3} ?[0-9]{2}$/.test(text);
}
