import { randomUUID } from 'node:crypto';
import type { Candidate, Contact, Organization, RevealQuote, Switchboard } from '@prospecting/openapi';
import { expect } from 'chai';
import type { Admin } from './admin.js';
import type { Answer, RequestOptions } from './client.js';
import type { BucketName } from './rate-headers.js';

/**
 * The account that a test needs. Defaults: API access, no target roles, no credits, and limits that
 * no test reaches.
 */
export interface Wishes {
  readonly apiEnabled?: boolean;
  readonly targetRoles?: readonly string[];
  readonly priceGroup?: string;
  /** null: no credit subscription. Default: a subscription of 0 credits. */
  readonly credits?: { readonly included?: number; readonly purchased?: number } | null;
  /** `default`: the limits that every key has by default. Default: limits that no test reaches. */
  readonly limits?: Partial<Record<BucketName, number>> | 'default';
  readonly ownedEmails?: readonly string[];
}

/** One result as a client written after the specification sees it: every field is optional. */
export interface Result {
  readonly ref?: string;
  readonly status: string;
  readonly matchedBy?: string;
  readonly error?: string;
  readonly reason?: string;
  readonly organization?: Organization;
  readonly creditCost?: number;
  readonly contacts?: readonly Contact[];
  readonly totalCount?: number;
  readonly filteredByTargetRoles?: boolean;
  readonly nextCursor?: string | null;
  readonly contact?: Contact;
  readonly candidates?: readonly Candidate[];
  readonly switchboard?: Switchboard;
  readonly reveal?: RevealQuote;
}

/** The envelope of a batch response. */
export interface Batch {
  readonly results: readonly Result[];
  readonly creditsCharged: number;
  readonly creditsQuoted: number;
  readonly creditsRemaining: number | null;
  readonly dryRun: boolean;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly traceId: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly creditsRequired?: number;
  readonly creditsRemaining?: number | null;
  readonly maxCredits?: number;
  readonly maxItems?: number;
  readonly retryAfterSeconds?: number;
}

export const PATHS = {
  organizations: '/organizations/match',
  contacts: '/organizations/contacts/match',
  switchboards: '/organizations/switchboards/match',
  people: '/people/match',
  reveal: '/contacts/reveal',
  credits: '/credits',
} as const;

/** Returns the header that a spending call requires. */
export function keyed(idempotencyKey: string = randomUUID()): { readonly 'idempotency-key': string } {
  return { 'idempotency-key': idempotencyKey };
}

/** An account with an API key. Every response it receives is checked against the contract. */
export interface Customer {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  send(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body: unknown, headers?: RequestOptions['headers']): Promise<Answer>;
  /** Returns the results of a batch that must succeed. `top` holds fields beside `items`. */
  match(path: string, items: readonly unknown[], top?: object): Promise<readonly Result[]>;
  matchOrganizations(...items: unknown[]): Promise<readonly Result[]>;
  matchPeople(...items: unknown[]): Promise<readonly Result[]>;
  matchSwitchboards(...items: unknown[]): Promise<readonly Result[]>;
  listContacts(items: readonly unknown[], top?: object): Promise<readonly Result[]>;
  /** Returns the same account and key identity, using another secret. */
  using(key: string): Customer;
}

type Send = (path: string, options: RequestOptions) => Promise<Answer>;

/** Limits that no test reaches. */
const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };

/** Creates an account and a key, and passes the key to `learn`. */
export async function createCustomer(
  admin: Admin,
  send: Send,
  wishes: Wishes,
  learn: (secret: string) => void,
): Promise<Customer> {
  const { ownedEmails = [], limits = {}, ...account } = wishes;
  const { id: accountId } = await admin.post<{ id: string }>('/accounts', { name: 'Testkunden AB', ...account });
  if (ownedEmails.length > 0) await admin.post(`/accounts/${accountId}/owned-emails`, { emails: ownedEmails });
  const created = await admin.post<{ id: string; key: string }>(`/accounts/${accountId}/keys`, {
    name: 'e2e',
    ...(limits !== 'default' && { limits: { ...AMPLE, ...limits } }),
  });
  learn(created.key);
  return customerOf({ accountId, keyId: created.id, key: created.key }, send);
}

/** Returns a customer that sends its requests through `sendRaw`. */
export function customerOf(identity: Pick<Customer, 'accountId' | 'keyId' | 'key'>, sendRaw: Send): Customer {
  const send: Customer['send'] = (path, { headers, ...rest } = {}) =>
    sendRaw(path, { ...rest, headers: { authorization: `Bearer ${identity.key}`, ...headers } });
  const post: Customer['post'] = (path, body, headers = {}) => send(path, { method: 'POST', body, headers });
  const match: Customer['match'] = async (path, items, top = {}) => {
    const answer = await post(path, { items, ...top });
    expect(answer.status, answer.text).to.equal(200);
    const { results } = answer.json as Batch;
    expect(results).to.have.length(items.length);
    return results;
  };
  return {
    ...identity,
    send,
    post,
    match,
    matchOrganizations: (...items) => match(PATHS.organizations, items),
    matchPeople: (...items) => match(PATHS.people, items),
    matchSwitchboards: (...items) => match(PATHS.switchboards, items),
    listContacts: (items, top) => match(PATHS.contacts, items, top),
    using: (key) => customerOf({ ...identity, key }, sendRaw),
  };
}

/** Asserts that the answer is this problem, and returns it. */
export function problemOf(answer: Answer, status: number, code: string): Problem {
  const problem = answer.json as Problem;
  expect({ status: answer.status, code: problem.code }, answer.text).to.deep.equal({ status, code });
  return problem;
}

/** Asserts that the answer is a successful batch, and returns it. */
export function batchOf(answer: Answer): Batch {
  expect(answer.status, answer.text).to.equal(200);
  return answer.json as Batch;
}
