import { expect } from 'chai';
import { contact, counted, eventually, organization, overBothTransports, PATHS, problemOf } from './support/index.js';

const acme = organization({ name: 'Nordvik AB' });
const people = [
  contact(acme, { name: 'Astrid Exempel', roles: ['ceo'] }),
  contact(acme, { name: 'Bo Exempel', roles: ['cfo'], email: 'bo@nordvik.example' }),
  contact(acme, { name: 'Cia Exempel' }),
];
const item = { id: acme.id };

overBothTransports(
  'A change of an account takes effect at once',
  { organizations: [acme], contacts: people },
  (api) => {
    it('lists by the new target roles with the next request, and all again when they are cleared [4.2.2]', async () => {
      const customer = await api.customer({ targetRoles: ['ceo'] });
      const names = async () => (await customer.listContacts([item]))[0]?.contacts?.map(({ name }) => name);
      expect(await names()).to.deep.equal(['Astrid Exempel']);
      await api.admin.patch(`/accounts/${customer.accountId}`, { targetRoles: ['cfo', 'ceo'] });
      expect(await names()).to.deep.equal(['Astrid Exempel', 'Bo Exempel']);
      await api.admin.patch(`/accounts/${customer.accountId}`, { targetRoles: [] });
      expect(await names()).to.deep.equal(['Astrid Exempel', 'Bo Exempel', 'Cia Exempel']);
    });

    it('refuses with the next request when API access is turned off, counts that too, and serves when it is on again [5.5]', async () => {
      const customer = await api.customer({ limits: 'default' });
      expect((await customer.post(PATHS.organizations, { items: [item] })).status).to.equal(200);
      await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
      const refused = await customer.post(PATHS.organizations, { items: [item] });
      problemOf(refused, 403, 'feature_not_enabled');
      expect(counted(refused)).to.deep.equal({ overall: 2, search: 2, spend: 0 });
      await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: true });
      expect((await customer.post(PATHS.organizations, { items: [item] })).status).to.equal(200);
    });

    it('applies to every key of the account [5.5]', async () => {
      const customer = await api.customer();
      const { key } = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(key);
      await customer.using(key).send(PATHS.credits);
      await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
      for (const each of [customer.key, key]) {
        problemOf(await customer.using(each).send(PATHS.credits), 403, 'feature_not_enabled');
      }
    });

    it('is heard of by another gateway that had the account in memory [5.5]', async () => {
      const other = await api.alongside();
      const customer = await api.customer();
      const there = other.as(customer);
      expect((await there.send(PATHS.credits)).status).to.equal(200);
      await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
      const answer = await eventually(
        () => there.send(PATHS.credits),
        ({ status }) => status === 403,
      );
      problemOf(answer, 403, 'feature_not_enabled');
    });

    it('finds people by an owned address as soon as it is listed [4.4.3]', async () => {
      const customer = await api.customer();
      const ask = { email: 'bo@nordvik.example' };
      expect((await customer.matchPeople(ask))[0]?.status).to.equal('not_found');
      await api.admin.post(`/accounts/${customer.accountId}/owned-emails`, { emails: [ask.email] });
      expect((await customer.matchPeople(ask))[0]?.status).to.equal('matched');
    });

    it('shows granted credits with the next request [D requests.7]', async () => {
      const customer = await api.customer();
      const total = async () => ((await customer.send(PATHS.credits)).json as { total: number }).total;
      expect(await total()).to.equal(0);
      await api.admin.post(`/accounts/${customer.accountId}/credits/grants`, { purchased: 12.5, reference: 'order 1' });
      expect(await total()).to.equal(12.5);
    });
  },
);
