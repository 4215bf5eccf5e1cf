import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  contact,
  counted,
  eventually,
  openLine,
  organization,
  overBothTransports,
  PATHS,
  problemOf,
  startServicesApart,
  switchboard,
  type Customer,
  type Installation,
  type Line,
  type ServiceLines,
} from './support/index.js';

const acme = organization({ name: 'Nordvik AB', domains: ['nordvik.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordvik.example' });

const item = { id: acme.id };
const LOOKUPS = [
  [PATHS.organizations, { items: [item] }],
  [PATHS.contacts, { items: [item] }],
  [PATHS.switchboards, { items: [item] }],
  [PATHS.people, { items: [{ name: astrid.name, organization: item }] }],
] as const;

/** Of every endpoint that only reads. */
async function statuses(customer: Customer): Promise<number[]> {
  const seen = [];
  for (const [path, body] of LOOKUPS) seen.push((await customer.post(path, body)).status);
  return [...seen, (await customer.send(PATHS.credits)).status];
}

async function expectServed(customer: Customer): Promise<void> {
  expect(await statuses(customer)).to.deep.equal([200, 200, 200, 200, 200]);
}

/** Lookups are refused as what may be retried, and counted like any other request. */
async function expectLookupsRefused(customer: Customer): Promise<void> {
  for (const [path, body] of LOOKUPS) {
    const answer = await customer.post(path, body);
    expect(problemOf(answer, 503, 'service_unavailable').retryable, path).to.equal(true);
    expect(counted(answer).search, path).to.be.greaterThan(0);
  }
}

/** Each connection to what is back is made anew in its own time. */
async function expectWell(customer: Customer): Promise<void> {
  const seen = await eventually(
    () => statuses(customer),
    (all) => all.every((status) => status === 200),
  );
  expect(seen).to.deep.equal([200, 200, 200, 200, 200]);
}

overBothTransports(
  'A part may be down without taking the rest with it',
  { organizations: [acme], contacts: [astrid], switchboards: [switchboard(acme, { phone: '+46812345678' })] },
  (api) => {
    const lines: Line[] = [];
    after(() => Promise.all(lines.map((line) => line.cut())));

    /** An installation that reaches a database by a line of its own. */
    async function beyondALine(
      role: 'search' | 'reveal' | 'credits' | 'gateway',
    ): Promise<{ line: Line; there: Installation }> {
      const line = await openLine(api.databases[role]);
      lines.push(line);
      return { line, there: await api.alongside({ databases: { [role]: line.through(api.databases[role]) } }) };
    }

    it("without search-service's database lookups are 503, a known contact is revealed, /credits works, and all is well when it is back [D requests.3]", async () => {
      const { line, there } = await beyondALine('search');
      const customer = there.as(await api.customer({ credits: { included: 1 } }));
      await expectServed(customer);
      await line.cut();
      await expectLookupsRefused(customer);
      expect((await customer.send(PATHS.credits)).status).to.equal(200);
      const reveal = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
      const { status, json } = await customer.post(PATHS.reveal, reveal, { 'idempotency-key': randomUUID() });
      expect(status).to.equal(200);
      expect(json).to.deep.include({ creditsCharged: 0.2 });
      await line.restore();
      await expectWell(customer);
    });

    it("without reveal-service's database whatever shows an organization or a contact is 503, /credits works [D requests.3]", async () => {
      const { line, there } = await beyondALine('reveal');
      const customer = there.as(await api.customer());
      await expectServed(customer);
      await line.cut();
      await expectLookupsRefused(customer);
      expect((await customer.send(PATHS.credits)).status).to.equal(200);
      await line.restore();
      await expectWell(customer);
    });

    it("without credits-service's database no balance can be told, so nothing that shows one is answered [D requests.3]", async () => {
      const { line, there } = await beyondALine('credits');
      const customer = there.as(await api.customer());
      await expectServed(customer);
      await line.cut();
      await expectLookupsRefused(customer);
      problemOf(await customer.send(PATHS.credits), 503, 'service_unavailable');
      await line.restore();
      await expectWell(customer);
    });

    it('without its own database the gateway goes on reading for the keys that it knows, for 10 s, and spends nothing [D requests.3] [D money.6]', async () => {
      const { line, there } = await beyondALine('gateway');
      const [known, unknown] = await Promise.all([api.customer(), api.customer()]);
      const [customer, stranger] = [there.as(known), there.as(unknown)];
      await expectServed(customer);
      await line.cut();
      await expectServed(customer);
      // Whether its key is valid cannot be told, so there are no rates to show either.
      const ask = ({ key: secret }: Customer) =>
        there.fetch('/external/v1/credits', { headers: { authorization: `Bearer ${secret}` } });
      problemOf(await ask(stranger), 503, 'service_unavailable');
      const spend = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
      const key = { 'idempotency-key': randomUUID() };
      problemOf(await customer.post(PATHS.reveal, spend, key), 503, 'service_unavailable');

      const start = api.clock.now();
      api.clock.advance(10_000);
      problemOf(await ask(customer), 503, 'service_unavailable');
      api.clock.set(start);
      await line.restore();
      await eventually(
        () => ask(stranger),
        ({ status }) => status === 200,
      );
      await expectServed(stranger);
      await expectServed(customer);
    });

    it('without Redis buckets are counted in the gateway, and everything works [4.1.8]', async function () {
      const redisUrl = process.env['TEST_REDIS_URL'];
      if (redisUrl === undefined) return this.skip();
      const line = await openLine(redisUrl);
      lines.push(line);
      const there = await api.alongside({ redisUrl: line.through(redisUrl) });
      const customer = there.as(await api.customer({ limits: { search: 3 } }));
      const lookUp = () => customer.post(PATHS.organizations, { items: [item] });
      expect((await lookUp()).status).to.equal(200);
      await line.cut();
      // Counting begins anew in the gateway, unless Redis was too slow for it even before.
      const answers = [await lookUp(), await lookUp(), await lookUp(), await lookUp()];
      expect(answers[0]?.status).to.equal(200);
      expect(answers.map(({ status }) => status)).to.include(429);
      await line.restore();
    });

    if (api.transport === 'grpc') {
      describe('when a whole service is gone', () => {
        let there: Installation;
        let reach: ServiceLines;
        before(async () => {
          there = await api.alongside({
            start: async (options) => {
              const { stack, lines: ofServices } = await startServicesApart(options);
              reach = ofServices;
              return stack;
            },
          });
        });

        for (const [service, creditsWork] of [
          ['search', true],
          ['reveal', true],
          ['credits', false],
        ] as const) {
          it(`without ${service}-service lookups are 503 at once, and all is well when it is back [D requests.3]`, async () => {
            const customer = there.as(await api.customer());
            await expectServed(customer);
            await reach[service].cut();
            await expectLookupsRefused(customer);
            const credits = await customer.send(PATHS.credits);
            expect(credits.status).to.equal(creditsWork ? 200 : 503);
            await reach[service].restore();
            await expectWell(customer);
          });
        }
      });
    }
  },
);
