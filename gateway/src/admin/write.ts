import { DomainError, toDomainError } from '@prospecting/platform/errors';

/** For writes that change nothing when they are made a second time. */
export const SAFE_AGAIN = 'The same again is safe.';

/**
 * Makes a write. Where it fails and may have been made all the same, the error says that this is not
 * known, and what to do: `advice`, in whole sentences.
 */
export async function write<Result>(advice: string, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const failure = toDomainError(error);
    // Every other failure is a refusal: nothing was made.
    if (failure.code !== 'service_unavailable' && failure.code !== 'internal_error') throw failure;
    throw new DomainError(failure.code, {
      detail: `It is not known whether this was done. ${advice}`,
      internal: failure.message,
      cause: error,
    });
  }
}
