import { expect } from 'chai';
import {
  contact,
  organization,
  overBothTransports,
  PATHS,
  type Installation,
  type LoggedRequest,
} from './support/index.js';

const acme = organization({ name: 'Nordvik AB', domains: ['nordvik.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordvik.example', phone: '+46701740699' });

const DAY_MS = 24 * 60 * 60 * 1000;

const logOf = (api: Installation, keyId: string, query = ''): Promise<LoggedRequest[]> =>
  api.admin.get(`/keys/${keyId}/log${query}`);

overBothTransports('Every key has its log', { organizations: [acme], contacts: [astrid] }, (api) => {
  it('has a line for every request with a valid key, whatever its outcome, and for no other request [5.3]', async () => {
    // Stopping a gateway flushes its log, so the test need not wait.
    const gateway = await api.alongside();
    const customer = gateway.as(await api.customer({ limits: { search: 4 } }));
    const item = { domain: 'nordvik.example' };
    await customer.post(PATHS.organizations, { items: [item, item, {}] });
    await customer.post(PATHS.people, { items: [{ name: astrid.name, organization: item }] });
    await customer.post(PATHS.organizations, {});
    await customer.post(PATHS.organizations, { items: [item], reveal: ['details'], maxCredits: 1 });
    await customer.post(PATHS.organizations, { items: [item] });
    await customer.send(PATHS.credits);
    await customer.send('/nowhere/astrid@nordvik.example');
    await customer.send(PATHS.people, { method: 'DELETE' });
    await customer.post(PATHS.reveal, 'x', { 'content-type': 'text/plain' });
    await customer.using(`${customer.key.slice(0, -1)}!`).send(PATHS.credits);
    await api.send(PATHS.credits);
    await gateway.stop();

    const log = await logOf(api, customer.keyId);
    expect(log.map(({ method, path, status, items }) => [method, path, status, items])).to.deep.equal([
      ['POST', '/external/v1/organizations/match', 200, 3],
      ['POST', '/external/v1/people/match', 200, 1],
      ['POST', '/external/v1/organizations/match', 422, null],
      ['POST', '/external/v1/organizations/match', 400, 1],
      ['POST', '/external/v1/organizations/match', 429, null],
      ['GET', '/external/v1/credits', 200, null],
      ['GET', '(unknown)', 404, null],
      ['DELETE', '/external/v1/people/match', 405, null],
      ['POST', '/external/v1/contacts/reveal', 415, null],
    ]);
    for (const { at, durationMs, credits } of log) {
      expect(at).to.equal(api.clock.now().toISOString());
      expect(durationMs).to.be.a('number').that.is.within(0, 60_000);
      expect(credits).to.equal(0);
    }
  });

  it('records method, path, status and counts, and nothing personal [5.3] [5.6]', async () => {
    const gateway = await api.alongside();
    const customer = gateway.as(await api.customer({ ownedEmails: ['astrid@nordvik.example'] }));
    await customer.post(PATHS.people, { items: [{ ref: 'my secret ref', email: 'astrid@nordvik.example' }] });
    await customer.send('/astrid@nordvik.example');
    await gateway.stop();
    const log = await logOf(api, customer.keyId);
    expect(log).to.have.length(2);
    for (const line of log) {
      expect(line).to.have.all.keys('at', 'method', 'path', 'status', 'durationMs', 'items', 'credits');
    }
    expect(JSON.stringify(log)).not.to.match(/astrid|nordvik|secret/i);
    expect(await api.tablesHolding('my secret ref')).to.deep.equal([]);
  });

  it('has a line with its item count for each of 100 concurrent requests [5.3]', async () => {
    const gateway = await api.alongside();
    const customer = gateway.as(await api.customer());
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const items = Array.from({ length: (n % 25) + 1 }, () => ({ id: acme.id }));
        return (await customer.post(PATHS.organizations, { items })).status;
      }),
    );
    await gateway.stop();
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    const log = await logOf(api, customer.keyId);
    expect(log).to.have.length(100);
    const items = log.reduce((sum, line) => sum + (line.items ?? 0), 0);
    expect(items).to.equal(4 * ((25 * 26) / 2));
  });

  it('is shared by the secrets of a rolled key, and separate for each key [5.3]', async () => {
    const gateway = await api.alongside();
    const customer = gateway.as(await api.customer());
    const second = await api.customer();
    const { key } = await api.admin.post<{ key: string }>(`/keys/${customer.keyId}/roll`, { overlapSeconds: 60 });
    api.confidential(key);
    await customer.send(PATHS.credits);
    await customer.using(key).send(PATHS.credits);
    await gateway.stop();
    expect(await logOf(api, customer.keyId)).to.have.length(2);
    expect(await logOf(api, second.keyId)).to.deep.equal([]);
  });

  it('reaches back 30 days, or to the requested time [5.3]', async () => {
    const start = api.clock.now();
    const customer = await api.customer();
    const at = (days: number): string => new Date(start.getTime() + days * DAY_MS).toISOString();
    for (const days of [0, 10, 30]) {
      api.clock.set(at(days));
      const gateway = await api.alongside();
      await gateway.as(customer).send(PATHS.credits);
      await gateway.stop();
    }
    const times = async (query = ''): Promise<string[]> =>
      (await logOf(api, customer.keyId, query)).map((line) => line.at);
    expect(await times()).to.deep.equal([at(0), at(10), at(30)]);
    expect(await times(`?since=${at(10)}`)).to.deep.equal([at(10), at(30)]);
    api.clock.advance(1);
    expect(await times()).to.deep.equal([at(10), at(30)]);
    api.clock.set(start);
  });
});
