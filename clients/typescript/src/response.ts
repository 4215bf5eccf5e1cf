import { ConnectionError, errorOf, type ApiError } from './errors.js';
import type { Problem } from './generated/api.js';

/** Returns the body of a successful answer. Throws ConnectionError when it is not one of this API. */
export function readAnswer(text: string): object {
  const body = parse(text);
  if (isObject(body)) return body;
  throw new ConnectionError('The answer is cut off, or does not come from the API: its body is not a JSON object.');
}

/** Returns the error of an answer that is not successful, whoever gave it. */
export function readError(status: number, headers: Headers, text: string): ApiError {
  const header = readRetryAfter(headers.get('retry-after'));
  const isTemporary = status === 408 || status === 429 || status >= 500;
  const body = parse(text);
  if (!isProblem(body)) {
    const code = 'unexpected_response';
    // What another server says is not shown: nobody knows what it repeats.
    return errorOf({ status, code, detail: explain(status), retryable: isTemporary, retryAfterSeconds: header });
  }
  const { code, detail = code, retryable, retryAfterSeconds } = body;
  return errorOf({
    status,
    code,
    detail,
    retryable: typeof retryable === 'boolean' ? retryable : isTemporary,
    retryAfterSeconds: header ?? (Number(retryAfterSeconds) >= 0 ? Number(retryAfterSeconds) : undefined),
    problem: body as Problem,
  });
}

function isProblem(body: unknown): body is Partial<Problem> & Pick<Problem, 'code'> {
  return isObject(body) && 'code' in body && typeof body.code === 'string';
}

function explain(status: number): string {
  return status >= 300 && status < 400
    ? 'The base address redirects elsewhere, which the client does not follow with an API key.'
    : 'The answer does not come from the API but from something in between.';
}

function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
