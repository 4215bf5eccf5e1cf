import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  type Batch,
  batchOf,
  counted,
  type Customer,
  itNeeds,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordkort.example'] });
const astrid = contact(acme, {
  name: 'Astrid Exempel',
  email: 'astrid@nordkort.example',
  phone: '+46701740611',
  linkedInUrl: 'https://www.linkedin.com/in/astrid-kort-exempel',
});
const bjorn = contact(acme, { name: 'Björn Exempel', email: 'bjorn@nordkort.example' });
const cecilia = contact(acme, { name: 'Cecilia Exempel', phone: '+46701740612' });
const david = contact(acme, { name: 'David Exempel' });
const nobody = 'ffffffff-0000-4000-8000-000000000000';

const BOTH = { infoTypes: ['email', 'phone'] };
const CREDITS = { credits: { included: 10, purchased: 5 } };

const of = (...contacts: readonly { readonly id: string }[]) => contacts.map(({ id }) => ({ contactId: id }));

/** Reveals contacts under a cap that is high enough for every test. */
async function reveal(customer: Customer, items: readonly unknown[], top: object = BOTH): Promise<Batch> {
  return batchOf(await customer.post(PATHS.reveal, { items, maxCredits: 100, ...top }, keyed()));
}

async function totalOf(customer: Customer): Promise<number> {
  return ((await customer.send(PATHS.credits)).json as { total: number }).total;
}

