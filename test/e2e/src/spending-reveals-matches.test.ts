import { expect } from 'chai';
import {
  type Answer,
  type Batch,
  batchOf,
  counted,
  type Customer,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({
  name: 'Nordvik AB',
  domains: ['nordfynd.example'],
  website: 'https://nordfynd.example/',
  employeesMin: 10,
});
const bare = organization({ name: 'Fjord AB' });
const other = organization({ name: 'Berg AB', website: 'https://berg.example/' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordfynd.example', phone: '+46701740621' });
const twins = [
  contact(acme, { name: 'Lisa Exempel', email: 'lisa@nordfynd.example' }),
  contact(acme, { name: 'Lisa Exempel' }),
];
const board = switchboard(acme, { phone: '+46812345678', email: 'info@nordfynd.example' });

const CREDITS = { credits: { included: 10 } };
const ASTRID = { name: astrid.name, organization: { id: acme.id } };
const LISA = { name: 'Lisa Exempel', organization: { id: acme.id } };
const NOBODY = { name: 'Nils Ingen', organization: { id: acme.id } };

/** One request for each operation that can reveal something. */
const SPENDS: readonly { path: string; body: { items: object[]; reveal: string[] }; credits: number }[] = [
  { path: PATHS.organizations, body: { items: [{ id: acme.id }], reveal: ['details'] }, credits: 0.2 },
  { path: PATHS.switchboards, body: { items: [{ id: acme.id }], reveal: ['phone', 'email'] }, credits: 1.2 },
  { path: PATHS.people, body: { items: [ASTRID], reveal: ['phone', 'email'] }, credits: 1.2 },
];

const spend = (customer: Customer, path: string, body: object): Promise<Answer> =>
  customer.post(path, { maxCredits: 100, ...body }, keyed());

async function match(customer: Customer, path: string, items: object[], reveal: string[]): Promise<Batch> {
  return batchOf(await spend(customer, path, { items, reveal }));
}

/** Everything that the account sees of what could be revealed, and its balance. */
async function look(customer: Customer): Promise<unknown> {
  const [line] = await customer.matchSwitchboards({ id: acme.id });
  const [person] = await customer.matchPeople(ASTRID);
  return [line?.organization, line?.switchboard, person?.contact, (await customer.send(PATHS.credits)).json];
}

overEveryInstallation(
  'Matches reveal for credits',
  { organizations: [acme, bare, other], contacts: [astrid, ...twins], switchboards: [board] },
  (api) => {
    for (const { path, body, credits } of SPENDS) {
      describe(path, () => {
        it('quotes in a dry run what the real call charges, without a key and without spending [4.4.5] [4.3] [2.1]', async () => {
          const customer = await api.customer({ ...CREDITS, limits: 'default' });
          const before = await look(customer);
          const dry = await customer.post(path, { ...body, dryRun: true });
          const quoted = batchOf(dry);
          expect(quoted).to.include({ creditsCharged: 0, creditsQuoted: credits, creditsRemaining: 10, dryRun: true });
          expect(dry.headers['service-credits-remaining']).to.equal('10');
          expect(counted(dry).spend).to.equal(0);
          expect(await look(customer)).to.deep.equal(before);
          const answer = await spend(customer, path, body);
          const real = batchOf(answer);
          expect(real).to.include({ creditsCharged: quoted.creditsQuoted, creditsQuoted: credits, dryRun: false });
          expect(real.creditsRemaining).to.equal(10 - credits);
          expect(answer.headers['service-credits-remaining']).to.equal(String(10 - credits));
          expect([real.results[0]?.reveal, real.results[0]?.creditCost]).to.deep.equal([
            quoted.results[0]?.reveal,
            quoted.results[0]?.creditCost,
          ]);
          expect(await look(customer)).not.to.deep.equal(before);
        });

        it('counts a real reveal in overall, search and spend [4.1.8] [4.4.6] [4.3]', async () => {
          const customer = await api.customer({ ...CREDITS, limits: 'default' });
          expect(counted(await spend(customer, path, body))).to.deep.equal({ overall: 1, search: 1, spend: 1 });
        });

        it('above the cap or the balance: answers 422 or 402, spends nothing and shows no matches [4.1.7] [4.4.6] [4.3]', async () => {
          const customer = await api.customer({ credits: { purchased: 0.199 } });
          const before = await look(customer);
          const capped = await spend(customer, path, { ...body, maxCredits: 0.1 });
          expect(problemOf(capped, 422, 'credit_cap_exceeded')).to.include({
            creditsRequired: credits,
            maxCredits: 0.1,
          });
          const unpaid = await spend(customer, path, body);
          expect(problemOf(unpaid, 402, 'insufficient_credits')).to.include({
            creditsRequired: credits,
            creditsRemaining: 0.199,
          });
          expect(unpaid.headers['service-credits-remaining']).to.equal('0.199');
          for (const answer of [capped, unpaid]) expect(answer.json).not.to.have.property('results');
          expect(await look(customer)).to.deep.equal(before);
        });

        it('is free a second time, for every key of the account [4.1.6] [4.4.6] [1.7]', async () => {
          const customer = await api.customer(CREDITS);
          await spend(customer, path, body);
          const again = batchOf(await spend(customer, path, { ...body, maxCredits: 0 }));
          expect(again).to.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 10 - credits });
        });

        it('shows nothing of the reveal to another account [1.7]', async () => {
          const [customer, stranger] = [await api.customer(CREDITS), await api.customer(CREDITS)];
          const before = await look(stranger);
          await spend(customer, path, body);
          expect(await look(stranger)).to.deep.equal(before);
        });
      });
    }

    it('shows an organization’s details with their cost [4.1.4] [4.1.6] [2.2]', async () => {
      const customer = await api.customer(CREDITS);
      const { results } = await match(customer, PATHS.organizations, [{ ref: 'a', id: acme.id }], ['details']);
      expect(results[0]).to.deep.include({ ref: 'a', status: 'matched', matchedBy: 'id', creditCost: 0.2 });
      expect(results[0]?.organization).to.include({
        detailsRevealed: true,
        domain: 'nordfynd.example',
        website: 'https://nordfynd.example/',
        employeesMin: 10,
      });
    });

    it('charges an organization once, however often and by whichever identifier it is named [4.1.6] [D results.5]', async () => {
      const customer = await api.customer(CREDITS);
      const items = [{ id: acme.id }, { domain: 'nordfynd.example' }, { id: other.id }, { id: acme.id }];
      const { results, creditsCharged } = await match(customer, PATHS.organizations, items, ['details']);
      expect(results.map(({ creditCost }) => creditCost)).to.deep.equal([0.2, 0.2, 0.2, 0.2]);
      expect(creditsCharged).to.equal(0.4);
      // The identifier is shown as it was sent, everything else as it was revealed.
      expect(results[1]?.organization).to.include({ domain: 'nordfynd.example', employeesMin: 10 });
    });

    it('charges nothing where nothing can be revealed: no details on record, not found, invalid [4.1.6] [D results.5]', async () => {
      const customer = await api.customer({ credits: null });
      const { organizationNumber: orgNumber } = bare;
      const items = [{ orgNumber, countryCode: 'NO' }, { domain: 'unknown.example' }, { domain: 'x' }];
      const batch = batchOf(await spend(customer, PATHS.organizations, { items, reveal: ['details'], maxCredits: 0 }));
      expect(batch).to.deep.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: null });
      expect(batch.results.map(({ status, creditCost }) => [status, creditCost])).to.deep.equal([
        ['matched', 0],
        ['not_found', undefined],
        ['invalid', undefined],
      ]);
    });

    it('shows a switchboard’s number and address with their quote, and not the organization’s details [4.3] [D results.2]', async () => {
      const customer = await api.customer(CREDITS);
      const batch = await match(
        customer,
        PATHS.switchboards,
        [{ id: acme.id }, { id: other.id }, {}],
        ['phone', 'email'],
      );
      const [line, none, invalid] = batch.results;
      expect(line?.switchboard).to.deep.equal({
        phone: '+46812345678',
        phoneIsMasked: false,
        email: 'info@nordfynd.example',
        emailIsMasked: false,
      });
      expect(line?.reveal).to.deep.equal({
        creditCost: 1.2,
        newInfoTypes: ['phone', 'email'],
        alreadyRevealedInfoTypes: [],
        unavailableInfoTypes: [],
      });
      expect(line?.organization?.detailsRevealed).to.equal(false);
      expect(none).to.deep.equal({ status: 'not_found', reason: 'no_switchboard' });
      expect(invalid).to.deep.equal({ status: 'invalid', error: 'missing_identifier' });
      expect(batch.creditsCharged).to.equal(1.2);
    });

    it('charges the group’s own prices for switchboards and details [4.3]', async () => {
      const group = 'Växelpriser';
      await api.admin.put('/prices', { group, subject: 'switchboard', infoType: 'phone', credits: 0.125 });
      await api.admin.put('/prices', { group, subject: 'organization', infoType: 'details', credits: 0 });
      const customer = await api.customer({ ...CREDITS, priceGroup: group });
      const lines = await match(customer, PATHS.switchboards, [{ id: acme.id }], ['phone', 'email']);
      const details = await match(customer, PATHS.organizations, [{ id: acme.id }], ['details']);
      expect([lines.creditsCharged, details.creditsCharged]).to.deep.equal([0.325, 0]);
      expect(details.results[0]?.organization?.detailsRevealed).to.equal(true);
    });

    it('reveals the one person who matches beside items that are ambiguous, not found or invalid [4.4.1] [4.4.4] [4.4.6]', async () => {
      const customer = await api.customer(CREDITS);
      const { results, creditsCharged } = await match(
        customer,
        PATHS.people,
        [LISA, NOBODY, { name: ' ' }, ASTRID],
        ['email'],
      );
      expect(results.map(({ status, reveal }) => [status, reveal?.creditCost])).to.deep.equal([
        ['ambiguous', undefined],
        ['not_found', undefined],
        ['invalid', undefined],
        ['matched', 0.2],
      ]);
      expect(results[3]?.contact).to.include({
        email: 'astrid@nordfynd.example',
        emailIsMasked: false,
        phoneIsMasked: true,
      });
      expect(creditsCharged).to.equal(0.2);
      // The caller continues from there by id.
      const [candidate] = results[0]?.candidates ?? [];
      const body = { items: [{ contactId: candidate?.id }], infoTypes: ['email'], maxCredits: 1 };
      expect(batchOf(await customer.post(PATHS.reveal, body, keyed())).results[0]?.status).to.equal('revealed');
    });

    it('quotes less in a dry run once the account has revealed the same details meanwhile [4.4.5]', async () => {
      const customer = await api.customer(CREDITS);
      const dry = { items: [ASTRID], reveal: ['email', 'phone'], dryRun: true };
      expect(batchOf(await customer.post(PATHS.people, dry)).creditsQuoted).to.equal(1.2);
      await match(customer, PATHS.people, [ASTRID], ['phone']);
      expect(batchOf(await customer.post(PATHS.people, dry)).results[0]?.reveal).to.deep.equal({
        creditCost: 0.2,
        newInfoTypes: ['email'],
        alreadyRevealedInfoTypes: ['phone'],
        unavailableInfoTypes: [],
      });
    });

    it('finds a person by an address that was just revealed, and by no other address [4.4.3]', async () => {
      const customer = await api.customer(CREDITS);
      const items = [{ email: 'astrid@nordfynd.example' }];
      const before = await match(customer, PATHS.people, items, ['phone']);
      expect([before.results[0]?.status, before.creditsCharged]).to.deep.equal(['not_found', 0]);
      await match(customer, PATHS.people, [ASTRID], ['email']);
      const after = await match(customer, PATHS.people, items, ['phone']);
      expect([after.results[0]?.matchedBy, after.creditsCharged]).to.deep.equal(['email', 1]);
    });
  },
);
