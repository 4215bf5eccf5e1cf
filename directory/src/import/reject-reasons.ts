/** Why a line did not go in. The names are stable: operators' tools may branch on them. */
export const REJECT_REASONS = {
  invalid_utf8: 'The line is not UTF-8.',
  line_too_long: 'The line, or the record, is longer than its format allows: 1 MiB, in register JSON 32 MiB.',
  invalid_json: 'The line is not JSON.',
  invalid_csv: 'The row is not CSV, or has more or fewer fields than the header.',
  invalid_record: 'The line is JSON but not an object.',
  missing_field: 'A required field is absent or empty.',
  wrong_type: 'The field has another JSON type than the format says.',
  invalid_text: 'The text has a NUL or half a surrogate pair, which cannot be stored.',
  too_long: 'The text is longer than its field allows.',
  too_many_values: 'The list is longer than its field allows.',
  out_of_range: 'The number is not a whole number within its field’s bounds.',
  min_above_max: 'The lower bound is above the upper bound.',
  invalid_id: 'Not a UUID.',
  invalid_country_code: 'Not SE, NO, DK or FI.',
  invalid_org_number:
    'Not a number that the country’s register could have written: no digits, or the wrong count of them.',
  invalid_domain: 'Not a domain name, or a bare public suffix.',
  invalid_linkedin_url: 'Not the address of a LinkedIn page of this kind.',
  invalid_url: 'Not an http or https address.',
  invalid_currency: 'Not three capital letters (ISO 4217).',
  invalid_name: 'No letters or digits, or longer than a name can be.',
  invalid_role: 'Not a role code in lower_snake_case.',
  invalid_email: 'Not an e-mail address.',
  invalid_phone: 'Not a phone number that can exist.',
  missing_phone_and_email: 'A switchboard needs at least one of the two.',
  organization_not_found: 'The organization that the record belongs to is not on record.',
  duplicate: 'Another line of the file is the same record: an earlier one, or one with an id.',
  id_conflict: 'The organization is on record under another id.',
  ambiguous_organization:
    'Several firms of a sole trader have the number, and the record has no id that says which it is.',
  ambiguous_contact:
    'The record has no id, and it may be one of several contacts or another person than the contact on record.',
  person_record: 'The register’s record is a person or a person’s own firm.',
  deleted_record: 'The register has deleted the record.',
} as const;

export type RejectReason = keyof typeof REJECT_REASONS;

/** Thrown while a record is checked. Names the field at fault, never its value. */
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
