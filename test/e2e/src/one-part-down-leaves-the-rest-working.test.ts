import { randomUUID } from 'node:crypto';
import { openTcpProxy, type TcpProxy, eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  counted,
  type Customer,
  type Installation,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
  type ServiceLines,
  startServicesApart,
} from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['norddel.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@norddel.example' });

const item = { id: acme.id };
const LOOKUPS = [
  [PATHS.organizations, { items: [item] }],
  [PATHS.contacts, { items: [item] }],
  [PATHS.switchboards, { items: [item] }],
  [PATHS.people, { items: [{ name: astrid.name, organization: item }] }],
] as const;

/** Returns the status of every endpoint that only reads. */
async function statuses(customer: Customer): Promise<number[]> {
  const seen = [];
  for (const [path, body] of LOOKUPS) seen.push((await customer.post(path, body)).status);
  return [...seen, (await customer.send(PATHS.credits)).status];
}

async function expectServed(customer: Customer): Promise<void> {
  expect(await statuses(customer)).to.deep.equal([200, 200, 200, 200, 200]);
}

/** Expects every lookup to fail with a retryable 503 and to count in its rate buckets. */
async function expectLookupsRefused(customer: Customer): Promise<void> {
  for (const [path, body] of LOOKUPS) {
    const answer = await customer.post(path, body);
    expect(problemOf(answer, 503, 'service_unavailable').retryable, path).to.equal(true);
    expect(counted(answer).search, path).to.be.greaterThan(0);
  }
}

/**
 * Expects every read to succeed. Polls, since each connection reconnects after its own back-off.
 */
async function expectWell(customer: Customer): Promise<void> {
  const seen = await eventually(
    () => statuses(customer),
    (all) => all.every((status) => status === 200),
  );
  expect(seen).to.deep.equal([200, 200, 200, 200, 200]);
}

overEveryInstallation(
  'One part down leaves the rest working',
  { organizations: [acme], contacts: [astrid], switchboards: [switchboard(acme, { phone: '+46812345678' })] },
  (api) => {
    const lines: TcpProxy[] = [];
    after(() => Promise.all(lines.map((line) => line.cut())));

    /** Starts an installation that reaches one database through a proxy that the test can cut. */
    async function behindLine(
      role: 'search' | 'reveal' | 'credits' | 'gateway',
    ): Promise<{ line: TcpProxy; installation: Installation }> {
      const line = await openTcpProxy(api.databases[role]);
      lines.push(line);
      return { line, installation: await api.alongside({ databases: { [role]: line.through(api.databases[role]) } }) };
    }

    it('without the search-service database: lookups answer 503, known contacts can be revealed, /credits works, and everything recovers [D requests.3]', async () => {
      const { line, installation } = await behindLine('search');
      const customer = installation.as(await api.customer({ credits: { included: 1 } }));
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

    it('without the reveal-service database: everything that shows an organization or a contact answers 503, /credits works [D requests.3]', async () => {
      const { line, installation } = await behindLine('reveal');
      const customer = installation.as(await api.customer());
      await expectServed(customer);
      await line.cut();
      await expectLookupsRefused(customer);
      expect((await customer.send(PATHS.credits)).status).to.equal(200);
      await line.restore();
      await expectWell(customer);
    });

    it('without the credits-service database: no balance can be read, so everything that shows one answers 503 [D requests.3]', async () => {
      const { line, installation } = await behindLine('credits');
      const customer = installation.as(await api.customer());
      await expectServed(customer);
      await line.cut();
      await expectLookupsRefused(customer);
      problemOf(await customer.send(PATHS.credits), 503, 'service_unavailable');
      await line.restore();
      await expectWell(customer);
    });

    it('without its own database: the gateway serves reads for cached keys for 10 s and spends nothing [D requests.3] [D money.6]', async () => {
      const { line, installation } = await behindLine('gateway');
      const [known, unknown] = await Promise.all([api.customer(), api.customer()]);
      const [customer, uncachedCustomer] = [installation.as(known), installation.as(unknown)];
      await expectServed(customer);
      await line.cut();
      await expectServed(customer);
      // The gateway cannot tell whether the key is valid, so the answer has no rate headers.
      const ask = ({ key: secret }: Customer) =>
        installation.fetch('/external/v1/credits', { headers: { authorization: `Bearer ${secret}` } });
      problemOf(await ask(uncachedCustomer), 503, 'service_unavailable');
      const spend = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
      const key = { 'idempotency-key': randomUUID() };
      problemOf(await customer.post(PATHS.reveal, spend, key), 503, 'service_unavailable');

      const start = api.clock.now();
      api.clock.advance(10_000);
      problemOf(await ask(customer), 503, 'service_unavailable');
      api.clock.set(start);
      await line.restore();
      await eventually(
        () => ask(uncachedCustomer),
        ({ status }) => status === 200,
      );
      await expectServed(uncachedCustomer);
      await expectServed(customer);
    });

    it('without Redis: the gateway counts the buckets in memory and everything works [4.1.8]', async function () {
      const redisUrl = process.env['TEST_REDIS_URL'];
      if (redisUrl === undefined) return this.skip();
      const line = await openTcpProxy(redisUrl);
      lines.push(line);
      const installation = await api.alongside({ redisUrl: line.through(redisUrl) });
      const customer = installation.as(await api.customer({ limits: { search: 3 } }));
      const lookUp = () => customer.post(PATHS.organizations, { items: [item] });
      expect((await lookUp()).status).to.equal(200);
      await line.cut();
      // The gateway's own count starts at zero, unless Redis had already been too slow before the
      // cut.
      const answers = [await lookUp(), await lookUp(), await lookUp(), await lookUp()];
      expect(answers[0]?.status).to.equal(200);
      expect(answers.map(({ status }) => status)).to.include(429);
      await line.restore();
    });

    if (api.transport === 'grpc') {
      describe('when a whole service is down', () => {
        let installation: Installation;
        let serviceLines: ServiceLines;
        before(async () => {
          installation = await api.alongside({
            start: async (options) => {
              const apart = await startServicesApart(options);
              serviceLines = apart.lines;
              return apart.stack;
            },
          });
        });

        for (const [service, creditsWork] of [
          ['search', true],
          ['reveal', true],
          ['credits', false],
        ] as const) {
          it(`without ${service}-service: lookups answer 503 immediately, and everything recovers [D requests.3]`, async () => {
            const customer = installation.as(await api.customer());
            await expectServed(customer);
            await serviceLines[service].cut();
            await expectLookupsRefused(customer);
            const credits = await customer.send(PATHS.credits);
            expect(credits.status).to.equal(creditsWork ? 200 : 503);
            await serviceLines[service].restore();
            await expectWell(customer);
          });
        }
      });
    }
  },
  'neighbor',
);
