import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  batchOf,
  contact,
  eventually,
  keyed,
  openLine,
  organization,
  overBothTransports,
  PATHS,
  problemOf,
  switchboard,
  type Customer,
} from './support/index.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_MISSES = 20;

/** Registered under a birth date; the last four digits are what nobody may find by trying. */
const trader = (organizationNumber: string, said: object = {}) =>
  organization({ name: 'Firma Exempel', countryCode: 'SE', soleTrader: true, organizationNumber, ...said });

const BIRTH = '550101';
const NUMBER = `${BIRTH}-9992`;
const firm = trader(NUMBER, { domains: ['firma-exempel.example'], website: 'https://firma-exempel.example/' });
const owner = contact(firm, { name: 'Åsa Ägare' });
const employee = contact(firm, { name: 'Bo Anställd' });
const otherBirth = trader('560202-9991');
/** More firms than misses are allowed, all of one birth date. */
const crowd = Array.from({ length: 24 }, (_, index) => trader(`570303-${1000 + index}`, { name: `Firma ${index}` }));
const company = organization({ name: 'Bolaget AB', countryCode: 'SE', organizationNumber: '556989-9001' });

/** Numbers of a birth date that are on nobody's record. */
const unknown = (count: number, birth = BIRTH, first = 1000): string[] =>
  Array.from({ length: count }, (_, index) => `${birth}-${first + index}`);
const items = (numbers: readonly string[]) => numbers.map((orgNumber) => ({ orgNumber }));

/** Asks for as many unknown numbers as an account may. */
const useUp = (customer: Customer, birth = BIRTH) => customer.matchOrganizations(...items(unknown(MOST_MISSES, birth)));

async function statusOf(customer: Customer, orgNumber: string): Promise<string> {
  const [result] = await customer.matchOrganizations({ orgNumber });
  return result?.status ?? '';
}

