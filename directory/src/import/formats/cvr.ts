import type { OrganizationRecord } from './canonical-records.js';
import { openCodelist } from './codelist.js';
import { defineFormat, rejected, type MappedRecord } from './format.js';
import { homepage } from './homepage.js';
import { listAt, textAt, valueAt } from './json-fields.js';
import { companyRecipient, withoutRecipients } from './recipients.js';
import { readRegisterJson } from './register-json.js';
import { yearOf } from './year.js';

/** A large company's history of forty years, with everything that is not read. */
const MAX_RECORD_BYTES = 32 * 1024 * 1024;

const legalForms = openCodelist('dk-virksomhedsform.csv', 2);

/** The end of an organization: `OPLØST EFTER KONKURS`, `TVANGSOPLØST`, `SLETTET`. */
const ENDED = /^(?:OPLØST|TVANGSOPLØST|SLETTET|OPHØRT)/i;
const STATUS_TAGS: readonly (readonly [RegExp, string])[] = [
  [/^UNDER KONKURS/i, 'bankrupt'],
  [/^UNDER TVANGSOPLØSNING/i, 'being_compulsorily_dissolved'],
  [/^UNDER (?:FRIVILLIG )?LIKVIDATION/i, 'being_wound_up'],
  [/^UNDER (?:REKONSTRUKTION|REASSUMERING)/i, 'being_restructured'],
];
/** The register's placeholders for an unknown date. */
const NO_DATE = new Set(['1900-01-01', '1901-01-01']);
const INDUSTRIES = ['hovedbranche', 'bibranche1', 'bibranche2', 'bibranche3'];
const NO_INDUSTRY = /^(?:9[89]0?000|999999)$/;

/**
 * Denmark's register, from its Elasticsearch index. Every fact is a history; the current one is
 * read. `deltagerRelation`, the people and owners, is never read, nor are phone numbers and e-mail
 * addresses.
 */
export const cvr = defineFormat({
  name: 'cvr',
  kinds: ['organizations'],
  source: 'cvr',
  description: "JSON of Denmark's CVR (distribution.virk.dk): hits of virksomhed, one a line, in an array or in pages",
  read: (bytes) =>
    readRegisterJson(bytes, { lists: ['hits'], maxBytes: MAX_RECORD_BYTES }, (hit) =>
      organization(valueAt(hit, '_source.Vrvirksomhed') ?? valueAt(hit, 'Vrvirksomhed') ?? hit),
    ),
});

function organization(company: unknown): MappedRecord<OrganizationRecord> {
  const form = current(listAt(company, 'virksomhedsform')) ?? latest(listAt(company, 'virksomhedsform'));
  const formCode = textAt(form, 'virksomhedsformkode');
  if (formCode !== undefined && legalForms.isPerson(formCode)) return rejected('person_record', 'virksomhedsform');
  const number = textAt(company, 'cvrNummer');
  if (number === undefined) return rejected('missing_field', 'cvrNummer');
  // Without a form nothing tells that the record is not a person's.
  if (formCode === undefined) return rejected('missing_field', 'virksomhedsform');
  // The register writes a number, without leading zeros.
  const organizationNumber = number.padStart(8, '0');
  const status = textAt(current(listAt(company, 'virksomhedsstatus')), 'status') ?? '';
  const ended = ending(company, status);
  if (ended !== undefined) {
    return { ...rejected('deleted_record', ended), gone: { countryCode: 'DK', organizationNumber } };
  }
  const advertisingProtected = valueAt(company, 'reklamebeskyttet') === true;
  const industries = INDUSTRIES.map((field) => current(listAt(company, field))).filter(
    (industry) => !NO_INDUSTRY.test(textAt(industry, 'branchekode') ?? '990000'),
  );
  return {
    record: {
      countryCode: 'DK',
      organizationNumber,
      name: textAt(current(listAt(company, 'navne')), 'navn'),
      legalForm: textAt(form, 'langBeskrivelse') ?? legalForms.words(formCode),
      foundedYear: foundedYear(company),
      ...(advertisingProtected ? {} : homepage(contact(company, 'hjemmeside'))),
      ...employees(company),
      description: purpose(company),
      keywords: industries.map((industry) => textAt(industry, 'branchetekst')).filter((words) => words !== undefined),
      tags: [
        ...industries.map((industry) => `db07:${textAt(industry, 'branchekode')}`),
        ...STATUS_TAGS.filter(([pattern]) => pattern.test(status)).map(([, tag]) => tag),
        ...(advertisingProtected ? ['advertising_protected'] : []),
      ],
      ...address(company),
    },
  };
}

/** Returns the field that says that the company has ended; undefined when none does. */
function ending(company: unknown, status: string): string | undefined {
  const lives = listAt(company, 'livsforloeb');
  if (lives.length > 0 && current(lives) === undefined) return 'livsforloeb';
  return ENDED.test(status) ? 'virksomhedsstatus' : undefined;
}

