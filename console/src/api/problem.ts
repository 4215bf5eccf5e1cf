/** Body of a failed answer, RFC 9457. Branch on `code`. */
export interface Problem {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly detail?: string;
  readonly traceId?: string;
  /** Messages by field, with `validation_failed`. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number;
}

/** Code of a request whose answer never arrived. The service has no such code. */
export const NO_ANSWER = 'no_answer';

/** Codes after which a write may have been made nevertheless. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([NO_ANSWER, 'service_unavailable', 'internal_error']);

/** A request that failed. */
export class ApiError extends Error {
  readonly problem: Problem;
  /** True for a write that may have been made although it failed. */
  readonly isOutcomeUnknown: boolean;

  constructor(problem: Problem, isWrite: boolean) {
    super(problem.detail ?? problem.title);
    this.name = 'ApiError';
    this.problem = problem;
    this.isOutcomeUnknown = isWrite && OUTCOME_UNKNOWN.has(problem.code);
  }
}

/** Returns the problem in the body of a failed answer, and a plain one when the body has none. */
export function problemOf(status: number, body: unknown): Problem {
  const given = typeof body === 'object' && body !== null ? (body as Partial<Problem>) : {};
  const isOurs = typeof given.code === 'string' && typeof given.title === 'string';
  if (isOurs) return { ...given, status, retryable: given.retryable === true } as Problem;
  return {
    code: status >= 500 ? 'service_unavailable' : 'unexpected_answer',
    title: status >= 500 ? 'Service unavailable' : 'Unexpected answer',
    status,
    retryable: status >= 500,
    detail: `The console was answered with status ${status} and no further words.`,
  };
}

/** Returns the problem of a request that got no answer. */
export function noAnswer(isWrite: boolean): Problem {
  return {
    code: NO_ANSWER,
    title: 'No answer',
    status: 0,
    retryable: !isWrite,
    detail: isWrite
      ? 'The connection broke before the answer arrived. It is not known whether this was done. Look at the list before you try again.'
      : 'The connection broke before the answer arrived.',
  };
}

/** Returns what went wrong in the terms of a problem, whatever was thrown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return {
    code: 'console_failed',
    title: 'This page failed',
    status: 0,
    retryable: false,
    detail: 'The console made a mistake. Load the page again; if that does not help, tell support what you did.',
  };
}

/** Returns the message for one field of a form. A field of a list is counted to the list. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const entries = Object.entries(error.problem.errors ?? {});
  const of = entries.filter(([name]) => name === field || name.startsWith(`${field}.`));
  const messages = of.flatMap(([, each]) => each);
  return messages.length === 0 ? undefined : sentence([...new Set(messages)].join('; '));
}

/** Returns the problems of fields that no input of a form shows, as text. */
export function otherFieldErrors(error: unknown, shown: readonly string[]): readonly string[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.problem.errors ?? {})
    .filter(([name]) => !shown.some((field) => name === field || name.startsWith(`${field}.`)))
    .map(([name, messages]) => `${name} ${messages.join('; ')}`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
