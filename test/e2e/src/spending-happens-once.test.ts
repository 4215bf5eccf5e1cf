import { expect } from 'chai';
import {
  type Answer,
  batchOf,
  type Customer,
  itNeeds,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', website: 'https://nordgang.example/' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordgang.example', phone: '+46701740631' });
const bjorn = contact(acme, { name: 'Björn Exempel', email: 'bjorn@nordgang.example', phone: '+46701740632' });

const DAY_MS = 24 * 60 * 60 * 1000;
const CREDITS = { credits: { included: 5, purchased: 5 } };
const BODY = { items: [{ ref: 'å', contactId: astrid.id }], infoTypes: ['email'], maxCredits: 5 };
const DRY = { ...BODY, dryRun: true };

const reveal = (customer: Customer, key: string, body: unknown = BODY): Promise<Answer> =>
  customer.post(PATHS.reveal, body, keyed(key));

async function totalOf(customer: Customer): Promise<number> {
  return ((await customer.send(PATHS.credits)).json as { total: number }).total;
}

function expectReplayOf(first: Answer, second: Answer): void {
  expect([second.status, second.text]).to.deep.equal([first.status, first.text]);
  expect(second.headers['idempotent-replayed']).to.equal('true');
  expect(second.headers['service-credits-remaining']).to.equal(first.headers['service-credits-remaining']);
}

overEveryInstallation('A spend happens once', { organizations: [acme], contacts: [astrid, bjorn] }, (api) => {
  it('replays the first response byte for byte, with its balance and fresh rate headers [3] [D idempotency]', async () => {
    const customer = await api.customer({ ...CREDITS, limits: 'default' });
    const first = await reveal(customer, 'one');
    expect(batchOf(first).creditsCharged).to.equal(0.2);
    expect(first.headers).not.to.have.property('idempotent-replayed');
    await customer.post(PATHS.reveal, { ...BODY, items: [{ contactId: bjorn.id }] }, keyed());
    const second = await reveal(customer, 'one');
    expectReplayOf(first, second);
    expect(second.headers['ratelimit']).not.to.equal(first.headers['ratelimit']);
    expect(await totalOf(customer)).to.equal(9.6);
  });

  it('replays every operation that spends, and stores none of its failures [3] [4.3] [4.4.6]', async () => {
    const calls: [string, object][] = [
      [PATHS.organizations, { items: [{ id: acme.id }], reveal: ['details'] }],
      [PATHS.people, { items: [{ name: astrid.name, organization: { id: acme.id } }], reveal: ['phone'] }],
      [PATHS.reveal, { items: [{ contactId: bjorn.id }], infoTypes: ['email'] }],
    ];
    const customer = await api.customer(CREDITS);
    for (const [path, body] of calls) {
      const key = keyed();
      problemOf(await customer.post(path, { ...body, maxCredits: 0 }, key), 422, 'credit_cap_exceeded');
      const first = await customer.post(path, { ...body, maxCredits: 1 }, key);
      expect(first.status, first.text).to.equal(200);
      expect(first.headers).not.to.have.property('idempotent-replayed');
      expectReplayOf(first, await customer.post(path, { ...body, maxCredits: 1 }, key));
    }
    expect(await totalOf(customer)).to.equal(8.6);
  });

  it('compares requests by meaning: member order, white space and escapes do not matter [D idempotency]', async () => {
    const customer = await api.customer(CREDITS);
    const first = await reveal(customer, 'same');
    const text = `{ "maxCredits": 5.0, "infoTypes": ["\\u0065mail"], "items": [{"contactId": "${astrid.id}", "ref": "\\u00e5"}] }`;
    expectReplayOf(first, await reveal(customer, 'same', text));
  });

  it('rejects a key reused with another request: another body, field, path or dry run [3] [7] [D idempotency]', async () => {
    const customer = await api.customer(CREDITS);
    await reveal(customer, 'used');
    for (const body of [
      { ...BODY, maxCredits: 4 },
      { ...BODY, note: 'unknown' },
      { ...BODY, items: [...BODY.items, {}] },
      DRY,
    ]) {
      expect(problemOf(await reveal(customer, 'used', body), 422, 'idempotency_key_reused').retryable).to.equal(false);
    }
    const match = { items: [{}], reveal: ['details'], maxCredits: 5 };
    problemOf(await customer.post(PATHS.organizations, match, keyed('used')), 422, 'idempotency_key_reused');
    expect(await totalOf(customer)).to.equal(9.8);
  });

  it('stores dry runs of contacts/reveal too, so the real call needs another key [4.5.5] [D idempotency]', async () => {
    const customer = await api.customer(CREDITS);
    const dry = await reveal(customer, 'dry', DRY);
    expectReplayOf(dry, await reveal(customer, 'dry', DRY));
    problemOf(await reveal(customer, 'dry'), 422, 'idempotency_key_reused');
    expect(batchOf(await reveal(customer, 'real')).creditsCharged).to.equal(0.2);
    // The replay shows the stored quote, whatever was revealed since.
    expectReplayOf(dry, await reveal(customer, 'dry', DRY));
  });

  it('treats a quoted key as equal to the bare one [D idempotency]', async () => {
    const customer = await api.customer(CREDITS);
    expectReplayOf(await reveal(customer, '"quoted"'), await reveal(customer, 'quoted'));
    expectReplayOf(await reveal(customer, 'bare'), await reveal(customer, '"bare"'));
  });

  it('stores nothing of a failure: the same key may come with any request [3] [D idempotency]', async () => {
    const customer = await api.customer({ credits: { included: 0.1 } });
    problemOf(await reveal(customer, 'poor'), 402, 'insufficient_credits');
    problemOf(await reveal(customer, 'poor', { ...BODY, maxCredits: 0.1 }), 422, 'credit_cap_exceeded');
    await api.admin.post(`/accounts/${customer.accountId}/credits/grants`, { purchased: 1, reference: 'order 1' });
    const answer = await reveal(customer, 'poor');
    expect(batchOf(answer)).to.include({ creditsCharged: 0.2, creditsRemaining: 0.9 });
    expect(answer.headers).not.to.have.property('idempotent-replayed');
  });

  it('scopes stored responses to the key identity: a rolled key replays, no other key does [D idempotency]', async () => {
    const customer = await api.customer(CREDITS);
    const first = await reveal(customer, 'mine');
    const rolled = await api.admin.post<{ key: string }>(`/keys/${customer.keyId}/roll`, { overlapSeconds: 0 });
    api.confidential(rolled.key);
    expectReplayOf(first, await reveal(customer.using(rolled.key), 'mine'));
    const other = await reveal(await api.customer(CREDITS), 'mine');
    expect(other.headers).not.to.have.property('idempotent-replayed');
    expect(batchOf(other).creditsCharged).to.equal(0.2);
  });

  it('spends once for one key sent over many connections: each gets the one response, or 409 and then the response [3] [7]', async () => {
    const customer = await api.customer(CREDITS);
    const answers = await Promise.all(Array.from({ length: 16 }, () => reveal(customer, 'storm')));
    const [first] = answers.filter(({ status }) => status === 200);
    for (const answer of answers) {
      if (answer.status === 200) {
        expect(answer.text).to.equal(first?.text);
      } else {
        expect(problemOf(answer, 409, 'idempotency_key_in_use').retryable).to.equal(true);
        expect(answer.headers['retry-after']).to.equal('1');
      }
    }
    expect(
      answers.filter((answer) => answer.status === 200 && !('idempotent-replayed' in answer.headers)),
    ).to.have.length(1);
    expectReplayOf(first as Answer, await reveal(customer, 'storm'));
    expect(await totalOf(customer)).to.equal(9.8);
  });

  it('charges overlapping requests under different keys once [4.5.3] [4.5.4]', async () => {
    const customer = await api.customer({ credits: { included: 2.4 } });
    const items = [{ contactId: astrid.id }, { contactId: bjorn.id }];
    const body = { infoTypes: ['email', 'phone'], maxCredits: 5 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        customer.post(PATHS.reveal, { ...body, items: index % 2 === 0 ? items : items.toReversed() }, keyed()),
      ),
    );
    const charged = answers.map((answer) => batchOf(answer).creditsCharged);
    expect(Math.round(charged.reduce((sum, credits) => sum + credits, 0) * 1000)).to.equal(2_400);
    expect(await totalOf(customer)).to.equal(0);
  });

  it('lets one of two requests spend the last credits, and answers 402 to the other [4.5.4] [4.6]', async () => {
    const customer = await api.customer({ credits: { purchased: 1 } });
    const phoneOf = (contactId: string): Promise<Answer> =>
      customer.post(PATHS.reveal, { items: [{ contactId }], infoTypes: ['phone'], maxCredits: 1 }, keyed());
    const answers = await Promise.all([phoneOf(astrid.id), phoneOf(bjorn.id)]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 402]);
    expect((await customer.send(PATHS.credits)).json).to.deep.equal({ included: 0, purchased: 0, total: 0 });
  });

  it('replays on every gateway [3]', async () => {
    const customer = await api.customer(CREDITS);
    const first = await reveal(customer, 'anywhere');
    const gateway = await api.anotherGateway();
    expectReplayOf(first, await reveal(gateway.as(customer), 'anywhere'));
  });

  itNeeds(
    'tables',
    'encrypts stored responses: only directory tables hold what a response revealed [D idempotency]',
    async () => {
      const customer = await api.customer(CREDITS);
      await reveal(customer, 'sealed');
      const tables = await api.tablesHolding('astrid@nordgang.example');
      expect(tables.filter((table) => !table.startsWith('directory.'))).to.deep.equal([]);
    },
  );

  itNeeds('clock', 'stores a response for 24 hours; then the same key starts a new operation [3] [8]', async () => {
    const customer = await api.customer(CREDITS);
    const first = await reveal(customer, 'day');
    api.clock.advance(DAY_MS - 1);
    expectReplayOf(first, await reveal(customer, 'day'));
    api.clock.advance(1);
    const next = await reveal(customer, 'day', { ...BODY, infoTypes: ['email', 'phone'] });
    expect(next.headers).not.to.have.property('idempotent-replayed');
    expect(batchOf(next).creditsCharged).to.equal(1);
  });
});