/** Returns the entry that is valid today: without an end, and with the latest beginning. */
function current(history: readonly unknown[]): unknown {
  return latest(history.filter((entry) => textAt(entry, 'periode.gyldigTil') === undefined));
}

function latest(history: readonly unknown[]): unknown {
  const from = (entry: unknown) => textAt(entry, 'periode.gyldigFra') ?? '';
  return history.reduce<unknown>(
    (best, entry) => (best === undefined || from(entry) >= from(best) ? entry : best),
    undefined,
  );
}

/** Returns the current contact detail of a kind, unless the company keeps it secret. */
function contact(company: unknown, field: string): string | undefined {
  const entry = current(listAt(company, field));
  return valueAt(entry, 'hemmelig') === true ? undefined : textAt(entry, 'kontaktoplysning');
}

function foundedYear(company: unknown): number | undefined {
  const founded = textAt(company, 'virksomhedMetadata.stiftelsesDato');
  if (founded !== undefined) return yearOf(founded);
  const beginnings = listAt(company, 'livsforloeb')
    .map((life) => textAt(life, 'periode.gyldigFra'))
    .filter((date) => date !== undefined && !NO_DATE.has(date))
    .map((date) => yearOf(date) ?? Number.POSITIVE_INFINITY);
  const first = Math.min(...beginnings);
  return Number.isFinite(first) ? first : undefined;
}

/** Returns the latest count: the exact number, or else the bounds of its interval. */
function employees(company: unknown): Pick<OrganizationRecord, 'employeesMin' | 'employeesMax'> {
  const counts = ['aarsbeskaeftigelse', 'kvartalsbeskaeftigelse', 'maanedsbeskaeftigelse'].flatMap((field) =>
    listAt(company, field).map((count) => ({ count, month: lastMonth(count) })),
  );
  const { count } = counts.toSorted((a, b) => b.month - a.month)[0] ?? {};
  const exact = Number(textAt(count, 'antalAnsatte') ?? 0);
  if (Number.isInteger(exact) && exact > 0) return { employeesMin: exact, employeesMax: exact };
  const [, min, max] = /^ANTAL_([0-9]+)_([0-9]+)$/.exec(textAt(count, 'intervalKodeAntalAnsatte') ?? '') ?? [];
  if (min === undefined || Number(max) === 0) return {};
  // The last interval is open: 1,000 to 999,999.
  return { employeesMin: Number(min), ...(Number(max) < 999_999 && { employeesMax: Number(max) }) };
}

function lastMonth(count: unknown): number {
  const month = textAt(count, 'maaned') ?? Number(textAt(count, 'kvartal') ?? 4) * 3;
  return Number(textAt(count, 'aar') ?? 0) * 12 + Number(month);
}

/** Returns the purpose in the articles of association. */
function purpose(company: unknown): string | undefined {
  const attribute = listAt(company, 'attributter').find((each) => textAt(each, 'type') === 'FORMÅL');
  return textAt(current(listAt(attribute, 'vaerdier')), 'vaerdi');
}

function address(company: unknown): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const found = current(listAt(company, 'beliggenhedsadresse')) ?? current(listAt(company, 'postadresse'));
  const country = textAt(found, 'landekode');
  const box = textAt(found, 'postboks');
  const freeText = (textAt(found, 'fritekst') ?? '').split('\n').map((line) => line.trim());
  const lines = [
    companyRecipient(textAt(found, 'conavn')),
    streetLine(found),
    box && `Postboks ${box}`,
    textAt(found, 'bynavn'),
    ...withoutRecipients(freeText),
  ].filter((line) => line !== undefined && line !== '');
  const [addressLine1, ...more] = lines;
  const domestic = country === undefined || country === 'DK';
  return {
    ...(domestic && {
      city: textAt(found, 'postdistrikt'),
      postalCode: textAt(found, 'postnummer')?.padStart(4, '0'),
    }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}

/** `Lautrupvang 15A-17B, 2. th` */
function streetLine(found: unknown): string | undefined {
  const street = textAt(found, 'vejnavn');
  if (street === undefined) return undefined;
  const house = (end: 'Fra' | 'Til') =>
    `${textAt(found, `husnummer${end}`) ?? ''}${textAt(found, `bogstav${end}`) ?? ''}`;
  const houses = [house('Fra'), house('Til')].filter((each) => each !== '').join('-');
  const floor = textAt(found, 'etage');
  const door = [floor && `${floor}.`, textAt(found, 'sidedoer')].filter((part) => part !== undefined).join(' ');
  return [[street, houses].filter((part) => part !== '').join(' '), door].filter((part) => part !== '').join(', ');
}
