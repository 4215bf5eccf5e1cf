import { randomUUID } from 'node:crypto';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  type Answer,
  batchOf,
  type Customer,
  type Installation,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const people = Array.from({ length: 10 }, (_, number) =>
  contact(acme, {
    name: `Astrid Exempel${number}`,
    email: `astrid.${number}@nordrace.example`,
    phone: `+467017400${10 + number}`,
  }),
);
/** The price of one contact's e-mail address and phone number. */
const PRICE = 1.2;
const IN_FLIGHT = 12;

type Person = (typeof people)[number];

const bodyOf = (wanted: readonly Person[]) => ({
  items: wanted.map(({ id }) => ({ contactId: id })),
  infoTypes: ['email', 'phone'],
  maxCredits: 1_000,
});

const reveal = (customer: Customer, wanted: readonly Person[], key: string = randomUUID()): Promise<Answer> =>
  customer.post(PATHS.reveal, bodyOf(wanted), { 'idempotency-key': key });

/** Returns the ids that the account sees revealed, by way of a quote, which is free. */
async function revealedTo(customer: Customer): Promise<string[]> {
  const { maxCredits: _, ...quote } = bodyOf(people);
  const answer = await customer.post(PATHS.reveal, { ...quote, dryRun: true }, { 'idempotency-key': randomUUID() });
  return batchOf(answer)
    .results.map(({ contact: shown }) => shown)
    .filter((shown) => shown?.emailIsMasked === false && !shown.phoneIsMasked)
    .map((shown) => shown?.id ?? '');
}

/**
 * Expects the audit of all accounts to find nothing, once the captures that follow the answers are
 * done. Elsewhere, others spend at the same time, so there it looks at this account alone.
 */
async function expectCleanBooks({ admin, transport }: Installation, { accountId }: Customer): Promise<void> {
  const concerns = (line: string): boolean =>
    !line.startsWith('{"progress"') &&
    (transport !== 'elsewhere' || line.startsWith('{"done"') || line.includes(accountId));
  const audit = async (): Promise<string[]> => {
    const { text } = await admin.ask('GET', '/credits/audit?graceSeconds=0');
    return text.split('\n').filter((line) => line !== '' && concerns(line));
  };
  const lines = await eventually(audit, (found) => found.length === 1);
  expect(lines).to.have.length(1);
  expect(lines[0]).to.match(/^\{"done"/);
}

async function expectBalance(customer: Customer, credits: number): Promise<void> {
  const total = async (): Promise<number> =>
    ((await customer.send(PATHS.credits)).json as { readonly total: number }).total;
  expect(await eventually(total, (found) => found === credits)).to.equal(credits);
}

overEveryInstallation('Spending races charge once', { organizations: [acme], contacts: people }, (api) => {
  let other: Installation;
  before(async () => {
    other = await api.anotherGateway();
  });

  /**
   * The same customer at two gateways in turn, each with its own reveal-service, on one database.
   */
  const eachOf = (customer: Customer, turn: number): Customer => (turn % 2 === 0 ? customer : other.as(customer));

  it('charges a subject that several concurrent requests reveal once (I9) [4.5.3]', async () => {
    const customer = await api.customer({ credits: { included: 5, purchased: 50 } });
    const answers = await Promise.all(
      Array.from({ length: IN_FLIGHT }, (_, turn) => {
        // Each request overlaps with most of the others, and they name their subjects in different
        // orders.
        const from = (turn * 3) % people.length;
        const wanted = [...people, ...people].slice(from, from + 5);
        return reveal(eachOf(customer, turn), turn % 3 === 0 ? wanted.toReversed() : wanted);
      }),
    );
    const batches = answers.map(batchOf);
    const charged = batches.reduce((sum, { creditsCharged }) => sum + Math.round(creditsCharged * 1000), 0);
    expect(charged).to.equal(people.length * PRICE * 1000);
    for (const { results } of batches) {
      expect(
        results.map(({ status, contact: shown }) => [status, shown?.emailIsMasked, shown?.phoneIsMasked]),
      ).to.deep.equal(results.map(() => ['revealed', false, false]));
    }
    await expectBalance(customer, 55 - people.length * PRICE);
    await expectCleanBooks(api, customer);
  });

  it('charges one Idempotency-Key once over any number of connections, and every success is byte-identical (I7) [3] [4.5.5]', async () => {
    const customer = await api.customer({ credits: { included: 100 } });
    const key = randomUUID();
    const ask = (turn: number): Promise<Answer> => reveal(eachOf(customer, turn), people.slice(0, 3), key);
    const answers = await Promise.all(Array.from({ length: IN_FLIGHT }, (_, turn) => ask(turn)));
    const successes = answers.filter(({ status }) => status === 200);
    expect(successes).not.to.have.length(0);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      problemOf(answer, 409, 'idempotency_key_in_use');
      expect(answer.headers['retry-after']).to.equal('1');
    }
    const replays = await Promise.all([ask(0), ask(1)]);
    expect(replays.map(({ headers }) => headers['idempotent-replayed'])).to.deep.equal(['true', 'true']);
    expect(new Set([...successes, ...replays].map(({ text }) => text))).to.have.property('size', 1);
    expect(successes.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).to.have.length(1);
    await expectBalance(customer, 100 - 3 * PRICE);
    await expectCleanBooks(api, customer);
  });

  it('lets exactly as many requests spend the last credits as the balance covers (I8) [4.5.4]', async () => {
    // Covers three requests with 1 credit left over, from included and purchased credits together.
    const customer = await api.customer({ credits: { included: 2, purchased: 2.6 } });
    const answers = await Promise.all(people.map((person, turn) => reveal(eachOf(customer, turn), [person])));
    const paid = people.filter((_, turn) => answers[turn]?.status === 200).map(({ id }) => id);
    expect(paid).to.have.length(3);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const problem = problemOf(answer, 402, 'insufficient_credits');
      expect((problem as { creditsRemaining?: number }).creditsRemaining).to.be.within(0, PRICE);
    }
    expect(await revealedTo(customer)).to.have.members(paid);
    await expectBalance(customer, 1);
    await expectCleanBooks(api, customer);
  });

  it('reveals nothing of a request that cannot be paid in full while others take the credits (I8) [4.5.4]', async () => {
    const customer = await api.customer({ credits: { included: 5 * PRICE } });
    const [left, right] = [people.slice(0, 5), people.slice(5)];
    const answers = await Promise.all(
      Array.from({ length: IN_FLIGHT }, (_, turn) => reveal(eachOf(customer, turn), turn % 4 < 2 ? left : right)),
    );
    const charged = answers.filter(({ status }) => status === 200).map((answer) => batchOf(answer).creditsCharged);
    expect(charged.filter((credits) => credits > 0)).to.deep.equal([5 * PRICE]);
    const revealed = await revealedTo(customer);
    const winners = revealed.includes(left[0]?.id ?? '') ? left : right;
    expect(revealed).to.have.members(winners.map(({ id }) => id));
    for (const answer of answers.filter(({ status }) => status !== 200)) problemOf(answer, 402, 'insufficient_credits');
    await expectBalance(customer, 0);
    await expectCleanBooks(api, customer);
  });
});
