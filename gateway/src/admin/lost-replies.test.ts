import { createServer } from 'node:http';
import { DomainError } from '@prospecting/platform/errors';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import { openTestProxy, type TestProxy } from '../api-keys/testing-proxy.js';
import { eventually, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import { createAdminApp, type AdminOptions } from './admin-app.js';
import { reservedAs } from './audit/testing.js';

const TOKEN = 'a-token-for-the-tests-of-lost-replies';
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly code: string; readonly detail: string; readonly name: string };
}

type Ask = readonly [method: string, path: string, body?: object];

/** Another service that made the write, or not: its reply is lost. */
const lost = (): Promise<never> => Promise.reject(new DomainError('service_unavailable'));
/** What a test makes of the subscription that goes before an account. */
let subscribe: () => Promise<credits.Balance> = lost;
const unused = (): never => {
  throw new Error('a write does not call this');
};
const pending = reservedAs({ id: NOBODY, state: 'RESERVATION_STATE_PENDING' });

const services: Pick<AdminOptions, 'creditsLedger' | 'creditsReader' | 'revealAdmin' | 'revealSpender'> = {
  creditsLedger: { grant: lost, subscribe: () => subscribe() },
  creditsReader: {
    getBalances: unused,
    listAccounts: unused,
    // The credits that the account of the test began with.
    listEntries: () =>
      Promise.resolve({
        entries: [{ entryId: 1, at: null, kind: 'subscribe', includedMillicredits: 1_000, purchasedMillicredits: 0 }],
      }),
    listReservations: () => Promise.resolve({ records: [{ reservation: pending.reservation }] }),
  },
  revealAdmin: { listPrices: unused, listOwnedEmails: unused, setPrice: lost, addOwnedEmails: lost },
  revealSpender: { listAttempts: unused, listOperations: unused, listReveals: unused, settleReservation: lost },
};

describe('an admin write whose reply is lost', () => {
  let edge: TestEdge;
  let proxy: TestProxy;
  let pool: Pool;
  let listener: Listener;
  let accountId: string;

  before(async () => {
    edge = await openTestEdge();
    proxy = await openTestProxy(edge.url);
    pool = createPool({ connectionString: proxy.through(edge.url), applicationName: 'test', maxConnections: 2 });
    const handle = createAdminApp({
      token: TOKEN,
      pool,
      clock: edge.clock,
      logger: edge.logger,
      docsUrl: 'https://docs.example.com',
      authenticator: { forget: () => {} },
      ...services,
    }).callback();
    listener = await listen(
      createServer((request, response) => void handle(request, response)),
      '127.0.0.1',
      0,
    );
    accountId = (await edge.newAccount()).id;
  });
  after(async () => {
    await listener?.close();
    await pool?.end();
    await proxy?.cut();
    await edge?.close();
  });

  async function send(...[method, path, body]: Ask): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${listener.port}/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** The connection to the database breaks once the server has answered the first statement. */
  async function sendAndLose(...ask: Ask): Promise<Answer> {
    // Over a connection that is open already: only then does the statement arrive.
    await pool.query('select 1');
    proxy.hold();
    return loseHeld(send(...ask));
  }

  /** The connection to the database breaks once the server has answered what is held back. */
  async function loseHeld(answer: Promise<Answer>): Promise<Answer> {
    await eventually(() => proxy.heldBytes() > 0, true);
    await proxy.cut();
    try {
      return await answer;
    } finally {
      proxy.release();
      await proxy.restore();
    }
  }

  function expectUnknown({ status, body }: Answer, advice: RegExp): void {
    expect([status, body.code]).to.deep.equal([503, 'service_unavailable']);
    expect(body.detail)
      .to.match(/not known/)
      .and.match(advice);
    expect(body.detail).not.to.match(/nothing was|not charged/i);
  }

  const ofServices: [title: string, advice: RegExp, ask: () => Ask][] = [
    [
      'a grant',
      /reference invoice 7/,
      () => ['POST', `/accounts/${accountId}/credits/grants`, { purchased: 1, reference: 'invoice 7' }],
    ],
    ['a subscription', /same again/, () => ['POST', `/accounts/${accountId}/credits/subscription`, { included: 1 }]],
    ['addresses', /same again/, () => ['POST', `/accounts/${accountId}/owned-emails`, { emails: ['a@example.se'] }]],
    [
      'a price',
      /same again/,
      () => ['PUT', '/prices', { group: 'nordic', subject: 'contact', infoType: 'email', credits: 1 }],
    ],
    [
      'the end of a reservation',
      /same again/,
      () => ['POST', `/accounts/${accountId}/credits/reservations/${NOBODY}/release`],
    ],
  ];
  for (const [title, advice, ask] of ofServices)
    it(`says so of ${title}, and what to do [D money.4]`, async () => {
      expectUnknown(await send(...ask()), advice);
    });

  it('says so of a new key, which nobody has seen then, and what to do [D money.4]', async () => {
    expectUnknown(await sendAndLose('POST', `/accounts/${accountId}/keys`, { name: 'crm' }), /revoke/);
  });

  it('says so of a key that is rolled, and what to do [D money.4]', async () => {
    const { id } = (await send('POST', `/accounts/${accountId}/keys`, { name: 'crm' })).body;
    expectUnknown(await sendAndLose('POST', `/keys/${id}/roll`, {}), /[Rr]oll it again/);
  });

  it('says so of what is made all the same, and the same again is safe [D money.4]', async () => {
    const { id } = (await send('POST', `/accounts/${accountId}/keys`, { name: 'crm' })).body;
    expectUnknown(await sendAndLose('POST', `/keys/${id}/revoke`), /same again/);
    expect((await send('POST', `/keys/${id}/revoke`)).status).to.equal(200);
    expectUnknown(await sendAndLose('PATCH', `/accounts/${accountId}`, { name: 'Havn AB' }), /same again/);
    expect((await edge.accounts.get(accountId)).name).to.equal('Havn AB');
  });

  it('leaves no account that nobody knows of: its id is told, and under it the same again is one account [D money.4]', async () => {
    const wanted = { name: 'Vik AB', credits: { included: 1 } };
    const asked = new Promise<void>((resolve) => {
      subscribe = () => {
        // The account comes next.
        proxy.hold();
        resolve();
        return Promise.resolve({ accountId, includedMillicredits: 1_000, purchasedMillicredits: 0 });
      };
    });
    const answer = send('POST', '/accounts', wanted);
    await asked;
    const first = await loseHeld(answer);
    const [made] = (await edge.accounts.list(100)).filter(({ name }) => name === 'Vik AB');
    // It is on record, though nobody was told.
    expectUnknown(first, new RegExp(made?.id ?? 'no account was made'));
    const again = await send('POST', '/accounts', { id: made?.id, ...wanted });
    expect([again.status, again.body.id]).to.deep.equal([201, made?.id]);
    expect((await edge.accounts.list(100)).filter(({ name }) => name === 'Vik AB')).to.have.length(1);
  });
});
