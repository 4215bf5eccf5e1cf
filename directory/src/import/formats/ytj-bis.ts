import type { OrganizationRecord } from './canonical-records.js';
import { rejected, type MappedRecord } from './format.js';
import { homepage } from './homepage.js';
import { listAt, textAt } from './json-fields.js';
import { companyRecipient, withoutRecipients } from './recipients.js';
import { yearOf } from './year.js';
import { isSoleTraderForm } from './ytj-forms.js';

const VISITING_ADDRESS = '1';
const NEWEST = '1';

/**
 * Maps a record of the closed API bis/v1: a row of its search, or the details of one company. Texts
 * are repeated in each language; the Finnish ones are taken.
 */
export function bisOrganization(company: unknown): MappedRecord<OrganizationRecord> {
  const forms = current(company, 'companyForms');
  const form = textAt(company, 'companyForm');
  const formNames = [form, ...forms.flatMap((each) => [textAt(each, 'name'), textAt(each, 'type')])];
  if (formNames.some(isSoleTraderForm)) return rejected('person_record', 'companyForm');
  // Without a form nothing tells that the record is not a person's.
  if (formNames.every((name) => name === undefined)) return rejected('missing_field', 'companyForm');
  const industry = finnish(current(company, 'businessLines'));
  const industryCode = textAt(industry, 'code');
  const website = current(company, 'contactDetails').find((each) =>
    /website|kotisivu|www/i.test(textAt(each, 'type') ?? ''),
  );
  const industryWords = textAt(industry, 'name');
  return {
    record: {
      countryCode: 'FI',
      organizationNumber: textAt(company, 'businessId'),
      name: textAt(company, 'name'),
      legalForm: textAt(finnish(forms), 'name') ?? form,
      foundedYear: yearOf(textAt(company, 'registrationDate')),
      ...homepage(textAt(website, 'value')),
      ...(industryWords !== undefined && { keywords: [industryWords] }),
      tags: [
        ...(industryCode === undefined ? [] : [`toimi:${industryCode}`]),
        ...liquidationTags(current(company, 'liquidations')),
      ],
      ...address(company),
    },
  };
}

/** Entries that have not ended; version 1 is the newest. */
function current(company: unknown, field: string): unknown[] {
  return listAt(company, field).filter(
    (entry) => textAt(entry, 'endDate') === undefined && (textAt(entry, 'version') ?? NEWEST) === NEWEST,
  );
}

function finnish(entries: readonly unknown[]): unknown {
  return entries.find((entry) => textAt(entry, 'language') === 'FI') ?? entries[0];
}

function liquidationTags(liquidations: readonly unknown[]): string[] {
  if (liquidations.length === 0) return [];
  const bankrupt = liquidations.some((each) =>
    /konk|bankrup/i.test(`${textAt(each, 'type') ?? ''} ${textAt(each, 'description') ?? ''}`),
  );
  return [bankrupt ? 'bankrupt' : 'being_wound_up'];
}

function address(company: unknown): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const addresses = current(company, 'addresses');
  const found = addresses.find((each) => textAt(each, 'type') === VISITING_ADDRESS) ?? addresses[0];
  const street = textAt(found, 'street');
  const [addressLine1, addressLine2] = [
    companyRecipient(textAt(found, 'careOf')),
    ...withoutRecipients(street === undefined ? [] : [street]),
  ].filter((line) => line !== undefined);
  return { city: textAt(found, 'city'), postalCode: textAt(found, 'postCode'), addressLine1, addressLine2 };
}
