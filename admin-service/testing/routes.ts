import { createServer } from 'node:http';
import type { DomainError } from '@prospecting/platform/errors';
import type { CallContext } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import type { credits, reveal, search } from '@prospecting/protos';
import { expect } from 'chai';
import { createAdminApp, type AdminApp } from '#src/app.js';
import type { Reserved } from '#src/audit/compare-entries.js';
import type { ConsoleUpstream, Upstream } from '#src/dependencies.js';
import { openTestAccounts, type TestAccounts } from './accounts.js';

/** For tests: the token of the test app. */
export const TOKEN = 'a-token-for-the-tests-of-the-admin-api';
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const RENEWS_AT = { seconds: Date.parse('2026-04-01T12:00:00Z') / 1000, nanos: 0 };

/** The members that tests read one by one. The rest is compared as a whole. */
interface Shown {
  readonly id: string;
  readonly key: string;
  readonly code: string;
  readonly detail: string;
  readonly errors: Readonly<Record<string, string[]>>;
  readonly traceId: string;
  readonly oldExpiresAt: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Shown & readonly Shown[];
}

/** The calls that the app made to other services, and their answers. Reset before each test. */
export interface Recorded {
  calls: [method: string, request: object][];
  deadlines: number[];
  balance: credits.Balance;
  entries: credits.Entry[];
  /** Answers listEntries, when it is set, instead of `entries`. */
  entriesAfter: ((afterEntryId: number, limit: number) => credits.Entry[]) | undefined;
  reservations: Reserved[];
  attempts: reveal.Attempt[];
  reveals: reveal.RevealRecord[];
  revealsByTime: reveal.RevealByKey[];
  spending: reveal.SpendingOfDay[];
  contacts: search.Contact[];
  /** Rejects every call. */
  failure: DomainError | undefined;
  /** Delays the answers to listReservations. */
  slow: Promise<void> | undefined;
}

/** The admin API on a real database, with recorded answers of the other services. */
export interface TestApp {
  readonly upstream: Recorded;
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  /** Creates an account and forgets the calls that this made. Returns its id. */
  readonly newAccount: (body?: object) => Promise<string>;
  readonly url: (path: string) => string;
  /** Stops the audits of the app. The next test has another app. */
  readonly stopAudits: AdminApp['stopAudits'];
  /** The database as the superuser. */
  readonly operator: () => Pool;
}

/** For tests: returns the balance of an account. */
export function balance(included: number, purchased: number, subscribed: boolean): credits.Balance {
  const subscription = { includedMillicredits: 100_000, renewsAt: RENEWS_AT };
  const amounts = { includedMillicredits: included, purchasedMillicredits: purchased };
  return { accountId: UNKNOWN_ID, ...amounts, ...(subscribed && { subscription }) };
}

/** For tests: returns the answers that the services give unless a test sets others. */
export const untouched = (): Recorded => ({
  calls: [],
  deadlines: [],
  balance: balance(100_000, 5_500, true),
  entries: [],
  entriesAfter: undefined,
  reservations: [],
  attempts: [],
  reveals: [],
  revealsByTime: [],
  spending: [],
  contacts: [],
  failure: undefined,
  slow: undefined,
});

/** For tests: starts the app for the tests of the surrounding `describe`. */
export function useTestApp(): TestApp {
  const upstream = untouched();
  let test: TestAccounts;
  let listener: Listener;
  let app: AdminApp;

  before(async () => {
    test = await openTestAccounts();
  });
  after(() => test.close());

  beforeEach(async () => {
    Object.assign(upstream, untouched());
    app = createAdminApp({
      tokens: [TOKEN],
      pool: test.pool,
      clock: test.clock,
      logger: test.logger,
      docsUrl: 'https://docs.example.com',
      requestLogPool: test.pool,
      auditPulseMs: 5,
      consoleUrl: 'https://console.example.com',
      ...recording(upstream),
    });
    listener = await listen(createServer(app.handle), '127.0.0.1', 0);
  });
  afterEach(() => listener.close());

  const url = (path: string): string => `http://127.0.0.1:${listener.port}${path}`;
  const send: TestApp['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url(path), {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Answer['body'] };
  };
  const newAccount: TestApp['newAccount'] = async (body = { name: 'Fjord AB' }) => {
    const created = await send('POST', '/admin/v1/accounts', body);
    expect(created.status).to.equal(201);
    upstream.calls.length = 0;
    return created.body.id;
  };
  return { upstream, send, newAccount, url, stopAudits: () => app.stopAudits(), operator: () => test.operator };
}

