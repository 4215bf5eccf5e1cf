import type { OrganizationRecord } from './canonical-records.js';
import { openCodelist } from './codelist.js';
import { readCsv, type CsvRow } from './csv.js';
import { defineFormat, rejected, type MappedRecord, type Rejection } from './format.js';
import { numberKind } from './number.js';
import { companyRecipient, withoutRecipients } from './recipients.js';

/** Legal forms of persons: natural persons, and estates of deceased ones. */
const PERSON_FORMS = new Set(['10', '91']);
/** Twelve digits: 16 before the number of a legal person, a century before a personal number. */
const LEGAL_PERSON = /^16([0-9]{10})$/;
const NATURAL_PERSON = /^(?:18|19|20)[0-9]{10}$/;
const INDUSTRIES = ['Ng1', 'Ng2', 'Ng3', 'Ng4', 'Ng5'];
const NO_INDUSTRY = '00000';

const legalForms = openCodelist('se-jurform.csv');

/** Statistics Sweden's register of legal persons: industries, and organizations that Bolagsverket has not. */
export const scb = defineFormat({
  name: 'scb',
  kinds: ['organizations'],
  source: 'scb',
  description: "bulk file of Statistics Sweden's register of legal persons (scb_bulkfil.zip, or the .txt in it)",
  read: (bytes) =>
    readCsv(bytes, {
      title: "SCB's bulk file",
      requiredColumns: ['PeOrgNr', 'Namn', 'JurForm', 'JEStat', 'FtgStat'],
      delimiter: '\t',
      encoding: 'latin1',
      quotes: false,
      map: organization,
    }),
});

function organization(row: CsvRow): MappedRecord<OrganizationRecord> {
  const organizationNumber = identify(row);
  if (typeof organizationNumber !== 'string') return organizationNumber;
  if (row.text('JEStat') === '9') {
    return { ...rejected('deleted_record', 'JEStat'), gone: { countryCode: 'SE', organizationNumber } };
  }
  const form = row.text('JurForm');
  return {
    record: {
      countryCode: 'SE',
      organizationNumber,
      name: row.text('Namn') ?? row.text('Foretagsnamn'),
      legalForm: form && legalForms.words(form),
      tags: tags(row),
      ...address(row),
    },
  };
}

/** Returns the number of a legal person, or why the record is not one's. */
function identify(row: CsvRow): string | Rejection {
  const identity = row.text('PeOrgNr');
  if (identity !== undefined && NATURAL_PERSON.test(identity)) return rejected('person_record', 'PeOrgNr');
  const form = row.text('JurForm');
  if (form !== undefined && PERSON_FORMS.has(form)) return rejected('person_record', 'JurForm');
  if (identity === undefined) return rejected('missing_field', 'PeOrgNr');
  const organizationNumber = LEGAL_PERSON.exec(identity)?.[1];
  if (organizationNumber === undefined) return rejected('invalid_org_number', 'PeOrgNr');
  // A number of group 1 is an estate of a deceased person.
  if (numberKind('SE', organizationNumber) === 'person' || organizationNumber.startsWith('1')) {
    return rejected('person_record', 'PeOrgNr');
  }
  return organizationNumber;
}

function tags(row: CsvRow): string[] {
  const industries = INDUSTRIES.map((column) => row.text(column)).filter(
    (code) => code !== undefined && code !== NO_INDUSTRY,
  );
  return [
    ...industries.map((code) => `sni:${code}`),
    ...(['0', '9'].includes(row.text('FtgStat') ?? '') ? ['not_active'] : []),
    ...(row.text('Reklamsparrtyp') === '2' ? ['advertising_protected'] : []),
  ];
}

function address(row: CsvRow): Pick<OrganizationRecord, 'city' | 'postalCode' | 'addressLine1' | 'addressLine2'> {
  const street = row.text('Gatuadress');
  const [addressLine1, addressLine2] = [
    companyRecipient(row.text('COAdress')),
    ...withoutRecipients(street === undefined ? [] : [street]),
  ].filter((line) => line !== undefined);
  return { city: row.text('PostOrt'), postalCode: row.text('PostNr'), addressLine1, addressLine2 };
}
