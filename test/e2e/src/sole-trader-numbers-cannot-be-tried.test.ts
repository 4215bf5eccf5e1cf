import { randomUUID } from 'node:crypto';
import { openTcpProxy, eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  batchOf,
  type Customer,
  itNeeds,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_MISSES = 20;

/**
 * Returns a sole trader registered under a birth date. The last four digits are what a caller must
 * not find by trying.
 */
const trader = (organizationNumber: string, fields: object = {}) =>
  organization({ name: 'Firma Exempel', countryCode: 'SE', soleTrader: true, organizationNumber, ...fields });

const BIRTH = '550101';
const NUMBER = `${BIRTH}-9992`;
const firm = trader(NUMBER, { domains: ['firma-exempel.example'], website: 'https://firma-exempel.example/' });
const owner = contact(firm, { name: 'Åsa Ägare' });
const employee = contact(firm, { name: 'Bo Anställd' });
const otherBirth = trader('560202-9991');
/** More firms of one birth date than the number of misses allowed. */
const crowd = Array.from({ length: 24 }, (_, index) => trader(`570303-${1000 + index}`, { name: `Firma ${index}` }));
const company = organization({ name: 'Bolaget AB', countryCode: 'SE', organizationNumber: '556989-9001' });

/** Returns numbers of a birth date that no firm on record has. */
const unknown = (count: number, birth = BIRTH, first = 1000): string[] =>
  Array.from({ length: count }, (_, index) => `${birth}-${first + index}`);
const items = (numbers: readonly string[]) => numbers.map((orgNumber) => ({ orgNumber }));

/** Uses up the number of misses that an account is allowed. */
const useUp = (customer: Customer, birth = BIRTH) => customer.matchOrganizations(...items(unknown(MOST_MISSES, birth)));

async function statusOf(customer: Customer, orgNumber: string): Promise<string> {
  const [result] = await customer.matchOrganizations({ orgNumber });
  return result?.status ?? '';
}

overEveryInstallation(
  "A sole trader's number cannot be found by trying",
  {
    organizations: [firm, otherBirth, ...crowd, company],
    contacts: [owner, employee],
    switchboards: [switchboard(firm, { phone: '+4690123450' })],
  },
  (api) => {
    it('after 20 different unknown numbers of one birth date, answers not_found to every further one [D privacy.1]', async () => {
      const customer = await api.customer();
      await customer.matchOrganizations(...items(unknown(MOST_MISSES - 1)));
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
      await customer.matchOrganizations(...items(unknown(1, BIRTH, 5000)));
      expect(await statusOf(customer, NUMBER)).to.equal('not_found');
      for (const written of ['19550101-9992', '5501019992', 'SE550101999201']) {
        expect(await statusOf(customer, written), written).to.equal('not_found');
      }
    });

    it('answers a withheld number exactly like an unknown one, on every endpoint [D privacy.1]', async () => {
      const [tried, fresh] = await Promise.all([api.customer(), api.customer()]);
      await useUp(tried);
      const unknownNumber = `${BIRTH}-7777`;
      const requests: [path: string, item: (orgNumber: string) => object][] = [
        [PATHS.organizations, (orgNumber) => ({ ref: 'a', orgNumber, countryCode: 'SE' })],
        [PATHS.contacts, (orgNumber) => ({ ref: 'a', orgNumber })],
        [PATHS.switchboards, (orgNumber) => ({ ref: 'a', orgNumber })],
        [PATHS.people, (orgNumber) => ({ ref: 'a', name: owner.name, organization: { orgNumber } })],
      ];
      for (const [path, item] of requests) {
        const withheld = await tried.post(path, { items: [item(NUMBER)] });
        const missed = await fresh.post(path, { items: [item(unknownNumber)] });
        expect(batchOf(withheld).results[0]?.status, path).to.equal('not_found');
        expect(withheld.text, path).to.equal(missed.text);
        const [known] = await fresh.match(path, [item(NUMBER)]);
        expect(known?.status, path).to.equal('matched');
      }
    });

    it('counts misses on every endpoint [D privacy.1]', async () => {
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

    it('applies the limit within one batch, item by item [D privacy.1]', async () => {
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

    it('counts neither a repeated number, nor one that is on record, nor a company number [D privacy.1]', async () => {
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

    it('limits one birth date of one account, across all its keys [D privacy.1]', async () => {
      const [customer, other] = await Promise.all([api.customer(), api.customer()]);
      await useUp(customer);
      expect(await statusOf(customer, otherBirth.organizationNumber)).to.equal('matched');
      expect(await statusOf(other, NUMBER)).to.equal('matched');
      const created = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(created.key);
      expect(await statusOf(customer.using(created.key), NUMBER)).to.equal('not_found');
    });

    it('finds an item by its other identifiers when its number is withheld [D privacy.1]', async () => {
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

    it("does not let a firm's cursor confirm a withheld number [D privacy.1]", async () => {
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

    itNeeds('clock', 'answers the number again after 24 hours [D privacy.1]', async () => {
      const start = api.clock.now();
      const customer = await api.customer();
      await useUp(customer);
      api.clock.advance(DAY_MS - 1);
      expect(await statusOf(customer, NUMBER)).to.equal('not_found');
      api.clock.advance(1);
      expect(await statusOf(customer, NUMBER)).to.equal('matched');
      api.clock.set(start);
    });

    it('reveals and charges nothing while the number is withheld [D privacy.1]', async () => {
      const customer = await api.customer({ credits: { included: 10 } });
      await useUp(customer);
      const spend = { items: [{ orgNumber: NUMBER }], reveal: ['details'], maxCredits: 1 };
      const answer = batchOf(await customer.post(PATHS.organizations, spend, keyed()));
      expect(answer).to.deep.include({ results: [{ status: 'not_found' }], creditsCharged: 0, creditsRemaining: 10 });
    });

    it('does not count a number again when a spend is retried [D privacy.1]', async () => {
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

    it('counts the misses of all gateways together [D privacy.1]', async () => {
      const customer = await api.customer();
      const elsewhere = (await api.anotherGateway()).as(customer);
      await customer.matchOrganizations(...items(unknown(MOST_MISSES / 2)));
      await elsewhere.matchOrganizations(...items(unknown(MOST_MISSES / 2, BIRTH, 3000)));
      expect([await statusOf(customer, NUMBER), await statusOf(elsewhere, NUMBER)]).to.deep.equal([
        'not_found',
        'not_found',
      ]);
    });

    itNeeds('tables', 'stores neither the number nor any tried number in plain text [D privacy.1]', async () => {
      const customer = await api.customer();
      const tried = unknown(3, BIRTH, 4321);
      await customer.matchOrganizations(...items(tried));
      for (const number of [...tried, NUMBER]) {
        expect(await api.tablesHolding(number)).to.deep.equal([]);
        expect(await api.tablesHolding(number.replace('-', ''))).to.deep.equal([]);
      }
    });

    itNeeds(
      'neighbor',
      'answers 503 to these numbers while misses cannot be counted, and serves everything else [D privacy.1]',
      async () => {
        const line = await openTcpProxy(api.databases.gateway);
        try {
          // Create the key first: the notification of a later one would make the gateway drop its
          // cache.
          const made = await api.customer();
          const elsewhere = await api.alongside({ databases: { gateway: line.through(api.databases.gateway) } });
          const customer = elsewhere.as(made);
          expect(await statusOf(customer, NUMBER)).to.equal('matched');
          await line.cut();
          const refused = await customer.post(PATHS.organizations, { items: items([NUMBER]) });
          expect(problemOf(refused, 503, 'service_unavailable').retryable).to.equal(true);
          expect(await statusOf(customer, company.organizationNumber)).to.equal('matched');
          await line.restore();
          const request = {
            method: 'POST',
            body: { items: items([NUMBER]) },
            headers: { authorization: `Bearer ${customer.key}` },
          };
          await eventually(
            // Until the gateway can look up the key again its answers carry no rate headers, as the
            // contract allows, so `customer` cannot be used here.
            () => elsewhere.fetch('/external/v1/organizations/match', request),
            ({ status }) => status === 200,
          );
        } finally {
          await line.cut();
        }
      },
    );
  },
);