overEveryInstallation(
  'Contacts are revealed for credits',
  { organizations: [acme], contacts: [astrid, bjorn, cecilia, david] },
  (api) => {
    it('shows a contact as every other endpoint does, before and after the reveal [2.3]', async () => {
      const customer = await api.customer(CREDITS);
      const everywhere = async (): Promise<unknown[]> => {
        const [quoted] = (await reveal(customer, of(astrid), { ...BOTH, dryRun: true })).results;
        const person = { name: astrid.name, organization: { id: acme.id } };
        const [matched] = batchOf(await customer.post(PATHS.people, { items: [person] })).results;
        const [listed] = batchOf(await customer.post(PATHS.contacts, { items: [{ id: acme.id }] })).results;
        const inList = listed?.contacts?.find(({ id }) => id === astrid.id);
        return [quoted?.contact, matched?.contact, inList];
      };
      const [masked, ...others] = await everywhere();
      expect(masked).to.deep.include({ name: 'Astrid Exempel', emailIsMasked: true });
      for (const other of others) expect(other).to.deep.equal(masked);
      const [revealed] = (await reveal(customer, of(astrid))).results;
      for (const shown of await everywhere()) expect(shown).to.deep.equal(revealed?.contact);
    });

    it('answers each item with its quote, its price and the revealed contact [4.5.1] [2.1] [2.4] [1.4]', async () => {
      const customer = await api.customer(CREDITS);
      const body = { items: [{ ref: 'a', contactId: astrid.id.toUpperCase() }], ...BOTH, maxCredits: 1.2 };
      const answer = await customer.post(PATHS.reveal, body, keyed());
      expect(batchOf(answer)).to.deep.equal({
        results: [
          {
            ref: 'a',
            status: 'revealed',
            contactId: astrid.id,
            reveal: {
              creditCost: 1.2,
              newInfoTypes: ['email', 'phone'],
              alreadyRevealedInfoTypes: [],
              unavailableInfoTypes: [],
            },
            contact: {
              id: astrid.id,
              name: astrid.name,
              isExecutive: false,
              isDecisionMaker: false,
              organizationId: acme.id,
              organizationName: acme.name,
              email: 'astrid@nordkort.example',
              emailIsMasked: false,
              phone: '+46701740611',
              phoneIsMasked: false,
              linkedInUrl: 'https://www.linkedin.com/in/astrid-kort-exempel',
            },
          },
        ],
        creditsCharged: 1.2,
        creditsQuoted: 1.2,
        creditsRemaining: 13.8,
        dryRun: false,
      });
      expect(answer.headers['service-credits-remaining']).to.equal('13.8');
    });

    it('spends included credits before purchased ones [4.6]', async () => {
      const customer = await api.customer({ credits: { included: 1, purchased: 5 } });
      await reveal(customer, of(astrid));
      const answer = await customer.send(PATHS.credits);
      expect(answer.json).to.deep.equal({ included: 0, purchased: 4.8, total: 4.8 });
      expect(answer.headers['service-credits-remaining']).to.equal('4.8');
    });

    it('quotes in a dry run what the real call then charges, and keeps the contact masked [4.5.1] [4.5.2] [2.1]', async () => {
      const customer = await api.customer(CREDITS);
      const items = of(astrid, bjorn, cecilia, david);
      const dry = await reveal(customer, items, { ...BOTH, dryRun: true, maxCredits: undefined });
      expect(dry).to.deep.include({ creditsCharged: 0, creditsQuoted: 2.4, creditsRemaining: 15, dryRun: true });
      expect(dry.results.map(({ status }) => status)).to.deep.equal(Array(4).fill('quoted'));
      expect(dry.results[0]?.contact).to.include({
        email: 'XXXXX@nordkort.example',
        emailIsMasked: true,
        phoneIsMasked: true,
      });
      const real = await reveal(customer, items);
      expect(real).to.deep.include({ creditsCharged: 2.4, creditsQuoted: 2.4, creditsRemaining: 12.6, dryRun: false });
      expect(real.results.map((result) => result.reveal)).to.deep.equal(dry.results.map((result) => result.reveal));
    });

    it('charges 0.2 for an address, 1 for a phone and nothing for LinkedIn [4.5.2]', async () => {
      const customer = await api.customer(CREDITS);
      const costs: number[] = [];
      for (const infoTypes of [['email'], ['phone'], ['linkedIn']]) {
        costs.push((await reveal(customer, of(astrid), { infoTypes })).creditsCharged);
      }
      expect(costs).to.deep.equal([0.2, 1, 0]);
    });

    it('charges the prices of the account’s price group, and the default where the group sets none [4.5.2]', async () => {
      const group = 'Testgruppen';
      await api.admin.put('/prices', { group, subject: 'contact', infoType: 'email', credits: 0.375 });
      const customer = await api.customer({ ...CREDITS, priceGroup: group });
      const { results, creditsCharged } = await reveal(customer, of(astrid));
      expect([results[0]?.reveal?.creditCost, creditsCharged]).to.deep.equal([1.375, 1.375]);
    });

    it('charges only what no key of the account has revealed yet, and reports what is on record [4.5.3] [2.4]', async () => {
      const customer = await api.customer(CREDITS);
      await reveal(customer, of(astrid), { infoTypes: ['email'] });
      const again = await reveal(customer, of(astrid, bjorn), { infoTypes: ['linkedIn', 'email', 'phone'] });
      expect(again.results.map((result) => result.reveal)).to.deep.equal([
        {
          creditCost: 1,
          newInfoTypes: ['phone'],
          alreadyRevealedInfoTypes: ['linkedIn', 'email'],
          unavailableInfoTypes: [],
        },
        {
          creditCost: 0.2,
          newInfoTypes: ['email'],
          alreadyRevealedInfoTypes: [],
          unavailableInfoTypes: ['linkedIn', 'phone'],
        },
      ]);
      expect(again.creditsCharged).to.equal(1.2);
    });

    it('shows a contact that has none of the requested types on record, and charges nothing [4.5.3]', async () => {
      const customer = await api.customer({ credits: null });
      const { results, ...amounts } = await reveal(customer, of(david), { ...BOTH, maxCredits: 0 });
      expect(amounts).to.deep.equal({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: null, dryRun: false });
      expect(results[0]).to.deep.include({ status: 'revealed', contactId: david.id });
      expect(results[0]?.contact).to.include({ name: david.name, emailIsMasked: false, phoneIsMasked: false });
    });

    it('charges a contact that appears several times once, and shows its price each time [4.5.3] [2.1]', async () => {
      const customer = await api.customer(CREDITS);
      const { results, creditsCharged, creditsQuoted } = await reveal(customer, of(astrid, bjorn, astrid, astrid));
      expect(results.map((result) => result.reveal?.creditCost)).to.deep.equal([1.2, 0.2, 1.2, 1.2]);
      expect([creditsCharged, creditsQuoted]).to.deep.equal([1.4, 1.4]);
    });

    it('reveals and charges the valid items beside invalid ones [4.5.1] [1.5] [2.1]', async () => {
      const customer = await api.customer(CREDITS);
      const items = [{ ref: 'none' }, { contactId: 'x' }, 7, { ref: 'unknown', contactId: nobody }, ...of(cecilia)];
      const { results, creditsCharged } = await reveal(customer, items);
      expect(results.slice(0, 4)).to.deep.equal([
        { ref: 'none', status: 'invalid', error: 'missing_contact_id' },
        { status: 'invalid', error: 'invalid_contact_id' },
        { status: 'invalid', error: 'invalid_item' },
        { ref: 'unknown', status: 'not_found', contactId: nobody },
      ]);
      expect(results[4]?.contact).to.include({ phone: '+46701740612', phoneIsMasked: false });
      expect(creditsCharged).to.equal(1);
    });

    it('answers a batch of only invalid items, and charges nothing [4.5.1]', async () => {
      const customer = await api.customer();
      expect(await reveal(customer, [{}, { contactId: nobody }], { ...BOTH, maxCredits: 0 })).to.deep.equal({
        results: [
          { status: 'invalid', error: 'missing_contact_id' },
          { status: 'not_found', contactId: nobody },
        ],
        creditsCharged: 0,
        creditsQuoted: 0,
        creditsRemaining: 0,
        dryRun: false,
      });
    });

    it('above maxCredits: answers 422 with both amounts and does nothing [4.5.4] [D requests.4]', async () => {
      const customer = await api.customer(CREDITS);
      const body = { items: of(astrid, bjorn), ...BOTH, maxCredits: 1.3999 };
      const problem = problemOf(await customer.post(PATHS.reveal, body, keyed()), 422, 'credit_cap_exceeded');
      expect(problem).to.include({ creditsRequired: 1.4, maxCredits: 1.3999, retryable: false });
      expect(await totalOf(customer)).to.equal(15);
      expect(
        (await reveal(customer, of(bjorn), { ...BOTH, dryRun: true })).results[0]?.contact?.emailIsMasked,
      ).to.equal(true);
      await reveal(customer, of(astrid, bjorn), { ...BOTH, maxCredits: 1.4 });
    });

    it('compares maxCredits as the decimal that the JSON number states [D requests.4]', async () => {
      const group = 'Udda priser';
      await api.admin.put('/prices', { group, subject: 'contact', infoType: 'phone', credits: 1.005 });
      for (const [maxCredits, status] of [
        ['1.005', 200],
        ['1.00499999999999999999', 200],
        ['1.004999', 422],
        ['1e400', 422],
        ['1e21', 200],
      ] as const) {
        const customer = await api.customer({ ...CREDITS, priceGroup: group });
        const body = `{"items":[{"contactId":"${cecilia.id}"}],"infoTypes":["phone"],"maxCredits":${maxCredits}}`;
        expect((await customer.post(PATHS.reveal, body, keyed())).status, maxCredits).to.equal(status);
      }
    });

    it('above the balance: answers 402 with both amounts and does nothing [4.5.4] [D envelope]', async () => {
      const customer = await api.customer({ credits: { included: 0.2, purchased: 1.1 } });
      const body = { items: of(astrid, bjorn), ...BOTH, maxCredits: 5 };
      const answer = await customer.post(PATHS.reveal, body, keyed());
      const problem = problemOf(answer, 402, 'insufficient_credits');
      expect(problem).to.include({ creditsRequired: 1.4, creditsRemaining: 1.3, retryable: false });
      expect(answer.headers['service-credits-remaining']).to.equal('1.3');
      expect(await totalOf(customer)).to.equal(1.3);
      expect(
        (await reveal(customer, of(bjorn), { ...BOTH, dryRun: true })).results[0]?.contact?.emailIsMasked,
      ).to.equal(true);
      // Exact to the thousandth.
      expect((await reveal(customer, of(astrid))).creditsRemaining).to.equal(0.1);
    });

    it('without a subscription: answers 402 for anything with a price, and shows no balance [4.5.4]', async () => {
      const customer = await api.customer({ credits: null });
      const answer = await customer.post(PATHS.reveal, { items: of(astrid), ...BOTH, maxCredits: 5 }, keyed());
      expect(problemOf(answer, 402, 'insufficient_credits')).to.include({
        creditsRequired: 1.2,
        creditsRemaining: null,
      });
      expect(answer.headers).not.to.have.property('service-credits-remaining');
      const dry = await reveal(customer, of(astrid), { ...BOTH, dryRun: true });
      expect([dry.creditsQuoted, dry.creditsRemaining]).to.deep.equal([1.2, null]);
    });

    it('above both: answers 422 for the cap; a dry run fails for neither [4.5.4] [D envelope]', async () => {
      const customer = await api.customer({ credits: { included: 0.1 } });
      const body = { items: of(astrid), ...BOTH, maxCredits: 0.1 };
      problemOf(await customer.post(PATHS.reveal, body, keyed()), 422, 'credit_cap_exceeded');
      expect(await reveal(customer, of(astrid), { ...BOTH, maxCredits: 0, dryRun: true })).to.deep.include({
        creditsQuoted: 1.2,
        creditsRemaining: 0.1,
      });
    });

    it('requires maxCredits and an Idempotency-Key; a dry run requires only the key [4.5.5]', async () => {
      const customer = await api.customer(CREDITS);
      const body = { items: of(astrid), ...BOTH };
      expect(
        problemOf(await customer.post(PATHS.reveal, body, keyed()), 422, 'validation_failed').errors,
      ).to.have.all.keys('maxCredits');
      problemOf(await customer.post(PATHS.reveal, { ...body, maxCredits: 5 }), 400, 'idempotency_key_required');
      problemOf(await customer.post(PATHS.reveal, { ...body, dryRun: true }), 400, 'idempotency_key_required');
      expect((await customer.post(PATHS.reveal, { ...body, dryRun: true }, keyed())).status).to.equal(200);
    });

    it('counts in overall and spend, dry runs included [4.5.6]', async () => {
      const customer = await api.customer({ ...CREDITS, limits: 'default' });
      const body = { items: of(astrid), ...BOTH, maxCredits: 5 };
      await customer.post(PATHS.reveal, body, keyed());
      const answer = await customer.post(PATHS.reveal, { ...body, dryRun: true }, keyed());
      expect(counted(answer)).to.deep.equal({ overall: 2, search: 0, spend: 2 });
    });

    it('logs the request with the credits that it cost [5.3]', async () => {
      const customer = await api.customer(CREDITS);
      const key = keyed();
      const body = { items: of(astrid), ...BOTH, maxCredits: 5 };
      await customer.post(PATHS.reveal, body, key);
      await customer.post(PATHS.reveal, body, key);
      await customer.post(PATHS.reveal, { ...body, dryRun: true }, keyed());
      const log = await eventually(
        () => api.admin.get<{ credits: number; items: number }[]>(`/keys/${customer.keyId}/log`),
        ({ length }) => length === 3,
      );
      expect(log.map(({ credits, items }) => [credits, items])).to.deep.equal([
        [1.2, 1],
        [0, 1],
        [0, 1],
      ]);
    });

    itNeeds(
      'clock',
      'stays revealed for the whole account for one year, then is masked and charged again [2.3] [4.5.3]',
      async () => {
        const customer = await api.customer(CREDITS);
        await reveal(customer, of(bjorn), { infoTypes: ['email'] });
        api.clock.set('2027-03-15T10:20:29.999Z');
        const [person] = await customer.matchPeople({ email: 'bjorn@nordkort.example' });
        expect(person?.contact).to.include({ email: 'bjorn@nordkort.example', emailIsMasked: false });
        expect((await reveal(customer, of(bjorn), { infoTypes: ['email'] })).creditsCharged).to.equal(0);
        api.clock.set('2027-03-15T10:20:30.000Z');
        expect((await customer.matchPeople({ email: 'bjorn@nordkort.example' }))[0]?.status).to.equal('not_found');
        expect((await reveal(customer, of(bjorn), { infoTypes: ['email'] })).creditsCharged).to.equal(0.2);
      },
    );
  },
);