overBothTransports(
  "A sole trader's number cannot be found by trying",
  {
    organizations: [firm, otherBirth, ...crowd, company],
    contacts: [owner, employee],
    switchboards: [switchboard(firm, { phone: '+4690123450' })],
  },
  (api) => {
    it('after 20 different unknown numbers of one birth date every further one is not found [D privacy.1]', async () => {
      const customer = await api.customer();
      await customer.matchOrganizations(...items(unknown(MOST_MISSES - 1)));
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
      await customer.matchOrganizations(...items(unknown(1, BIRTH, 5000)));
      expect(await statusOf(customer, NUMBER)).to.equal('not_found');
      for (const written of ['19550101-9992', '5501019992', 'SE550101999201']) {
        expect(await statusOf(customer, written), written).to.equal('not_found');
      }
    });

    it('is answered on every endpoint as a number that nobody has [D privacy.1]', async () => {
      const [tried, fresh] = await Promise.all([api.customer(), api.customer()]);
      await useUp(tried);
      const unheardOf = `${BIRTH}-7777`;
      const asks: [path: string, item: (orgNumber: string) => object][] = [
        [PATHS.organizations, (orgNumber) => ({ ref: 'a', orgNumber, countryCode: 'SE' })],
        [PATHS.contacts, (orgNumber) => ({ ref: 'a', orgNumber })],
        [PATHS.switchboards, (orgNumber) => ({ ref: 'a', orgNumber })],
        [PATHS.people, (orgNumber) => ({ ref: 'a', name: owner.name, organization: { orgNumber } })],
      ];
      for (const [path, item] of asks) {
        const withheld = await tried.post(path, { items: [item(NUMBER)] });
        const missed = await fresh.post(path, { items: [item(unheardOf)] });
        expect(batchOf(withheld).results[0]?.status, path).to.equal('not_found');
        expect(withheld.text, path).to.equal(missed.text);
        const [known] = await fresh.match(path, [item(NUMBER)]);
        expect(known?.status, path).to.equal('matched');
      }
    });

    it('counts on every endpoint alike [D privacy.1]', async () => {
      const customer = await api.customer();
      const [some, more, others, last] = [0, 5, 10, 15].map((start) => unknown(5, BIRTH, 2000 + start));
      await customer.matchOrganizations(...items(some ?? []));
      await customer.listContacts(items(more ?? []));
      await customer.matchSwitchboards(...items(others ?? []));
      const named = (last ?? []).map((orgNumber) => ({ name: owner.name, organization: { orgNumber } }));
      await customer.matchPeople(...named.slice(1));
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
      await customer.matchPeople(...named);
      expect(await statusOf(customer, NUMBER)).to.equal('not_found');
    });

    it('holds within one batch, item by item [D privacy.1]', async () => {
      const customer = await api.customer();
      const [early, ...rest] = await customer.matchOrganizations(
        ...items([NUMBER, ...unknown(MOST_MISSES), NUMBER, crowd[0]?.organizationNumber ?? '']),
      );
      const last = rest.slice(MOST_MISSES).map(({ status }) => status);
      expect([early?.status, ...last]).to.deep.equal(['matched', 'matched', 'matched']);

      const other = await api.customer();
      const results = await other.matchOrganizations(...items([...unknown(MOST_MISSES), NUMBER]));
      expect(results.at(-1)?.status).to.equal('not_found');
    });

    it('does not count a number twice, nor one that is on record, nor a company [D privacy.1]', async () => {
      const customer = await api.customer();
      for (let time = 0; time < 3; time += 1) {
        await customer.matchOrganizations(...items(unknown(MOST_MISSES - 1)));
      }
      await customer.matchOrganizations(...items([`19${BIRTH}1000`, `${BIRTH} 1000`, `SE${BIRTH}100001`]));
      expect(await statusOf(customer, NUMBER)).to.equal('matched');

      const numbers = crowd.map(({ organizationNumber }) => organizationNumber);
      for (let time = 0; time < 2; time += 1) {
        const found = await customer.matchOrganizations(...items(numbers));
        expect(found.map(({ organization: of }) => of?.id)).to.deep.equal(crowd.map(({ id }) => id));
      }
      await customer.matchOrganizations(...items(unknown(MOST_MISSES + 1, '556989')));
      expect(await statusOf(customer, company.organizationNumber)).to.equal('matched');
    });

    it('concerns one birth date and one account, whatever its key [D privacy.1]', async () => {
      const [customer, other] = await Promise.all([api.customer(), api.customer()]);
      await useUp(customer);
      expect(await statusOf(customer, otherBirth.organizationNumber)).to.equal('matched');
      expect(await statusOf(other, NUMBER)).to.equal('matched');
      const created = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(created.key);
      expect(await statusOf(customer.using(created.key), NUMBER)).to.equal('not_found');
    });

    it('lets an item be found by what else it names [D privacy.1]', async () => {
      const customer = await api.customer();
      await useUp(customer);
      const results = await customer.matchOrganizations(
        { orgNumber: NUMBER, domain: 'firma-exempel.example' },
        { id: firm.id, orgNumber: NUMBER },
        { orgNumber: company.organizationNumber },
      );
      expect(results.map(({ matchedBy }) => matchedBy)).to.deep.equal(['domain', 'id', 'orgNumber']);
      const [person] = await customer.matchPeople({
        name: owner.name,
        organization: { orgNumber: NUMBER, domain: 'firma-exempel.example' },
      });
      expect(person).to.deep.include({ status: 'matched', matchedBy: 'name' });
    });

    it('cannot be tried against the cursor of a firm either [D privacy.1]', async () => {
      const [customer, fresh] = await Promise.all([api.customer(), api.customer()]);
      const cursorOf = async (who: Customer) =>
        (await who.listContacts([{ id: firm.id }], { limit: 1 }))[0]?.nextCursor ?? '';
      await useUp(customer);
      const [withheld] = await customer.listContacts([{ orgNumber: NUMBER, cursor: await cursorOf(customer) }]);
      const [missed] = await fresh.listContacts([{ orgNumber: `${BIRTH}-7777`, cursor: await cursorOf(fresh) }]);
      expect(withheld).to.deep.equal(missed);
      expect(withheld).to.include({ status: 'invalid', error: 'invalid_cursor' });
      const [known] = await fresh.listContacts([{ orgNumber: NUMBER, cursor: await cursorOf(fresh) }]);
      expect(known).to.include({ status: 'matched', matchedBy: 'orgNumber' });
    });

    it('can be asked for again when 24 hours have passed [D privacy.1]', async () => {
      const start = api.clock.now();
      const customer = await api.customer();
      await useUp(customer);
      api.clock.advance(DAY_MS - 1);
      expect(await statusOf(customer, NUMBER)).to.equal('not_found');
      api.clock.advance(1);
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
      api.clock.set(start);
    });

    it('reveals nothing and costs nothing while it is not found [D privacy.1]', async () => {
      const customer = await api.customer({ credits: { included: 10 } });
      await useUp(customer);
      const spend = { items: [{ orgNumber: NUMBER }], reveal: ['details'], maxCredits: 1 };
      const answer = batchOf(await customer.post(PATHS.organizations, spend, keyed()));
      expect(answer).to.deep.include({ results: [{ status: 'not_found' }], creditsCharged: 0, creditsRemaining: 10 });
    });

    it('a spend that is retried does not count its number again [D privacy.1]', async () => {
      const customer = await api.customer({ credits: { included: 10 } });
      await customer.matchOrganizations(...items(unknown(MOST_MISSES - 2)));
      const spend = { items: items([`${BIRTH}-8001`, NUMBER]), reveal: ['details'], maxCredits: 1 };
      const key = randomUUID();
      const first = await customer.post(PATHS.organizations, spend, keyed(key));
      const again = await customer.post(PATHS.organizations, spend, keyed(key));
      await customer.post(PATHS.organizations, spend, keyed());
      expect(batchOf(first).results.map(({ status }) => status)).to.deep.equal(['not_found', 'matched']);
      expect(again.text).to.equal(first.text);
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
    });

    it('is counted by all gateways together [D privacy.1]', async () => {
      const customer = await api.customer();
      const there = (await api.alongside()).as(customer);
      await customer.matchOrganizations(...items(unknown(MOST_MISSES / 2)));
      await there.matchOrganizations(...items(unknown(MOST_MISSES / 2, BIRTH, 3000)));
      expect([await statusOf(customer, NUMBER), await statusOf(there, NUMBER)]).to.deep.equal([
        'not_found',
        'not_found',
      ]);
    });

    it('is kept in clear nowhere, and no number that was tried is [D privacy.1]', async () => {
      const customer = await api.customer();
      const tried = unknown(3, BIRTH, 4321);
      await customer.matchOrganizations(...items(tried));
      for (const number of [...tried, NUMBER]) {
        expect(await api.tablesHolding(number)).to.deep.equal([]);
        expect(await api.tablesHolding(number.replace('-', ''))).to.deep.equal([]);
      }
    });

    it('is not looked for while it cannot be counted; everything else is served [D privacy.1]', async () => {
      const line = await openLine(api.databases.gateway);
      try {
        // Made first: news of the key that came later would make the gateway forget it.
        const made = await api.customer();
        const there = await api.alongside({ databases: { gateway: line.through(api.databases.gateway) } });
        const customer = there.as(made);
        expect(await statusOf(customer, NUMBER)).to.equal('matched');
        await line.cut();
        const refused = await customer.post(PATHS.organizations, { items: items([NUMBER]) });
        expect(problemOf(refused, 503, 'service_unavailable').retryable).to.equal(true);
        expect(await statusOf(customer, company.organizationNumber)).to.equal('matched');
        await line.restore();
        const asked = {
          method: 'POST',
          body: { items: items([NUMBER]) },
          headers: { authorization: `Bearer ${customer.key}` },
        };
        await eventually(
          // Until its key can be looked up again the answer has no rates, as the contract would have it.
          () => there.fetch('/external/v1/organizations/match', asked),
          ({ status }) => status === 200,
        );
      } finally {
        await line.cut();
      }
    });
  },
);
