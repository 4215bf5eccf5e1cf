import { validationFailed } from '@prospecting/platform/errors';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** No account or reservation has it: it sorts before the first. */
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

/** A grant's reference. Throws validation_failed. */
export function parseReference(text: string): string {
  if (text === '' || text.length > MAX_REFERENCE_LENGTH || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    refuse('reference', `must be one line of 1 to ${MAX_REFERENCE_LENGTH} characters`);
  return text;
}

/** A position among reservations by age: microseconds since 1970, account and reservation. */
export type AgePosition = readonly [micros: string, accountId: string, reservationId: string];

const BEFORE_ALL: AgePosition = ['0', NIL, NIL];
const MICROS = /^\d{1,16}$/;

/** Where a page of reservations by age begins; before all when the text is empty. Throws validation_failed. */
export function parseAgePosition(field: string, text: string): AgePosition {
  if (text === '') return BEFORE_ALL;
  const [micros = '', accountId = '', reservationId = '', ...more] = text.split('/');
  const ids = [accountId, reservationId];
  if (more.length > 0 || !MICROS.test(micros) || !ids.every((id) => UUID.test(id)))
    refuse(field, 'must be empty, or next_after of a page');
  return [micros, accountId, reservationId];
}

/** The text that `parseAgePosition` reads. */
export function formatAgePosition([micros, accountId, reservationId]: AgePosition): string {
  return `${micros}/${accountId}/${reservationId}`;
}

/** Throws validation_failed on the field when there is a problem. */
export function refuse(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw validationFailed({ [field]: [problem] });
}
