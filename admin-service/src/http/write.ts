import { DomainError, toDomainError } from '@prospecting/platform/errors';
import { isRejection } from '../changes/trail.js';

/** Advice for writes that change nothing when they are repeated. */
export const SAFE_TO_REPEAT = 'It is safe to send the same request again.';

/**
 * Makes a write. When it fails and may have been made nevertheless, the error says so, followed by
 * `advice`: what to do, in whole sentences.
 */
export async function write<Result>(advice: string, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const failure = toDomainError(error);
    if (isRejection(failure)) throw failure;
    throw new DomainError(failure.code, {
      detail: `It is not known whether this was done. ${advice}`,
      internal: failure.message,
      cause: error,
    });
  }
}
