import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { counted, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const people = [
  contact(acme, { name: 'Astrid Exempel', roles: ['ceo'] }),
  contact(acme, { name: 'Bo Exempel', roles: ['cfo'], email: 'bo@nordskifte.example' }),
  contact(acme, { name: 'Cia Exempel' }),
];
const item = { id: acme.id };

overEveryInstallation('Account changes take effect immediately', { organizations: [acme], contacts: people }, (api) => {
  it('applies new target roles as soon as the gateway is notified, and lists every contact again once they are cleared [4.2.2]', async () => {
    const customer = await api.customer({ targetRoles: ['ceo'] });
    const names = async () => (await customer.listContacts([item]))[0]?.contacts?.map(({ name }) => name) ?? [];
    const namesOf = (count: number) => eventually(names, ({ length }) => length === count);
    expect(await names()).to.deep.equal(['Astrid Exempel']);
    await api.admin.patch(`/accounts/${customer.accountId}`, { targetRoles: ['cfo', 'ceo'] });
    expect(await namesOf(2)).to.deep.equal(['Astrid Exempel', 'Bo Exempel']);
    await api.admin.patch(`/accounts/${customer.accountId}`, { targetRoles: [] });
    expect(await namesOf(3)).to.deep.equal(['Astrid Exempel', 'Bo Exempel', 'Cia Exempel']);
  });

  it('answers 403 once API access is turned off, counts it, and serves again once access is on [5.5]', async () => {
    const customer = await api.customer({ limits: 'default' });
    let sent = 0;
    const match = () => {
      sent += 1;
      return customer.post(PATHS.organizations, { items: [item] });
    };
    const answered = (status: number) => eventually(match, (answer) => answer.status === status, { intervalMs: 20 });
    expect((await match()).status).to.equal(200);
    await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
    const refused = await answered(403);
    problemOf(refused, 403, 'feature_not_enabled');
    expect(counted(refused)).to.deep.equal({ overall: sent, search: sent, spend: 0 });
    await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: true });
    expect((await answered(200)).status).to.equal(200);
  });

  it('applies a change of API access to every key of the account [5.5]', async () => {
    const customer = await api.customer();
    const { key } = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
    api.confidential(key);
    await customer.using(key).send(PATHS.credits);
    await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
    for (const each of [customer.key, key]) {
      const answer = await eventually(
        () => customer.using(each).send(PATHS.credits),
        ({ status }) => status === 403,
      );
      problemOf(answer, 403, 'feature_not_enabled');
    }
  });

  it('reaches another gateway that has the account in its cache [5.5]', async () => {
    const other = await api.anotherGateway();
    const customer = await api.customer();
    const elsewhere = other.as(customer);
    expect((await elsewhere.send(PATHS.credits)).status).to.equal(200);
    await api.admin.patch(`/accounts/${customer.accountId}`, { apiEnabled: false });
    const answer = await eventually(
      () => elsewhere.send(PATHS.credits),
      ({ status }) => status === 403,
    );
    problemOf(answer, 403, 'feature_not_enabled');
  });

  it('finds people by an owned address as soon as it is added [4.4.3]', async () => {
    const customer = await api.customer();
    const ask = { email: 'bo@nordskifte.example' };
    expect((await customer.matchPeople(ask))[0]?.status).to.equal('not_found');
    await api.admin.post(`/accounts/${customer.accountId}/owned-emails`, { emails: [ask.email] });
    expect((await customer.matchPeople(ask))[0]?.status).to.equal('matched');
  });

  it('shows granted credits in the next response [D requests.7]', async () => {
    const customer = await api.customer();
    const total = async () => ((await customer.send(PATHS.credits)).json as { total: number }).total;
    expect(await total()).to.equal(0);
    await api.admin.post(`/accounts/${customer.accountId}/credits/grants`, { purchased: 12.5, reference: 'order 1' });
    expect(await total()).to.equal(12.5);
  });
});
