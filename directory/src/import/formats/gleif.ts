import { isCountryCode } from '../../identifiers/index.js';
import type { OrganizationRecord } from './canonical-records.js';
import { openCodelist } from './codelist.js';
import { defineFormat, rejected, type MappedRecord, type Rejection } from './format.js';
import { listAt, textAt, valueAt } from './json-fields.js';
import { isVerifiedNumber, numberKind } from './number.js';
import { beginsWithJson } from './peek.js';
import { readQuotedCsv } from './quoted-csv.js';
import { withoutRecipients } from './recipients.js';
import { readRegisterJson } from './register-json.js';

const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const LEI_START = /^"[0-9A-Z]{20}",/;

/** The registers whose numbers are national ones, by GLEIF's code of the authority. */
const AUTHORITIES: Readonly<Record<string, string>> = {
  RA000472: 'NO',
  RA000544: 'SE',
  RA000545: 'SE',
  RA000546: 'SE',
  RA000735: 'SE',
  RA000170: 'DK',
  RA000188: 'FI',
};
/** Registrations whose data somebody vouches for. LAPSED only means that nobody paid for another year. */
const VALID = new Set(['ISSUED', 'LAPSED', 'PENDING_TRANSFER', 'PENDING_ARCHIVAL']);
/** ELF codes that mean: see the text, or none. */
const NO_FORM = new Set(['8888', '9999']);

const legalForms = openCodelist('gleif-elf.json');

/** GLEIF's golden copy of level 1: every legal entity with an LEI, of all countries. */
export const gleif = defineFormat({
  name: 'gleif',
  kinds: ['organizations'],
  source: 'gleif',
  description: 'golden copy of GLEIF, level 1 (lei2.csv.zip, or the .csv in it), and JSON answers of its API',
  async *read(bytes) {
    const { json, all } = await beginsWithJson(bytes);
    if (json)
      yield* readRegisterJson(all, { lists: ['data'], maxBytes: MAX_RECORD_BYTES }, (each) =>
        fromJson(valueAt(each, 'data') ?? each),
      );
    else {
      yield* readQuotedCsv(all, {
        title: "GLEIF's golden copy",
        delimiter: ',',
        requiredColumns: ['LEI', 'Entity.LegalName', 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID'],
        recordStart: LEI_START,
        map: (row) => organization((column) => row.text(column)),
      });
    }
  },
});

/** Returns the value of a column of the golden copy, without the part `Entity.` or `Registration.`. */
type Column = (name: string) => string | undefined;

function organization(column: Column): MappedRecord<OrganizationRecord> {
  const identity = identify(column);
  if ('reason' in identity) return identity;
  const ended = ending(column);
  if (ended !== undefined) return { ...ended, gone: identity };
  const form = column('Entity.LegalForm.EntityLegalFormCode');
  const category = column('Entity.EntityCategory');
  return {
    record: {
      ...identity,
      name: column('Entity.LegalName'),
      legalForm: form === undefined || NO_FORM.has(form) ? undefined : legalForms.words(form),
      tags: [`lei:${column('LEI')}`, ...(category === 'FUND' || category === 'BRANCH' ? [category.toLowerCase()] : [])],
      ...address(column, identity.countryCode),
    },
  };
}

/** Returns the verified number of an organization in its register, or why there is none. */
function identify(column: Column): Pick<OrganizationRecord, 'countryCode' | 'organizationNumber'> | Rejection {
  if (column('Entity.EntityCategory') === 'SOLE_PROPRIETOR') return rejected('person_record', 'Entity.EntityCategory');
  // A jurisdiction may be a part of a country: `GB-SCT`.
  const countryCode = column('Entity.LegalJurisdiction')?.slice(0, 2);
  if (!isCountryCode(countryCode)) return rejected('foreign_record', 'Entity.LegalJurisdiction');
  const authority = column('Entity.RegistrationAuthority.RegistrationAuthorityID');
  const numberField = 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID';
  const organizationNumber = column(numberField);
  if (authority === undefined || AUTHORITIES[authority] !== countryCode) {
    return rejected('unknown_number', 'Entity.RegistrationAuthority.RegistrationAuthorityID');
  }
  if (numberKind(countryCode, organizationNumber) === 'person') return rejected('person_record', numberField);
  if (!isVerifiedNumber(countryCode, organizationNumber)) return rejected('unknown_number', numberField);
  return { countryCode, organizationNumber };
}

/** Returns why GLEIF has ended the record; undefined when it has not. */
function ending(column: Column): Rejection | undefined {
  if (column('Entity.EntityStatus') === 'INACTIVE') return rejected('deleted_record', 'Entity.EntityStatus');
  const registration = column('Registration.RegistrationStatus');
  if (registration === undefined || VALID.has(registration)) return undefined;
  return rejected('inactive_record', 'Registration.RegistrationStatus');
}

/** Maps the headquarters, or else the legal address; one abroad is a line of text without a city. */
function address(
  column: Column,
  countryCode: string,
): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const kind = ['Entity.HeadquartersAddress', 'Entity.LegalAddress'].find(
    (each) => column(`${each}.Country`) !== undefined,
  );
  if (kind === undefined) return {};
  const written = [
    'FirstAddressLine',
    'AdditionalAddressLine.1',
    'AdditionalAddressLine.2',
    'AdditionalAddressLine.3',
  ].map((line) => column(`${kind}.${line}`));
  const lines = withoutRecipients(written.filter((line) => line !== undefined));
  const country = column(`${kind}.Country`);
  const city = column(`${kind}.City`);
  const postalCode = column(`${kind}.PostalCode`);
  if (country !== countryCode) {
    const foreign = [postalCode, city, country].filter((part) => part !== undefined).join(' ');
    lines.push(foreign);
  }
  const [addressLine1, ...more] = lines;
  return {
    ...(country === countryCode && { city, postalCode }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}

/** Gives a record of the API the names of the golden copy's columns. */
function fromJson(record: unknown): MappedRecord<OrganizationRecord> {
  const entity = 'attributes.entity';
  const paths: Readonly<Record<string, string>> = {
    LEI: 'attributes.lei',
    'Entity.LegalName': `${entity}.legalName.name`,
    'Entity.EntityCategory': `${entity}.category`,
    'Entity.LegalJurisdiction': `${entity}.jurisdiction`,
    'Entity.RegistrationAuthority.RegistrationAuthorityID': `${entity}.registeredAt.id`,
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': `${entity}.registeredAs`,
    'Entity.EntityStatus': `${entity}.status`,
    'Registration.RegistrationStatus': 'attributes.registration.status',
    'Entity.LegalForm.EntityLegalFormCode': `${entity}.legalForm.id`,
  };
  return organization((name) => {
    const path = paths[name];
    if (path !== undefined) return textAt(record, path);
    const [, kind = '', part = ''] = /^Entity\.(Headquarters|Legal)Address\.(.*)$/.exec(name) ?? [];
    const from = `${entity}.${kind.toLowerCase()}Address`;
    const lines = listAt(record, `${from}.addressLines`).filter((line) => typeof line === 'string');
    if (part === 'FirstAddressLine') return lines[0];
    if (part.startsWith('AdditionalAddressLine.')) return lines[Number(part.slice(-1))];
    const members: Readonly<Record<string, string>> = { City: 'city', Country: 'country', PostalCode: 'postalCode' };
    return textAt(record, `${from}.${members[part] ?? part}`);
  });
}
