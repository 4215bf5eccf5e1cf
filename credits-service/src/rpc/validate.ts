import { validationFailed } from '@prospecting/platform/errors';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** No account or reservation has it: it stands before the first. */
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX_REFERENCE_LENGTH = 255;
const MAX_PAGE_SIZE = 1000;

/** An account id in lower case. Throws validation_failed. */
export function parseAccountId(text: string): string {
  return parseId('accountId', text);
}

/** A reservation id in lower case. Throws validation_failed. */
export function parseReservationId(text: string): string {
  return parseId('reservationId', text);
}

function parseId(field: string, text: string): string {
  if (!UUID.test(text) || text === NIL) throw validationFailed({ [field]: ['must be a UUID'] });
  return text.toLowerCase();
}

/** The id after which a page begins; before every id when the text is empty. Throws validation_failed. */
export function parseAfter(field: string, text: string): string {
  return text === '' ? NIL : parseId(field, text);
}

/** Throws validation_failed when it is no size for a page. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    refuse('limit', `must be from 1 to ${MAX_PAGE_SIZE}`);
}

/** An operator's reference, null when there is none. Throws validation_failed. */
export function parseReference(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.length > MAX_REFERENCE_LENGTH || /[\p{Cc}\p{Cs}]/u.test(text)) {
    throw validationFailed({ reference: [`must be one line of at most ${MAX_REFERENCE_LENGTH} characters`] });
  }
  return text;
}

/** Throws validation_failed on the field when there is a problem. */
export function refuse(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw validationFailed({ [field]: [problem] });
}
