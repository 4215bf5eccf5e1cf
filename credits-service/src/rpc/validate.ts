import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import { NIL_UUID, parseUuid } from '@prospecting/platform/uuid';

const MAX_REFERENCE_LENGTH = 255;
const MAX_PAGE_SIZE = 1000;

/** Returns validation_failed with one problem on one field, for a caller to throw. */
export function invalidField(field: string, problem: string): DomainError {
  return validationFailed({ [field]: [problem] });
}

/** Throws validation_failed on the field when there is a problem. */
export function assertNoProblem(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw invalidField(field, problem);
}

/** Returns an account id in lower case. Throws validation_failed. */
export function parseAccountId(text: string): string {
  return parseId('accountId', text);
}

/** Returns a reservation id in lower case. Throws validation_failed. */
export function parseReservationId(text: string): string {
  return parseId('reservationId', text);
}

function parseId(field: string, text: string): string {
  const id = parseUuid(text);
  // No account and no reservation has the nil UUID, which sorts before every id: pages begin after
  // it.
  if (id === undefined || id === NIL_UUID) throw invalidField(field, 'must be a UUID');
  return id;
}

/**
 * Returns the id after which a page begins; for an empty text, the nil UUID. Throws
 * validation_failed.
 */
export function parseAfterId(field: string, text: string): string {
  return text === '' ? NIL_UUID : parseId(field, text);
}

/** Throws validation_failed unless the limit is a page size from 1 to 1000. */
export function assertPageLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    throw invalidField('limit', `must be from 1 to ${MAX_PAGE_SIZE}`);
}

/** Returns a grant's reference. Throws validation_failed. */
export function parseReference(text: string): string {
  if (text === '' || text.length > MAX_REFERENCE_LENGTH || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    throw invalidField('reference', `must be one line of 1 to ${MAX_REFERENCE_LENGTH} characters`);
  return text;
}

/**
 * A position among reservations in the order of age: microseconds since 1970, account, reservation.
 */
export type AgePosition = readonly [micros: string, accountId: string, reservationId: string];

const FIRST_POSITION: AgePosition = ['0', NIL_UUID, NIL_UUID];
const MICROS = /^\d{1,16}$/;

/**
 * Returns the position after which a page begins; for an empty text, the first. Throws
 * validation_failed.
 */
export function parseAgePosition(field: string, text: string): AgePosition {
  if (text === '') return FIRST_POSITION;
  const [micros = '', accountId = '', reservationId = '', ...more] = text.split('/');
  const ids = [accountId, reservationId];
  if (more.length > 0 || !MICROS.test(micros) || ids.some((id) => parseUuid(id) === undefined))
    throw invalidField(field, 'must be empty, or next_after of a page');
  return [micros, accountId, reservationId];
}

/** Returns the text that `parseAgePosition` reads. */
export function formatAgePosition([micros, accountId, reservationId]: AgePosition): string {
  return `${micros}/${accountId}/${reservationId}`;
}
