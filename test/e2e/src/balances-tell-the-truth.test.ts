import { expect } from 'chai';
import {
  batchOf,
  type Customer,
  type Installation,
  itNeeds,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordkassa.example' });

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly included: number;
  readonly purchased: number;
}

const ledgerOf = (api: Installation, { accountId }: Customer): Promise<Entry[]> =>
  api.admin.get(`/accounts/${accountId}/credits/ledger`);

const LOOKUPS = [
  [PATHS.organizations, { id: acme.id }],
  [PATHS.contacts, { id: acme.id }],
  [PATHS.switchboards, { id: acme.id }],
  [PATHS.people, { name: astrid.name, organization: { id: acme.id } }],
] as const;

overEveryInstallation(
  'Balances tell the truth',
  { organizations: [acme], contacts: [astrid], switchboards: [switchboard(acme, { phone: '+46812345678' })] },
  (api) => {
    it('answers GET /credits with the included credits, the purchased credits and their total [1.4] [D requests.7]', async () => {
      const customer = await api.customer({ credits: { included: 100, purchased: 18.8 } });
      const answer = await customer.send(PATHS.credits);
      expect(answer.status).to.equal(200);
      expect(answer.json).to.deep.equal({ included: 100, purchased: 18.8, total: 118.8 });
      expect(answer.headers['service-credits-remaining']).to.equal('118.8');
    });

    it('counts in thousandths of a credit, so tenths add up exactly [D requests.7]', async () => {
      const customer = await api.customer({ credits: { included: 0.1, purchased: 0.2 } });
      expect((await customer.send(PATHS.credits)).json).to.deep.equal({ included: 0.1, purchased: 0.2, total: 0.3 });
      for (let n = 0; n < 10; n++) {
        await api.admin.post(`/accounts/${customer.accountId}/credits/grants`, {
          purchased: 0.001,
          reference: `order ${n}`,
        });
      }
      const answer = await customer.send(PATHS.credits);
      expect(answer.text).to.equal('{"included":0.1,"purchased":0.21,"total":0.31}');
      expect(answer.headers['service-credits-remaining']).to.equal('0.31');
    });

    it('keeps large amounts exact to the thousandth [D requests.7]', async () => {
      const customer = await api.customer({ credits: { included: 999_999_999.999, purchased: 0.001 } });
      expect((await customer.send(PATHS.credits)).json).to.deep.equal({
        included: 999_999_999.999,
        purchased: 0.001,
        total: 1_000_000_000,
      });
    });

    it('accepts amounts of at most three decimals and rejects negative ones [D requests.7]', async () => {
      const { accountId } = await api.customer();
      for (const purchased of [0.0001, -1, '5', 1e-7]) {
        problemOf(
          await api.admin.ask('POST', `/accounts/${accountId}/credits/grants`, { purchased, reference: 'order' }),
          422,
          'validation_failed',
        );
      }
      const price = { group: 'Testpriser', subject: 'contact', infoType: 'phone', credits: 0.1234 };
      problemOf(await api.admin.ask('PUT', '/prices', price), 422, 'validation_failed');
    });

    it('shows the balance in every batch, and in the header of every operation that can spend [1.4]', async () => {
      const customer = await api.customer({ credits: { included: 3, purchased: 0.5 } });
      for (const [path, item] of LOOKUPS) {
        const answer = await customer.post(path, { items: [item] });
        expect(batchOf(answer), path).to.deep.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 3.5 });
        const header = answer.headers['service-credits-remaining'];
        expect(header, path).to.equal(path === PATHS.contacts ? undefined : '3.5');
      }
    });

    it('answers null without a credit subscription: no header, GET /credits all 0, lookups work [1.4]', async () => {
      const customer = await api.customer({ credits: null });
      for (const [path, item] of LOOKUPS) {
        const answer = await customer.post(path, { items: [item] });
        const batch = batchOf(answer);
        expect(batch.creditsRemaining, path).to.equal(null);
        expect(batch.results[0]?.status, path).to.equal('matched');
        expect(answer.headers, path).not.to.have.property('service-credits-remaining');
      }
      const answer = await customer.send(PATHS.credits);
      expect(answer.json).to.deep.equal({ included: 0, purchased: 0, total: 0 });
      expect(answer.headers).not.to.have.property('service-credits-remaining');
    });

    it('answers 0, not null, for a subscription of 0 credits [1.4]', async () => {
      const customer = await api.customer({ credits: {} });
      expect(batchOf(await customer.post(PATHS.organizations, { items: [{ id: acme.id }] })).creditsRemaining).to.equal(
        0,
      );
      expect((await customer.send(PATHS.credits)).headers['service-credits-remaining']).to.equal('0');
    });

    it('sends the balance header only on success [1.4]', async () => {
      const customer = await api.customer({ credits: { purchased: 5 } });
      const answers = [await customer.post(PATHS.organizations, {}), await customer.send('/nowhere')];
      for (const { headers } of answers) expect(headers).not.to.have.property('service-credits-remaining');
    });

    itNeeds(
      'clock',
      'resets the allowance each month, at the exact instant at which it began; unspent credits do not carry over [1.4]',
      async () => {
        const start = api.clock.now();
        const customer = await api.customer({ credits: { included: 10, purchased: 4 } });
        const resets = async (): Promise<string[]> => {
          await customer.send(PATHS.credits);
          return (await ledgerOf(api, customer)).filter(({ kind }) => kind === 'reset').map(({ at }) => at);
        };
        api.clock.set('2026-04-15T10:20:29.999Z');
        expect(await resets()).to.deep.equal([]);
        api.clock.set('2026-04-15T10:20:30.000Z');
        expect((await customer.send(PATHS.credits)).json).to.deep.equal({ included: 10, purchased: 4, total: 14 });
        api.clock.set('2026-09-01T00:00:00.000Z');
        expect((await customer.send(PATHS.credits)).json).to.deep.equal({ included: 10, purchased: 4, total: 14 });
        api.clock.set(start);
      },
    );

    itNeeds('clock', 'keeps the balance equal to the sum of its ledger entries [D requests.7]', async () => {
      const start = api.clock.now();
      const customer = await api.customer({ credits: { included: 7.5, purchased: 2 } });
      const credits = `/accounts/${customer.accountId}/credits`;
      await api.admin.post(`${credits}/grants`, { purchased: 0.333, reference: 'invoice 1' });
      await api.admin.post(`${credits}/subscription`, { included: 3.25 });
      api.clock.set('2026-05-20T00:00:00Z');
      const { json } = await customer.send(PATHS.credits);
      const ledger = await ledgerOf(api, customer);
      const sum = (field: 'included' | 'purchased') =>
        ledger.reduce((total, entry) => total + Math.round(entry[field] * 1000), 0) / 1000;
      expect(json).to.deep.equal({ included: 3.25, purchased: 2.333, total: 5.583 });
      expect({ included: sum('included'), purchased: sum('purchased') }).to.deep.equal({
        included: 3.25,
        purchased: 2.333,
      });
      api.clock.set(start);
    });
  },
);
