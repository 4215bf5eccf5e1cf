import { createServer } from 'node:http';
import { DomainError } from '@prospecting/platform/errors';
import { createPool, type Pool, type PoolClient } from '@prospecting/platform/postgres';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import { eventuallyEquals, openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestAccounts, type TestAccounts } from '#testing/accounts.js';
import { createAdminApp } from './app.js';
import { reservedAs } from '#testing/audit.js';
import type { Upstream } from './dependencies.js';

const TOKEN = 'a-token-for-the-tests-of-lost-replies';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly code: string; readonly detail: string; readonly name: string };
}

type WriteRequest = readonly [method: string, path: string, body?: object];

/** A service whose reply is lost. It may have made the write or not. */
const lost = (): Promise<never> => Promise.reject(new DomainError('service_unavailable'));
/** The answer to the subscription that precedes an account. */
let subscribe: () => Promise<credits.Balance> = lost;
const unexpected = (): never => {
  throw new Error('a write does not call this');
};
const pending = reservedAs({ id: UNKNOWN_ID, state: 'RESERVATION_STATE_PENDING' });

const services: Upstream = {
  creditsLedger: { grant: lost, subscribe: () => subscribe() },
  creditsReader: {
    getBalances: unexpected,
    listAccounts: unexpected,
    // The first credits of the test's account.
    listEntries: () =>
      Promise.resolve({
        entries: [{ entryId: 1, at: null, kind: 'subscribe', includedMillicredits: 1_000, purchasedMillicredits: 0 }],
      }),
    listReservations: () => Promise.resolve({ records: [{ reservation: pending.reservation }] }),
  },
  revealAdmin: {
    listPrices: unexpected,
    listOwnedEmails: unexpected,
    setPrice: lost,
    addOwnedEmails: lost,
    listAttempts: unexpected,
    listOperations: unexpected,
    listReveals: unexpected,
    listRevealsByTime: unexpected,
    removeOwnedEmails: lost,
    sumSpending: unexpected,
    settleReservation: lost,
    findSubjects: unexpected,
    eraseSubjects: lost,
  },
};

