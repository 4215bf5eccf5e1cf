import type { CountryCode } from '../identifiers/index.js';
import type { Source } from './sources.js';

/** The reasons for which a record is rejected. The names are stable: tools may branch on them. */
export const REJECT_REASONS = {
  invalid_utf8: 'The line is not UTF-8.',
  line_too_long: 'The line, or the record, is longer than its format allows: 1 MiB, in register JSON 32 MiB.',
  invalid_json: 'The line is not JSON.',
  invalid_csv: 'The row is not CSV, or it has more or fewer fields than the header.',
  invalid_record: 'The line is JSON but not an object.',
  missing_field: 'A required field is absent or empty.',
  wrong_type: 'The field has the wrong JSON type.',
  invalid_text: 'The text has a NUL or half a surrogate pair, which PostgreSQL cannot store.',
  too_long: 'The text is longer than its field allows.',
  too_many_values: 'The list is longer than its field allows.',
  out_of_range: 'The number is not a whole number within the bounds of its field.',
  min_above_max: 'The lower bound is above the upper bound.',
  invalid_id: 'Not a UUID.',
  invalid_country_code: 'Not SE, NO, DK or FI.',
  invalid_org_number: 'Not a number of the country’s register: no digits, or the wrong number of digits.',
  invalid_domain: 'Not a domain name, or a bare public suffix.',
  invalid_linkedin_url: 'Not the URL of a LinkedIn page of this kind.',
  invalid_url: 'Not an http or https URL.',
  invalid_currency: 'Not three capital letters (ISO 4217).',
  invalid_name: 'The name has no letters or digits, or it is too long.',
  invalid_role: 'Not a role code in lower_snake_case.',
  invalid_email: 'Not an e-mail address.',
  invalid_phone: 'Not a possible phone number.',
  missing_phone_and_email: 'A switchboard needs a phone number or an e-mail address.',
  organization_not_found: 'The organization of the record is not on record.',
  duplicate: 'The same record is already in the file, earlier or with an id.',
  id_conflict: 'The organization is on record under another id.',
  ambiguous_organization:
    'A sole trader runs several firms under the number, and the record has no id to tell them apart.',
  ambiguous_contact: 'The record has no id and may be one of several contacts, or a person who is not on record.',
  cut_short: 'The input ends inside the record, or inside the list of records.',
  unknown_number:
    'The record has no national number that can be verified: the authority is unknown, or the check digit is wrong.',
  person_record: 'The register’s record is a person, a sole proprietorship or an estate.',
  deleted_record: 'The register has deleted the record, or another register has.',
  inactive_record: 'The register’s record is not valid: pending, superseded or annulled.',
  foreign_record: 'The organization is registered in another country than SE, NO, DK or FI.',
  additional_name: 'The record is another business name of an organization that is already in the file.',
} as const;

export type RejectReason = keyof typeof REJECT_REASONS;

/** Reasons to leave out a record that has no fault: the product does not sell it. */
export const LEFT_OUT_REASONS: ReadonlySet<RejectReason> = new Set<RejectReason>([
  'person_record',
  'deleted_record',
  'inactive_record',
  'foreign_record',
  'additional_name',
]);

/** Reasons of records that could not be read, so nobody knows which organizations they were. */
export const UNREADABLE_REASONS: ReadonlySet<RejectReason> = new Set<RejectReason>([
  'invalid_utf8',
  'line_too_long',
  'invalid_json',
  'invalid_csv',
  'invalid_record',
  'cut_short',
]);

/** A rejected record: where it was and why. Never holds a value, which may be personal data. */
export interface Reject {
  readonly line: number;
  readonly reason: RejectReason;
  readonly field?: string | undefined;
  /**
   * The organization that the register no longer has. It is removed if it is on record. Absent when
   * the record says nothing about an organization, as that of a person. Never written to a file.
   */
  readonly gone?: GoneOrganization | undefined;
}

/** An organization by number, as the register writes it, not yet checked. */
export interface GoneOrganization {
  readonly countryCode: CountryCode;
  readonly organizationNumber: string | undefined;
  /** Default: that of the format. */
  readonly source?: Source;
}

/** Thrown when a record fails a check. Names the field at fault, never its value. */
export class RecordRejected extends Error {
  readonly reason: RejectReason;
  readonly field: string | undefined;

  constructor(reason: RejectReason, field?: string) {
    super(reason);
    this.name = 'RecordRejected';
    this.reason = reason;
    this.field = field;
  }
}
