import { request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createResponseGuard, operations, type OperationId } from '@prospecting/openapi';
import { expect } from 'chai';

/** An HTTP response as a client receives it. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body. Undefined when the body is not JSON. */
  readonly json: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  /** Sent as JSON, unless it is a string or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The time limit of one exchange. */
const TIMEOUT_MS = 15_000;
const JSON_TYPE = /^application\/(?:problem\+)?json\b/;

/** Makes one HTTP exchange and checks nothing of the answer. Omits headers that are undefined. */
export async function exchange(url: string, options: RequestOptions, agent?: Agent): Promise<Answer> {
  const { body } = options;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body));
  const headers = Object.fromEntries(
    Object.entries({
      ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
      ...options.headers,
    }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;

  return new Promise((resolve, reject) => {
    const method = options.method ?? (bytes === undefined ? 'GET' : 'POST');
    const ask = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = ask(url, { method, headers, agent, timeout: TIMEOUT_MS }, (response) => {
      const { statusCode = 0 } = response;
      buffer(response).then((received) => {
        const text = received.toString('utf8');
        const isJson = JSON_TYPE.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: statusCode,
          headers: response.headers,
          text,
          json: isJson ? (JSON.parse(text) as unknown) : undefined,
        });
      }, reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${url} in ${TIMEOUT_MS} ms`)));
    request.on('error', reject);
    request.end(bytes);
  });
}

const guard = createResponseGuard();

/**
 * Asserts that an API response conforms to the published contract: its body, its media type and the
 * headers that every response has.
 */
export function expectWithinContract(method: string, path: string, answer: Answer): void {
  const { status, headers, json } = answer;
  const operation = Object.values(operations).find((each) => each.path === path && each.method === method);
  const operationId: OperationId | undefined = operation?.operationId;
  expect(guard(operationId, status, json), `${method} ${path} answered ${status} ${answer.text}`).to.deep.equal([]);
  expect(headers['content-type']).to.match(status === 200 ? /^application\/json\b/ : /^application\/problem\+json\b/);
  // Responses contain personal data, so no cache on the way may store them.
  expect(headers['cache-control']).to.equal('no-store');
  expectNoEmptyFields(json, '');
  if (status !== 401) expect(headers, `${method} ${path} ${status}`).to.include.keys('ratelimit', 'ratelimit-policy');
}

const NULLABLE = new Set(['nextCursor', 'creditsRemaining']);

/** Asserts that no field is null, except the two that are sent as null. */
function expectNoEmptyFields(value: unknown, at: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (field === null) expect(NULLABLE.has(name), `${at}/${name} is null`).to.equal(true);
    expectNoEmptyFields(field, `${at}/${name}`);
  }
}