/** Services that record every call and answer with what the test has set. */
export function recording(upstream: Recorded): Upstream & ConsoleUpstream {
  function answer<Request extends object, Response>(
    method: string,
    respond: (request: Request) => Response,
  ): (request: Request, call: CallContext) => Promise<Response> {
    return (request, call) => {
      upstream.calls.push([method, request]);
      upstream.deadlines.push(call.deadlineAt);
      return upstream.failure === undefined ? Promise.resolve(respond(request)) : Promise.reject(upstream.failure);
    };
  }
  const listReservations = answer('listReservations', () => ({
    records: upstream.reservations.map(({ reservation, reserveEntry, resolveEntry }) => ({
      reservation,
      ...(reserveEntry !== undefined && { reserveEntry }),
      ...(resolveEntry !== undefined && { resolveEntry }),
    })),
  }));
  return {
    creditsReader: {
      getBalances: answer('getBalances', () => ({ balances: [upstream.balance] })),
      listEntries: answer('listEntries', ({ afterEntryId, limit }: credits.ListEntriesRequest) => ({
        entries: upstream.entriesAfter?.(afterEntryId, limit) ?? upstream.entries,
      })),
      listAccounts: answer('listAccounts', () => ({ accountIds: [UNKNOWN_ID] })),
      listReservations: async (request, call) => {
        await upstream.slow;
        return listReservations(request, call);
      },
    },
    creditsLedger: {
      subscribe: answer('subscribe', () => upstream.balance),
      grant: answer('grant', () => upstream.balance),
    },
    revealAdmin: {
      listAttempts: answer('listAttempts', () => ({ attempts: upstream.attempts })),
      listReveals: answer('listReveals', () => ({ reveals: upstream.reveals, nextAfter: '' })),
      listOperations: answer('listOperations', () => ({ operations: [] })),
      findSubjects: answer('findSubjects', () => ({ reveals: [], ownedEmails: [], nextAfter: '' })),
      eraseSubjects: answer('eraseSubjects', () => ({ accounts: 1, reveals: 2, ownedEmails: 0, nextAfter: '' })),
      settleReservation: answer('settleReservation', () => ({ captured: true, capturedMillicredits: 200 })),
      listPrices: answer('listPrices', () => ({
        prices: [{ group: 'default', subject: 'contact', infoType: 'email', millicredits: 200 }],
      })),
      setPrice: answer('setPrice', (price: reveal.Price) => price),
      removeOwnedEmails: answer('removeOwnedEmails', () => ({ emails: [] })),
      listRevealsByTime: answer('listRevealsByTime', () => ({ reveals: upstream.revealsByTime, nextBefore: '' })),
      sumSpending: answer('sumSpending', () => ({ days: upstream.spending })),
      addOwnedEmails: answer('addOwnedEmails', ({ emails }: reveal.AddOwnedEmailsRequest) => ({ emails })),
      listOwnedEmails: answer('listOwnedEmails', () => ({ emails: ['info@example.se'] })),
    },
    revealViewer: {
      viewContacts: answer('viewContacts', ({ queries }: reveal.ViewContactsRequest) => ({
        answers: queries.map(({ contactIds }) => ({
          views: contactIds.map(() => ({ emailIsMasked: false, phoneIsMasked: false })),
        })),
      })),
      viewOrganizations: answer('viewOrganizations', () => ({ answers: [{ views: [{ detailsRevealed: false }] }] })),
      viewSwitchboards: answer('viewSwitchboards', () => ({ answers: [{ views: [{}] }] })),
    },
    search: {
      getContacts: answer('getContacts', ({ contactIds }: search.GetContactsRequest) => ({
        contacts: contactIds.map((id) => {
          const contact = upstream.contacts.find((each) => each.id === id);
          return contact === undefined ? {} : { contact };
        }),
      })),
      matchOrganizations: answer('matchOrganizations', () => ({ matches: [] })),
      listContacts: answer('listContacts', () => ({
        pages: [
          {
            outcome: 'OUTCOME_MATCHED' as const,
            match: {
              organization: { id: UNKNOWN_ID, name: 'Nordvik Maskin AB', countryCode: 'SE' },
              matchedBy: 'MATCHED_BY_ID' as const,
            },
            contacts: [],
            totalCount: 0,
          },
        ],
      })),
    },
  };
}
