import { validationFailed } from '@prospecting/platform/errors';
import { parseUuid } from '@prospecting/platform/uuid';

/** Throws validation_failed that names one field and its problem. */
export function failValidation(field: string, problem: string): never {
  throw validationFailed({ [field]: [problem] });
}

/** Returns a UUID in lower case. Throws validation_failed when the text is not a UUID. */
export function requireUuid(field: string, text: string): string {
  return parseUuid(text) ?? failValidation(field, 'must be a UUID');
}
