import { validationFailed } from '@prospecting/platform/errors';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_REFERENCE_LENGTH = 255;

/** An account id in lower case. Throws validation_failed. */
export function parseAccountId(text: string): string {
  if (!UUID.test(text)) throw validationFailed({ accountId: ['must be a UUID'] });
  return text.toLowerCase();
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
