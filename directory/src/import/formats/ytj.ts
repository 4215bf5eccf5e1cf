import type { OrganizationRecord } from './canonical-records.js';
import { defineFormat, rejected, type MappedRecord } from './format.js';
import { homepage } from './homepage.js';
import { listAt, textAt, valueAt } from './json-fields.js';
import { companyRecipient, withoutRecipients } from './recipients.js';
import { readRegisterJson } from './register-json.js';
import { yearOf } from './year.js';
import { bisOrganization } from './ytj-bis.js';
import { isSoleTraderForm } from './ytj-forms.js';

const MAX_RECORD_BYTES = 8 * 1024 * 1024;

const FINNISH = '1';
const VISITING_ADDRESS = '1';
const MAIN_NAME = '1';

const SITUATION_TAGS: Readonly<Record<string, string>> = {
  KONK: 'bankrupt',
  SELTILA: 'being_wound_up',
  SANE: 'being_restructured',
};

/**
 * Finland's business information system (PRH and the tax administration), as its API v3 answers and
 * as its file of all companies. Records of the closed API bis/v1 are read as well.
 */
export const ytj = defineFormat({
  name: 'ytj',
  kinds: ['organizations'],
  source: 'ytj',
  description: "JSON of Finland's YTJ (avoindata.prh.fi): all_companies.zip, pages of companies, old bis/v1 answers",
  read: (bytes) =>
    readRegisterJson(bytes, { lists: ['companies', 'results'], maxBytes: MAX_RECORD_BYTES }, (record) =>
      typeof valueAt(record, 'businessId') === 'string' ? bisOrganization(record) : organization(record),
    ),
});

function organization(company: unknown): MappedRecord<OrganizationRecord> {
  const organizationNumber = textAt(company, 'businessId.value');
  if (organizationNumber === undefined) return rejected('missing_field', 'businessId');
  const forms = listAt(company, 'companyForms');
  const form = newest(forms.filter(isCurrent)) ?? newest(forms);
  // Without a form nothing tells that the record is not a person's.
  if (form === undefined) return rejected('missing_field', 'companyForms');
  const formNames = listAt(form, 'descriptions').map((each) => textAt(each, 'description'));
  if (formNames.some(isSoleTraderForm)) return rejected('person_record', 'companyForms');
  const ended = endedField(company);
  if (ended !== undefined) {
    return { ...rejected('deleted_record', ended), gone: { countryCode: 'FI', organizationNumber } };
  }
  if (textAt(company, 'status') === '1') return rejected('inactive_record', 'status');
  const industry = valueAt(company, 'mainBusinessLine');
  const industryCode = textAt(industry, 'type');
  const industryWords = words(industry);
  const names = listAt(company, 'names').filter(isCurrent);
  return {
    record: {
      countryCode: 'FI',
      organizationNumber,
      name: textAt(newest(names.filter((name) => textAt(name, 'type') === MAIN_NAME)), 'name'),
      legalForm: words(form) ?? textAt(form, 'type'),
      foundedYear: yearOf(textAt(company, 'registrationDate')),
      ...homepage(textAt(company, 'website.url')),
      ...(industryWords !== undefined && { keywords: [industryWords] }),
      tags: [
        ...(industryCode === undefined ? [] : [`${codeSet(industry)}:${industryCode}`]),
        ...listAt(company, 'companySituations')
          .filter(isCurrent)
          .map((situation) => SITUATION_TAGS[textAt(situation, 'type') ?? ''])
          .filter((tag) => tag !== undefined),
      ],
      ...address(company),
    },
  };
}

/** Returns the field that says that the organization has ended; undefined when none does. */
function endedField(company: unknown): string | undefined {
  if (textAt(company, 'endDate') !== undefined) return 'endDate';
  if (['2', '4'].includes(textAt(company, 'tradeRegisterStatus') ?? '')) return 'tradeRegisterStatus';
  return textAt(company, 'status') === '5' ? 'status' : undefined;
}

/** The class of industries changes over the years: TOIMI4 and older ones. */
function codeSet(industry: unknown): string {
  return (textAt(industry, 'typeCodeSet') ?? 'toimi').toLowerCase();
}

/** An entry that has ended keeps its row. */
function isCurrent(entry: unknown): boolean {
  return textAt(entry, 'endDate') === undefined;
}

/** Returns the entry with the lowest version: 1 is the newest. */
function newest(entries: readonly unknown[]): unknown {
  const version = (entry: unknown) => Number(textAt(entry, 'version') ?? 1);
  return entries.toSorted((a, b) => version(a) - version(b))[0];
}

/** Returns a description in Finnish, or else in the first language that there is. */
function words(entry: unknown): string | undefined {
  const descriptions = listAt(entry, 'descriptions');
  const finnish = descriptions.find((each) => textAt(each, 'languageCode') === FINNISH);
  return textAt(finnish ?? descriptions[0], 'description');
}

function address(company: unknown): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const addresses = listAt(company, 'addresses').filter(isCurrent);
  const found = addresses.find((each) => textAt(each, 'type') === VISITING_ADDRESS) ?? addresses[0];
  const offices = listAt(found, 'postOffices');
  const office = offices.find((each) => textAt(each, 'languageCode') === FINNISH) ?? offices[0];
  const country = textAt(found, 'country');
  const domestic = country === undefined || country === 'FI';
  const parts = ['street', 'buildingNumber', 'entrance', 'apartmentNumber'].map((field) => textAt(found, field));
  const street = parts.filter((part) => part !== undefined).join(' ');
  const box = textAt(found, 'postOfficeBox');
  const free = textAt(found, 'freeAddressLine');
  const [addressLine1, ...more] = [
    companyRecipient(textAt(found, 'co')),
    street,
    box && `PL ${box}`,
    ...withoutRecipients(free === undefined ? [] : [free]),
    domestic ? undefined : country,
  ].filter((line) => line !== undefined && line !== '');
  return {
    ...(domestic && { city: textAt(office, 'city'), postalCode: textAt(found, 'postCode') }),
    addressLine1,
    addressLine2: more.length === 0 ? undefined : more.join(', '),
  };
}
