import { randomUUID } from 'node:crypto';
import type { Candidate, Contact, Organization, RevealQuote, Switchboard } from '@prospecting/openapi';
import { expect } from 'chai';
import type { Admin } from './admin.js';
import type { Answer, RequestOptions } from './client.js';
import type { BucketName } from './rate-headers.js';

/** What a test wants of an account. What it does not say is: API access, no target roles, no credits, limits out of the way. */
export interface Wishes {
  readonly apiEnabled?: boolean;
  readonly targetRoles?: readonly string[];
  readonly priceGroup?: string;
  /** null: no credit subscription. */
  readonly credits?: { readonly included?: number; readonly purchased?: number } | null;
  /** `default`: those that every key has by default. */
  readonly limits?: Partial<Record<BucketName, number>> | 'default';
  readonly ownedEmails?: readonly string[];
}

/** An item of an answer, as a client sees it that was written after the specification: any field may be there. */
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

/** The envelope of a batch. */
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

/** The header of a call that spends. */
export function keyed(idempotencyKey: string = randomUUID()): { readonly 'idempotency-key': string } {
  return { 'idempotency-key': idempotencyKey };
}

/** An account with an API key, asking. Every answer that it gets is held against the contract. */
export interface Customer {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  send(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body: unknown, headers?: RequestOptions['headers']): Promise<Answer>;
  /** The results of a batch that must succeed. `top` are fields beside the items. */
  match(path: string, items: readonly unknown[], top?: object): Promise<readonly Result[]>;
  matchOrganizations(...items: unknown[]): Promise<readonly Result[]>;
  matchPeople(...items: unknown[]): Promise<readonly Result[]>;
  matchSwitchboards(...items: unknown[]): Promise<readonly Result[]>;
  listContacts(items: readonly unknown[], top?: object): Promise<readonly Result[]>;
  /** The same account and identity, asking with another secret. */
  using(key: string): Customer;
}

type Send = (path: string, options: RequestOptions) => Promise<Answer>;

/** Limits that no test reaches. */
const AMPLE = { overall: 1_000_000, search: 1_000_000, spend: 1_000_000 };

/** Makes an account and a key as the wishes say. `learn` is told the key. */
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

/** Someone with a key, asking by way of `sendRaw`. */
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

/** The problem that an answer must be. */
export function problemOf(answer: Answer, status: number, code: string): Problem {
  const problem = answer.json as Problem;
  expect({ status: answer.status, code: problem.code }, answer.text).to.deep.equal({ status, code });
  return problem;
}

/** The batch that an answer must be. */
export function batchOf(answer: Answer): Batch {
  expect(answer.status, answer.text).to.equal(200);
  return answer.json as Batch;
}
