import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  type Installation,
  itNeeds,
  type LoggedRequest,
  overEveryInstallation,
  PATHS,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordlogg.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordlogg.example', phone: '+46701740699' });

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the log of a key once it has so many lines: a gateway writes them in batches. */
const logOf = (api: Installation, keyId: string, lines: number, query = ''): Promise<LoggedRequest[]> =>
  eventually(
    () => api.admin.get<LoggedRequest[]>(`/keys/${keyId}/log${query}`),
    ({ length }) => length >= lines,
    { intervalMs: 50 },
  );

overEveryInstallation('Every key has its log', { organizations: [acme], contacts: [astrid] }, (api) => {
  it('has a line for every request with a valid key, whatever its outcome, and for no other request [5.3]', async () => {
    const startedAt = api.now();
    const customer = await api.customer({ limits: { search: 4 } });
    const item = { domain: 'nordlogg.example' };
    await customer.post(PATHS.organizations, { items: [item, item, {}] });
    await customer.post(PATHS.people, { items: [{ name: astrid.name, organization: item }] });
    await customer.post(PATHS.organizations, {});
    await customer.post(PATHS.organizations, { items: [item], reveal: ['details'], maxCredits: 1 });
    await customer.post(PATHS.organizations, { items: [item] });
    await customer.send(PATHS.credits);
    await customer.send('/nowhere/astrid@nordlogg.example');
    await customer.send(PATHS.people, { method: 'DELETE' });
    await customer.post(PATHS.reveal, 'x', { 'content-type': 'text/plain' });
    await customer.using(`${customer.key.slice(0, -1)}!`).send(PATHS.credits);
    await api.send(PATHS.credits);
    // Lines are written in order, so this one comes after any that should not be there.
    await customer.send(PATHS.credits);

    const log = await logOf(api, customer.keyId, 10);
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
      ['GET', '/external/v1/credits', 200, null],
    ]);
    const endedAt = api.now();
    for (const { at, durationMs, credits } of log) {
      expect(new Date(at)).to.be.within(startedAt, endedAt);
      expect(durationMs).to.be.a('number').that.is.within(0, 60_000);
      expect(credits).to.equal(0);
    }
  });

  it('records method, path, status and counts, and nothing personal [5.3] [5.6]', async () => {
    const customer = await api.customer({ ownedEmails: ['astrid@nordlogg.example'] });
    await customer.post(PATHS.people, { items: [{ ref: 'my secret ref', email: 'astrid@nordlogg.example' }] });
    await customer.send('/astrid@nordlogg.example');
    const log = await logOf(api, customer.keyId, 2);
    expect(log).to.have.length(2);
    for (const line of log) {
      expect(line).to.have.all.keys('at', 'method', 'path', 'status', 'durationMs', 'items', 'credits');
    }
    expect(JSON.stringify(log)).not.to.match(/astrid|nordlogg|secret/i);
  });

  itNeeds('tables', "stores nothing of a request's body [5.3] [5.6]", async () => {
    const customer = await api.customer();
    await customer.post(PATHS.people, { items: [{ ref: 'my secret ref', email: 'astrid@nordlogg.example' }] });
    await logOf(api, customer.keyId, 1);
    expect(await api.tablesHolding('my secret ref')).to.deep.equal([]);
  });

  it('has a line with its item count for each of 100 concurrent requests [5.3]', async () => {
    const customer = await api.customer();
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const items = Array.from({ length: (n % 25) + 1 }, () => ({ id: acme.id }));
        return (await customer.post(PATHS.organizations, { items })).status;
      }),
    );
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    const log = await logOf(api, customer.keyId, 100);
    expect(log).to.have.length(100);
    const items = log.reduce((sum, line) => sum + (line.items ?? 0), 0);
    expect(items).to.equal(4 * ((25 * 26) / 2));
  });

  it('is shared by the secrets of a rolled key, and separate for each key [5.3]', async () => {
    const customer = await api.customer();
    const second = await api.customer();
    const { key } = await api.admin.post<{ key: string }>(`/keys/${customer.keyId}/roll`, { overlapSeconds: 60 });
    api.confidential(key);
    await customer.send(PATHS.credits);
    await customer.using(key).send(PATHS.credits);
    expect(await logOf(api, customer.keyId, 2)).to.have.length(2);
    expect(await logOf(api, second.keyId, 0)).to.deep.equal([]);
  });

  itNeeds('clock', 'reaches back 30 days, or to the requested time [5.3]', async () => {
    const start = api.clock.now();
    const customer = await api.customer();
    const at = (days: number): string => new Date(start.getTime() + days * DAY_MS).toISOString();
    for (const [before, days] of [0, 10, 30].entries()) {
      api.clock.set(at(days));
      await customer.send(PATHS.credits);
      await logOf(api, customer.keyId, before + 1);
    }
    const times = async (query = ''): Promise<string[]> =>
      (await logOf(api, customer.keyId, 0, query)).map((line) => line.at);
    expect(await times()).to.deep.equal([at(0), at(10), at(30)]);
    expect(await times(`?since=${at(10)}`)).to.deep.equal([at(10), at(30)]);
    api.clock.advance(1);
    expect(await times()).to.deep.equal([at(10), at(30)]);
    api.clock.set(start);
  });
});
