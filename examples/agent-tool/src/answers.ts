import { ApiError, CreditCapExceededError, InsufficientCreditsError, ProspectingError } from '@prospecting/client';

/** What goes back to the model as the result of its call. */
export interface ToolResult {
  /** Compact JSON. */
  readonly content: string;
  readonly isError: boolean;
}

/** A call that is refused for a reason that the model is told. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function answer(body: object): ToolResult {
  return { content: JSON.stringify(body), isError: false };
}

/** Says what went wrong in a way on which the model can act. Nothing of the application's insides is in it. */
export function failure(error: unknown): ToolResult {
  const [code, message] = describe(error);
  return { content: JSON.stringify({ error: code, message }), isError: true };
}

function describe(error: unknown): readonly [string, string] {
  if (error instanceof Refusal) return [error.code, error.message];
  if (error instanceof InsufficientCreditsError) {
    return [error.code, 'The account has too few credits. Nothing was charged. Tell the user; do not try again.'];
  }
  if (error instanceof CreditCapExceededError) {
    return [error.code, 'The price has risen since the quote. Nothing was charged. Quote again.'];
  }
  if (error instanceof ApiError && !error.retryable) {
    return [error.code, `${error.message} Do not repeat this call unchanged.`];
  }
  if (error instanceof ProspectingError) {
    return ['try_again', 'The service did not answer. Make the same call again, once; it cannot charge twice.'];
  }
  return ['internal_error', 'The tool failed. Tell the user.'];
}

const LONGEST = 120;

/**
 * Returns a text of a record as data for a model or a person: in one line, cut, and without
 * invisible characters, which can hide instructions from a reader.
 */
export function untrusted(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const visible = text
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  return visible.length > LONGEST ? `${visible.slice(0, LONGEST)}…` : visible;
}