describe('an admin write with a lost reply', () => {
  let test: TestAccounts;
  let proxy: TcpProxy;
  let pool: Pool;
  let listener: Listener;
  let accountId: string;

  before(async () => {
    test = await openTestAccounts();
    proxy = await openTcpProxy(test.url);
    pool = createPool({ connectionString: proxy.through(test.url), applicationName: 'test', maxConnections: 2 });
    pool.on('connect', watchCommits);
    const app = createAdminApp({
      tokens: [TOKEN],
      pool,
      clock: test.clock,
      logger: test.logger,
      docsUrl: 'https://docs.example.com',
      requestLogPool: pool,
      ...services,
    });
    listener = await listen(createServer(app.handle), '127.0.0.1', 0);
    accountId = (await test.newAccount()).id;
  });
  beforeEach(() => {
    subscribe = lost;
  });
  after(async () => {
    await listener?.close();
    await pool?.end();
    await proxy?.cut();
    await test?.close();
  });

  async function send(...[method, path, body]: WriteRequest): Promise<Answer> {
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

  /** Sends a write, and breaks the database connection after the server has made it. */
  async function sendAndLose(...ask: WriteRequest): Promise<Answer> {
    // The connection must be open already, otherwise the statement does not arrive.
    await pool.query('select 1');
    holdAtCommit();
    return loseHeld(send(...ask));
  }

  let isCommitNext = false;
  /** Holds back the replies of the database from the next commit on. */
  function holdAtCommit(): void {
    isCommitNext = true;
  }
  function watchCommits(client: PoolClient): void {
    const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown;
    client.query = ((...args: readonly unknown[]) => {
      if (isCommitNext && args[0] === 'commit') {
        isCommitNext = false;
        proxy.hold();
      }
      return query(...args);
    }) as typeof client.query;
  }

  /**
   * Breaks the database connection after the server has answered the statement that is held back.
   */
  async function loseHeld(answer: Promise<Answer>): Promise<Answer> {
    await eventuallyEquals(() => !isCommitNext && proxy.heldBytes() > 0, true);
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

  const serviceWrites: [title: string, advice: RegExp, ask: () => WriteRequest][] = [
    [
      'a grant',
      /reference invoice 7/,
      () => ['POST', `/accounts/${accountId}/credits/grants`, { purchased: 1, reference: 'invoice 7' }],
    ],
    [
      'a subscription',
      /same request again/,
      () => ['POST', `/accounts/${accountId}/credits/subscription`, { included: 1 }],
    ],
    [
      'owned addresses',
      /same request again/,
      () => ['POST', `/accounts/${accountId}/owned-emails`, { emails: ['a@example.se'] }],
    ],
    [
      'a price',
      /same request again/,
      () => ['PUT', '/prices', { group: 'nordic', subject: 'contact', infoType: 'email', credits: 1 }],
    ],
    [
      'a resolved reservation',
      /same request again/,
      () => ['POST', `/accounts/${accountId}/credits/reservations/${UNKNOWN_ID}/release`],
    ],
  ];
  for (const [title, advice, ask] of serviceWrites)
    it(`answers 503 and what to do when the reply to ${title} is lost [D money.4]`, async () => {
      expectUnknown(await send(...ask()), advice);
    });

  it('answers 503 and advises to revoke when the reply to a new key is lost [D money.4]', async () => {
    expectUnknown(await sendAndLose('POST', `/accounts/${accountId}/keys`, { name: 'crm' }), /revoke/);
  });

  it('answers 503 and advises to roll again when the reply to a roll is lost [D money.4]', async () => {
    const { id } = (await send('POST', `/accounts/${accountId}/keys`, { name: 'crm' })).body;
    expectUnknown(await sendAndLose('POST', `/keys/${id}/roll`, {}), /[Rr]oll it again/);
  });

  it('has made the writes whose reply is lost, and repeating them is safe [D money.4]', async () => {
    const { id } = (await send('POST', `/accounts/${accountId}/keys`, { name: 'crm' })).body;
    expectUnknown(await sendAndLose('POST', `/keys/${id}/revoke`), /same request again/);
    expect((await send('POST', `/keys/${id}/revoke`)).status).to.equal(200);
    expectUnknown(await sendAndLose('PATCH', `/accounts/${accountId}`, { name: 'Havn AB' }), /same request again/);
    expect((await test.accounts.get(accountId)).name).to.equal('Havn AB');
  });

  it('names the id of an account when the reply is lost, and repeating the request with it creates one account [D money.4]', async () => {
    const settings = { name: 'Vik AB', credits: { included: 1 } };
    const asked = new Promise<void>((resolve) => {
      subscribe = () => {
        // The insertion of the account is the next transaction.
        holdAtCommit();
        resolve();
        return Promise.resolve({ accountId, includedMillicredits: 1_000, purchasedMillicredits: 0 });
      };
    });
    const answer = send('POST', '/accounts', settings);
    await asked;
    const first = await loseHeld(answer);
    const [made] = (await test.accounts.list(100)).filter(({ name }) => name === 'Vik AB');
    // The account exists although the caller did not learn of it.
    expectUnknown(first, new RegExp(made?.id ?? 'no account was made'));
    const again = await send('POST', '/accounts', { id: made?.id, ...settings });
    expect([again.status, again.body.id]).to.deep.equal([201, made?.id]);
    expect((await test.accounts.list(100)).filter(({ name }) => name === 'Vik AB')).to.have.length(1);
  });

  /** The newest line of the trail. */
  async function newestLine(): Promise<object> {
    const { body } = await send('GET', '/changes?limit=1');
    const [{ action, outcome, actor }] = body as unknown as [{ action: string; outcome: string | null; actor: object }];
    return { action, outcome, actor };
  }
  const actor = { kind: 'token', id: null, name: 'admin token' };

  for (const [index, action] of [
    'credits.grant',
    'credits.subscribe',
    'owned_emails.add',
    'price.set',
    'reservation.settle',
  ].entries()) {
    const [title, , ask] = serviceWrites[index] as (typeof serviceWrites)[number];

    it(`has a line of ${title} whose reply is lost, and does not claim to know its outcome`, async () => {
      await send(...ask());
      expect(await newestLine()).to.deep.equal({ action, outcome: null, actor });
    });

    it(`does not ask for ${title} while its line cannot be written`, async () => {
      let asked = 0;
      const { creditsLedger, revealAdmin } = services;
      const counted = (): Promise<never> => {
        asked += 1;
        return lost();
      };
      Object.assign(creditsLedger, { grant: counted, subscribe: counted });
      Object.assign(revealAdmin, { setPrice: counted, addOwnedEmails: counted, settleReservation: counted });
      await test.operator.query('revoke insert on accounts.changes from prospect_admin');
      try {
        expect((await send(...ask())).status).to.be.oneOf([500, 503]);
        expect(asked).to.equal(0);
      } finally {
        await test.operator.query('grant insert on accounts.changes to prospect_admin');
        Object.assign(creditsLedger, { grant: lost, subscribe: () => subscribe() });
        Object.assign(revealAdmin, { setPrice: lost, addOwnedEmails: lost, settleReservation: lost });
      }
    });
  }

  it('makes no change of an account or a key while its line cannot be written', async () => {
    const { id } = (await send('POST', `/accounts/${accountId}/keys`, { name: 'crm' })).body;
    const facts = async (): Promise<object> => {
      const { rows } = await test.operator.query<object>(
        `select (select json_agg(a order by id) from accounts.accounts a) as accounts,
           (select json_agg(k order by id) from accounts.api_keys k) as keys,
           (select json_agg(s order by secret_hash) from accounts.key_secrets s) as secrets`,
      );
      return rows;
    };
    const before = await facts();
    await test.operator.query('revoke insert on accounts.changes from prospect_admin');
    try {
      for (const ask of [
        ['POST', '/accounts', { name: 'Nowhere AB', credits: null }],
        ['PATCH', `/accounts/${accountId}`, { name: 'Renamed AB' }],
        ['POST', `/accounts/${accountId}/keys`, { name: 'unseen' }],
        ['POST', `/keys/${id}/roll`, {}],
        ['POST', `/keys/${id}/revoke`],
      ] as WriteRequest[])
        expect((await send(...ask)).status, ask[1]).to.be.oneOf([500, 503]);
    } finally {
      await test.operator.query('grant insert on accounts.changes to prospect_admin');
    }
    expect(await facts()).to.deep.equal(before);
  });
});
