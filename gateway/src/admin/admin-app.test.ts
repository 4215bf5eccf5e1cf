import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { DomainError } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import type { credits, reveal } from '@prospecting/protos';
import { expect } from 'chai';
import type { KeyChange } from '../api-keys/index.js';
import { openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { insertEntries } from '../request-log/sql/insert-entries.js';
import { createAdminApp } from './admin-app.js';
import type { Reserved } from './audit/compare-entries.js';
import { reservedAs } from './audit/testing.js';

const TOKEN = 'a-token-for-the-tests-of-the-admin-api';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const RENEWS_AT = { seconds: Date.parse('2026-04-01T12:00:00Z') / 1000, nanos: 0 };

/** The members that these tests look at one by one; the rest is compared whole. */
interface Shown {
  readonly id: string;
  readonly key: string;
  readonly code: string;
  readonly detail: string;
  readonly errors: Readonly<Record<string, string[]>>;
  readonly traceId: string;
  readonly oldExpiresAt: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Shown & readonly Shown[];
}

/** What the app asked of the services behind it, and what they answer: the contract's messages, no service. */
interface Upstream {
  readonly calls: [method: string, request: object][];
  readonly deadlines: number[];
  balance: credits.Balance;
  entries: credits.Entry[];
  reservations: Reserved[];
  attempts: reveal.Attempt[];
  reveals: reveal.RevealRecord[];
  failure: DomainError | undefined;
  /** What lists of reservations wait for. */
  slow?: Promise<void>;
}

describe('admin API', () => {
  let edge: TestEdge;
  let listener: Listener;
  let upstream: Upstream;
  let forgotten: KeyChange[];

  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  beforeEach(async () => {
    upstream = {
      calls: [],
      deadlines: [],
      balance: balance(100_000, 5_500, true),
      entries: [],
      failure: undefined,
      reservations: [],
      attempts: [],
      reveals: [],
    };
    forgotten = [];
    const app = createAdminApp({
      token: TOKEN,
      pool: edge.pool,
      clock: edge.clock,
      logger: edge.logger,
      docsUrl: 'https://docs.example.com',
      authenticator: { forget: (change) => forgotten.push(change) },
      auditPulseMs: 5,
      ...services(),
    });
    const handle = app.callback();
    listener = await listen(
      createServer((request, response) => void handle(request, response)),
      '127.0.0.1',
      0,
    );
  });
  afterEach(() => listener.close());

  function balance(included: number, purchased: number, subscribed: boolean): credits.Balance {
    const subscription = { includedMillicredits: 100_000, renewsAt: RENEWS_AT };
    const amounts = { includedMillicredits: included, purchasedMillicredits: purchased };
    return { accountId: NOBODY, ...amounts, ...(subscribed && { subscription }) };
  }

  function answer<Request extends object, Response>(
    method: string,
    respond: (request: Request) => Response,
  ): (request: Request, call: Call) => Promise<Response> {
    return (request, call) => {
      upstream.calls.push([method, request]);
      upstream.deadlines.push(call.deadlineAt);
      return upstream.failure === undefined ? Promise.resolve(respond(request)) : Promise.reject(upstream.failure);
    };
  }

  function services(): Pick<
    Parameters<typeof createAdminApp>[0],
    'creditsLedger' | 'creditsReader' | 'revealAdmin' | 'revealSpender'
  > {
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
        listEntries: answer('listEntries', () => ({ entries: upstream.entries })),
        listAccounts: answer('listAccounts', () => ({ accountIds: [NOBODY] })),
        listReservations: async (request, call) => {
          await upstream.slow;
          return listReservations(request, call);
        },
      },
      creditsLedger: {
        subscribe: answer('subscribe', () => upstream.balance),
        grant: answer('grant', () => upstream.balance),
      },
      revealSpender: {
        listAttempts: answer('listAttempts', () => ({ attempts: upstream.attempts })),
        listReveals: answer('listReveals', () => ({ reveals: upstream.reveals, nextAfter: '' })),
        listOperations: answer('listOperations', () => ({ operations: [] })),
        settleReservation: answer('settleReservation', () => ({ captured: true, capturedMillicredits: 200 })),
      },
      revealAdmin: {
        listPrices: answer('listPrices', () => ({
          prices: [{ group: 'default', subject: 'contact', infoType: 'email', millicredits: 200 }],
        })),
        setPrice: answer('setPrice', (price: reveal.Price) => price),
        addOwnedEmails: answer('addOwnedEmails', ({ emails }: reveal.AddOwnedEmailsRequest) => ({ emails })),
        listOwnedEmails: answer('listOwnedEmails', () => ({ emails: ['info@example.se'] })),
      },
    };
  }

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
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
  }

  async function newAccount(body: object = { name: 'Fjord AB' }): Promise<string> {
    const created = await send('POST', '/admin/v1/accounts', body);
    expect(created.status).to.equal(201);
    upstream.calls.length = 0;
    return created.body.id;
  }

  describe('lets nobody in', () => {
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Digest ${TOKEN}`,
      TOKEN,
    ]) {
      it(`with Authorization: ${authorization.replace(TOKEN, '<token>') || '(none)'}`, async () => {
        for (const path of ['/admin/v1/accounts', '/admin/v1/nothing', '/']) {
          const { status, body, headers } = await send('GET', path, undefined, { authorization });
          expect([status, body.code]).to.deep.equal([401, 'invalid_api_key']);
          expect(headers.get('content-type')).to.equal('application/problem+json');
        }
      });
    }
  });

  describe('accounts', () => {
    it('are made with their credits first, and with defaults', async () => {
      const { status, body } = await send('POST', '/admin/v1/accounts', { name: 'Fjord AB' });
      expect(status).to.equal(201);
      const settings = { name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default' };
      expect(body).to.deep.equal({ id: body.id, ...settings, createdAt: '2026-03-01T12:00:00.000Z' });
      expect(upstream.calls).to.deep.equal([['subscribe', { accountId: body.id, includedMillicredits: 0 }]]);
    });

    it('are made with what is given, to the thousandth of a credit', async () => {
      const given = { name: 'Fjord AB', apiEnabled: false, targetRoles: ['ceo', 'cfo', 'ceo'], priceGroup: 'nordic' };
      const { body } = await send('POST', '/admin/v1/accounts', {
        ...given,
        credits: { included: 100.005, purchased: 0.2 },
      });
      expect(body).to.deep.include({ ...given, targetRoles: ['ceo', 'cfo'] });
      expect(upstream.calls).to.deep.equal([
        ['subscribe', { accountId: body.id, includedMillicredits: 100_005 }],
        ['grant', { accountId: body.id, purchasedMillicredits: 200, reference: 'account created' }],
      ]);
    });

    it('are made without a subscription when credits is null', async () => {
      await send('POST', '/admin/v1/accounts', { name: 'Fjord AB', credits: null });
      expect(upstream.calls).to.deep.equal([]);
    });

    it('are not made when their credits cannot be', async () => {
      const before = await send('GET', '/admin/v1/accounts');
      upstream.failure = new DomainError('service_unavailable');
      expect((await send('POST', '/admin/v1/accounts', { name: 'Fjord AB' })).body.code).to.equal(
        'service_unavailable',
      );
      expect((await send('GET', '/admin/v1/accounts')).body).to.deep.equal(before.body);
    });

    it('are made once under an id, however often and however late the call is made again [D money.4]', async () => {
      const id = randomUUID();
      const wanted = { id, name: 'Fjord AB', credits: { included: 100, purchased: 5 } };
      // The reply to the grant is lost: it may have been made.
      upstream.failure = new DomainError('service_unavailable');
      const lost = await send('POST', '/admin/v1/accounts', wanted);
      expect([lost.status, lost.body.code]).to.deep.equal([503, 'service_unavailable']);
      expect(lost.body.detail).to.include('not known').and.include(id);
      upstream.failure = undefined;
      upstream.calls.length = 0;
      const made = await send('POST', '/admin/v1/accounts', wanted);
      expect([made.status, made.body.id]).to.deep.equal([201, id]);
      // Under the account's own id and one reference, so that whatever was made before is not made twice.
      expect(upstream.calls).to.deep.equal([
        ['subscribe', { accountId: id, includedMillicredits: 100_000 }],
        ['grant', { accountId: id, purchasedMillicredits: 5_000, reference: 'account created' }],
      ]);
      upstream.calls.length = 0;
      upstream.entries = [
        { entryId: 1, at: null, kind: 'subscribe', includedMillicredits: 100_000, purchasedMillicredits: 0 },
        {
          entryId: 2,
          at: null,
          kind: 'grant',
          includedMillicredits: 0,
          purchasedMillicredits: 5_000,
          reference: 'account created',
        },
      ];
      const again = await send('POST', '/admin/v1/accounts', wanted);
      expect([again.status, again.body]).to.deep.equal([201, made.body]);
      const other = await send('POST', '/admin/v1/accounts', { ...wanted, credits: { included: 100, purchased: 7 } });
      expect([other.status, Object.keys(other.body.errors)]).to.deep.equal([422, ['id']]);
      expect(new Set(upstream.calls.map(([method]) => method))).to.deep.equal(new Set(['listEntries']));
    });

    it('tell the id under which they may have been made, also where the service drew it [D money.4]', async () => {
      upstream.failure = new DomainError('service_unavailable');
      const { body } = await send('POST', '/admin/v1/accounts', { name: 'Fjord AB', credits: { purchased: 5 } });
      const tried = upstream.calls[0]?.[1] as { accountId: string };
      expect(body.detail).to.include(tried.accountId);
    });

    it('are not made under the id of another account, and its credits stay as they are', async () => {
      const id = await newAccount({ name: 'Fjord AB' });
      upstream.calls.length = 0;
      const { status, body } = await send('POST', '/admin/v1/accounts', { id, name: 'Havn AB' });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['id']]);
      expect(upstream.calls).to.deep.equal([]);
      expect((await send('GET', `/admin/v1/accounts/${id}`)).body).to.deep.include({ name: 'Fjord AB' });
    });

    it('are shown with the addresses that they own', async () => {
      const id = await newAccount();
      const { body } = await send('GET', `/admin/v1/accounts/${id}`);
      expect(body).to.deep.include({ id, name: 'Fjord AB', ownedEmails: ['info@example.se'] });
    });

    it('change in what is given alone, and the cache hears of it', async () => {
      const id = await newAccount({ name: 'Fjord AB', targetRoles: ['ceo'] });
      const { body } = await send('PATCH', `/admin/v1/accounts/${id}`, { apiEnabled: false, targetRoles: [] });
      expect(body).to.deep.include({ name: 'Fjord AB', apiEnabled: false, targetRoles: [] });
      expect(forgotten).to.deep.equal([{ accountId: id }]);
    });

    it('are given addresses of their own', async () => {
      const id = await newAccount();
      const emails = ['sales@example.se'];
      const { body } = await send('POST', `/admin/v1/accounts/${id}/owned-emails`, { emails });
      expect(body).to.deep.equal({ id, ownedEmails: emails });
      expect(upstream.calls).to.deep.equal([['addOwnedEmails', { accountId: id, emails }]]);
    });
  });

  describe('credits', () => {
    const shown = {
      included: 100,
      purchased: 5.5,
      total: 105.5,
      subscription: { included: 100, renewsAt: '2026-04-01T12:00:00.000Z' },
    };

    it('of an account are shown, granted and subscribed in one shape', async () => {
      const id = await newAccount();
      const credits = `/admin/v1/accounts/${id}/credits`;
      expect((await send('GET', credits)).body).to.deep.equal(shown);
      const grant = await send('POST', `${credits}/grants`, { purchased: 2.5, reference: 'invoice 7' });
      expect(grant.body).to.deep.equal(shown);
      expect((await send('POST', `${credits}/subscription`, { included: 100 })).body).to.deep.equal(shown);
      expect(upstream.calls).to.deep.equal([
        ['getBalances', { accountIds: [id] }],
        ['grant', { accountId: id, purchasedMillicredits: 2_500, reference: 'invoice 7' }],
        ['subscribe', { accountId: id, includedMillicredits: 100_000 }],
      ]);
    });

    it('are granted under a reference, which must be given [D money.4]', async () => {
      const grants = `/admin/v1/accounts/${await newAccount()}/credits/grants`;
      const { status, body } = await send('POST', grants, { purchased: 2.5 });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['reference']]);
      expect(upstream.calls).to.deep.equal([]);
    });

    it('without a subscription are 0 with subscription null', async () => {
      const id = await newAccount();
      upstream.balance = balance(0, 0, false);
      const { body } = await send('GET', `/admin/v1/accounts/${id}/credits`);
      expect(body).to.deep.equal({ included: 0, purchased: 0, total: 0, subscription: null });
    });

    it('ledger shows signed changes, page by page', async () => {
      const id = await newAccount();
      const at = { seconds: Date.parse('2026-03-01T12:00:00Z') / 1000, nanos: 0 };
      const entry = { at, kind: 'reset', includedMillicredits: -200, purchasedMillicredits: 1_000 };
      upstream.entries = Array.from({ length: 1_000 }, (_, index) => ({ entryId: index + 1, ...entry }));
      const first = await send('GET', `/admin/v1/accounts/${id}/credits/ledger`);
      expect(first.body[0]).to.deep.equal({
        at: '2026-03-01T12:00:00.000Z',
        kind: 'reset',
        included: -0.2,
        purchased: 1,
        reservationId: null,
        reference: null,
      });
      const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      upstream.entries = [{ entryId: 1_001, ...entry, reference: 'invoice 7' }];
      const last = await send('GET', next);
      expect(last.body).to.have.length(1);
      expect(last.headers.get('link')).to.equal(null);
      expect(upstream.calls.map(([, request]) => request)).to.deep.equal([
        { accountId: id, afterEntryId: 0, limit: 1_000 },
        { accountId: id, afterEntryId: 1_000, limit: 1_000 },
      ]);
    });
  });

  describe('audit', () => {
    const reservationId = '11111111-1111-4111-8111-111111111111';
    const AN_HOUR_MS = 3_600_000;
    const reservation = (state: credits.ReservationState): Reserved =>
      reservedAs({ id: reservationId, state, included: 200, purchased: 0, ageMs: AN_HOUR_MS, entryId: 1_000 });

    async function audit(query = ''): Promise<unknown[]> {
      const response = await fetch(`http://127.0.0.1:${listener.port}/admin/v1/credits/audit${query}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(response.headers.get('content-type')).to.equal('application/x-ndjson');
      const text = await response.text();
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object)
        .filter((line) => !('progress' in line));
    }

    it('tells what is pending and what differs, a line each, then what it counted', async () => {
      upstream.balance = balance(0, 0, true);
      upstream.reservations = [reservation('RESERVATION_STATE_PENDING')];
      const pending = { accountId: NOBODY, reservationId, ageSeconds: 3_600, credits: 0.2 };
      const ofWhat = { reservationId, reveal: null, operationId: null };
      const difference = { problem: 'pending_too_long', ...ofWhat, expected: 0, found: 0 };
      const lines = await audit();
      expect(lines.slice(0, 2)).to.deep.equal([{ pending }, { difference: { accountId: NOBODY, ...difference } }]);
      expect(lines[2]).to.have.nested.include({ 'done.reservations': 1, 'done.attempts': 0 });
      expect(await audit('?graceSeconds=3600')).to.have.length(2);
    });

    it('names the reveal that is wrong, and says times as times [D money.7]', async () => {
      upstream.balance = balance(0, 0, true);
      const at = (instant: string) => ({ seconds: Date.parse(instant) / 1000, nanos: 0 });
      const named = { subject: 'contact', subjectId: NOBODY, infoType: 'phone' };
      upstream.reveals = [
        {
          ...named,
          millicredits: 200,
          attemptId: reservationId,
          revealedAt: at('2026-03-01T12:00:00Z'),
          expiresAt: at('2028-03-01T12:00:00Z'),
          dueToExpireAt: at('2027-03-01T12:00:00Z'),
        },
      ];
      const of = { accountId: NOBODY, reservationId, reveal: named, operationId: null };
      const [unpaid, expiry, last] = await audit();
      expect(unpaid).to.deep.equal({
        difference: { ...of, problem: 'reveal_without_attempt', expected: null, found: 0.2 },
      });
      const times = { expected: '2027-03-01T12:00:00.000Z', found: '2028-03-01T12:00:00.000Z' };
      expect(expiry).to.deep.equal({ difference: { ...of, problem: 'reveal_expiry_differs', ...times } });
      expect(last).to.have.nested.include({ 'done.reveals': 1, 'done.operations': 0 });
    });

    it('says again and again how far it is while one account takes long, so that its reader does not give it up', async () => {
      const heard: unknown[] = [];
      let goOn = (): void => {};
      upstream.slow = new Promise((resolve) => {
        goOn = resolve;
      });
      const response = await fetch(`http://127.0.0.1:${listener.port}/admin/v1/credits/audit`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      if (response.body === null) throw new Error('the answer has no body');
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        for (const line of text.trimEnd().split('\n')) heard.push(Object.keys(JSON.parse(line) as object)[0]);
        if (heard.length >= 4) goOn();
      }
      expect(heard.slice(0, 4)).to.deep.equal(Array(4).fill('progress'));
      expect(heard.at(-1)).to.equal('done');
    });

    it('says on its last line that it failed', async () => {
      upstream.failure = new DomainError('service_unavailable');
      expect(await audit()).to.deep.equal([{ failed: 'service_unavailable' }]);
    });

    it('ends a reservation that is pending, and answers one that has ended as it stands', async () => {
      const path = `/admin/v1/accounts/${NOBODY}/credits/reservations/${reservationId}/release`;
      upstream.reservations = [reservation('RESERVATION_STATE_PENDING')];
      const captured = { accountId: NOBODY, reservationId, state: 'captured', captured: 0.2 };
      expect((await send('POST', path)).body).to.deep.equal(captured);
      expect(upstream.calls.at(-1)).to.deep.equal(['settleReservation', { accountId: NOBODY, reservationId }]);
      upstream.calls.length = 0;
      upstream.reservations = [reservation('RESERVATION_STATE_RELEASED')];
      expect((await send('POST', path)).body).to.deep.equal({ ...captured, state: 'released', captured: 0 });
      upstream.reservations = [];
      expect((await send('POST', path)).body.code).to.equal('not_found');
      expect(upstream.calls.map(([method]) => method)).to.not.include('settleReservation');
    });
  });

  describe('keys', () => {
    it('[5.2] are shown whole once, at creation, and by their first 12 characters afterwards', async () => {
      const account = await newAccount();
      const created = await send('POST', `/admin/v1/accounts/${account}/keys`, {
        name: 'crm',
        limits: { search: 100 },
      });
      expect(created.status).to.equal(201);
      expect(created.body).to.have.all.keys('id', 'name', 'prefix', 'key');
      const { body } = await send('GET', `/admin/v1/accounts/${account}/keys`);
      expect(body).to.deep.equal([
        {
          id: created.body.id,
          name: 'crm',
          prefix: created.body.key.slice(0, 12),
          createdAt: '2026-03-01T12:00:00.000Z',
          revokedAt: null,
          expiresAt: null,
          limits: { overall: 60, search: 100, spend: 5 },
        },
      ]);
      expect(forgotten).to.deep.equal([{ keyId: created.body.id }]);
    });

    it('[5.3] are rolled with an overlap of 0 to 7 days, and revoked', async () => {
      const account = await newAccount();
      const { id } = (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body;
      const rolled = await send('POST', `/admin/v1/keys/${id}/roll`, { overlapSeconds: 604_800 });
      expect(rolled.body).to.deep.equal({ id, key: rolled.body.key, oldExpiresAt: '2026-03-08T12:00:00.000Z' });
      const atOnce = await send('POST', `/admin/v1/keys/${id}/roll`, {});
      expect(atOnce.body.oldExpiresAt).to.equal('2026-03-01T12:00:00.000Z');
      const tooLong = await send('POST', `/admin/v1/keys/${id}/roll`, { overlapSeconds: 604_801 });
      expect([tooLong.status, Object.keys(tooLong.body.errors)]).to.deep.equal([422, ['overlapSeconds']]);
      const revoked = await send('POST', `/admin/v1/keys/${id}/revoke`);
      expect(revoked.body).to.deep.equal({ id, revokedAt: '2026-03-01T12:00:00.000Z' });
      expect((await send('POST', `/admin/v1/keys/${id}/roll`, {})).body.code).to.equal('validation_failed');
      expect(forgotten.filter((change) => 'keyId' in change && change.keyId === id)).to.have.length(4);
    });

    it('[5.3] show their log since an instant', async () => {
      const account = await newAccount();
      const { id } = (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body;
      const days = ['2026-01-01', '2026-02-20', '2026-03-01'].map((day) => new Date(`${day}T10:00:00Z`));
      for (const day of days) await edge.pool.query('select edge.ensure_request_log_partitions($1)', [day]);
      const rows = days.map(() => 0);
      await insertEntries.run(edge.pool, [
        days.map(() => id),
        days.map(() => account),
        days,
        days.map(() => 'POST'),
        days.map(() => '/people/match'),
        days.map(() => 200),
        days.map(() => 12),
        days.map(() => 3),
        rows.map(() => 1_200),
        rows.map(() => null),
      ]);
      const request = { method: 'POST', path: '/people/match', status: 200, durationMs: 12, items: 3, credits: 1.2 };
      const { body } = await send('GET', `/admin/v1/keys/${id}/log`);
      expect(body).to.deep.equal([
        { at: '2026-02-20T10:00:00.000Z', ...request },
        { at: '2026-03-01T10:00:00.000Z', ...request },
      ]);
      for (const since of ['2026-03-01', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00%2B01:00']) {
        expect((await send('GET', `/admin/v1/keys/${id}/log?since=${since}`)).body, since).to.have.length(1);
      }
      const bad = await send('GET', `/admin/v1/keys/${id}/log?since=yesterday`);
      expect([bad.status, Object.keys(bad.body.errors)]).to.deep.equal([422, ['since']]);
    });
  });

  describe('prices', () => {
    it('are listed and set in credits', async () => {
      const price = { group: 'default', subject: 'contact', infoType: 'email', credits: 0.2 };
      expect((await send('GET', '/admin/v1/prices')).body).to.deep.equal([price]);
      const own = { ...price, group: 'nordic', credits: 0.125 };
      expect((await send('PUT', '/admin/v1/prices', own)).body).to.deep.equal(own);
      const sent = { group: 'nordic', subject: 'contact', infoType: 'email', millicredits: 125 };
      expect(upstream.calls).to.deep.equal([
        ['listPrices', {}],
        ['setPrice', sent],
      ]);
    });

    it('that the service refuses are refused with its reason', async () => {
      upstream.failure = new DomainError('validation_failed', { members: { errors: { credits: ['must be 0'] } } });
      const price = { group: 'nordic', subject: 'contact', infoType: 'linkedIn', credits: 1 };
      const { status, body } = await send('PUT', '/admin/v1/prices', price);
      expect([status, body.errors]).to.deep.equal([422, { credits: ['must be 0'] }]);
    });
  });

  describe('wrong requests', () => {
    const wrong: [title: string, body: unknown, field: string][] = [
      ['no name', {}, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name with NUL', { name: 'Fjord\0AB' }, 'name'],
      ['a name with a lone surrogate', '{"name":"Fjord\\ud800"}', 'name'],
      ['an unknown field', { name: 'Fjord AB', apiEnable: false }, 'apiEnable'],
      ['an unknown field inside', { name: 'Fjord AB', credits: { include: 1 } }, 'credits.include'],
      ['a role code that is none', { name: 'Fjord AB', targetRoles: ['Head of Sales'] }, 'targetRoles.0'],
      ['too fine an amount', { name: 'Fjord AB', credits: { included: 0.0001 } }, 'credits.included'],
      ['a negative amount', { name: 'Fjord AB', credits: { purchased: -1 } }, 'credits.purchased'],
      ['an amount as text', { name: 'Fjord AB', credits: { purchased: '1' } }, 'credits.purchased'],
      ['an array', [], 'body'],
      ['broken JSON', '{"name":', 'body'],
      ['a key twice', '{"name":"Fjord AB","name":"Havn AB"}', 'body'],
    ];
    for (const [title, body, field] of wrong) {
      it(`are refused by field: ${title}`, async () => {
        const answered = await send('POST', '/admin/v1/accounts', body);
        expect([answered.status, answered.body.code]).to.deep.equal([422, 'validation_failed']);
        expect(Object.keys(answered.body.errors)).to.deep.equal([field]);
        expect(upstream.calls).to.deep.equal([]);
      });
    }

    it('are refused when they change nothing', async () => {
      const id = await newAccount();
      expect((await send('PATCH', `/admin/v1/accounts/${id}`, {})).status).to.equal(422);
    });

    it('are 404 for what is not there, however its id is written', async () => {
      const paths = [NOBODY, 'x', '%00', '%zz', `${NOBODY}'--`].flatMap((id) => [
        `/admin/v1/accounts/${id}`,
        `/admin/v1/accounts/${id}/keys`,
        `/admin/v1/accounts/${id}/credits`,
        `/admin/v1/accounts/${id}/credits/ledger`,
        `/admin/v1/keys/${id}/log`,
      ]);
      for (const path of [...paths, '/admin/v1', '/admin/v1/nothing', '/']) {
        const { status, body } = await send('GET', path);
        expect([path, status, body.code]).to.deep.equal([path, 404, 'not_found']);
      }
      expect(upstream.calls).to.deep.equal([]);
    });

    it('are 405 with Allow for another method, 415 for another type, 413 above 64 KiB', async () => {
      const other = await send('DELETE', '/admin/v1/prices');
      expect([other.status, other.body.code]).to.deep.equal([405, 'method_not_allowed']);
      expect(other.headers.get('allow')).to.match(/GET.*PUT|PUT.*GET/);
      const text = await send('POST', '/admin/v1/accounts', '{"name":"Fjord AB"}', { 'content-type': 'text/plain' });
      expect([text.status, text.body.code]).to.deep.equal([415, 'unsupported_media_type']);
      const large = await send('POST', '/admin/v1/accounts', { name: 'x'.repeat(70_000) });
      expect([large.status, large.body.code]).to.deep.equal([413, 'payload_too_large']);
    });
  });

  it('gives every call to another service a deadline', async () => {
    const id = await newAccount();
    await send('GET', `/admin/v1/accounts/${id}/credits`);
    expect(upstream.deadlines.length).to.be.greaterThan(0);
    for (const deadline of upstream.deadlines) expect(deadline - Date.now()).to.be.within(1, 10_000);
  });

  it('shows nothing of an unexpected failure but where to ask', async () => {
    upstream.failure = new DomainError('internal_error', { internal: 'a secret' });
    const { status, body } = await send('GET', '/admin/v1/prices');
    expect([status, body.code]).to.deep.equal([500, 'internal_error']);
    expect(body.traceId).to.match(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(body)).not.to.contain('a secret');
  });
});
