import { ConfigError } from '#src/config/index.js';
import { DomainError } from '#src/errors/index.js';

/** Returns the code of the DomainError that a promise rejects with, or `ok`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Returns the problems of the ConfigError that `load` throws, or none. */
export function problemsOf(load: () => unknown): readonly string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
