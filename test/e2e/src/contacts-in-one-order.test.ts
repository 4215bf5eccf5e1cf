import { expect } from 'chai';
import { overEveryInstallation, PATHS, problemOf, recordsOf, type Result } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik Maskin AB', domains: ['nordrad.example'] });
const nobodyThere = organization({ name: 'Tomma Huset AB' });

/** Declared in an order that no response may have. */
const zoe = contact(acme, { name: 'Zoë Äng', roles: ['ceo'], isExecutive: true, isDecisionMaker: true });
const adam = contact(acme, { name: 'Adam Berg', roles: ['cfo', 'head_of_sales'], isExecutive: true });
const orjan = contact(acme, { name: 'Örjan Berg', roles: ['head_of_sales'], isDecisionMaker: true });
const osten = contact(acme, { name: 'Osten Berg', isDecisionMaker: true });
const annPlain = contact(acme, { name: 'Ann Berg', id: 'f0000000-0000-4000-8000-000000000001' });
const annAccent = contact(acme, { name: 'Ånn  Berg', id: '00000000-0000-4000-8000-000000000001' });
const bertil = contact(acme, { name: 'bertil ek', roles: ['engineer'] });
const cecilia = contact(acme, { name: 'Cecilia Ek', isExecutive: true, isDecisionMaker: true, roles: ['cfo'] });
const zelda = contact(acme, { name: "O'Brien Zelda" });

const contacts = [osten, bertil, annPlain, zelda, zoe, orjan, adam, annAccent, cecilia];
const inOrder = [cecilia, zoe, adam, orjan, osten, annAccent, annPlain, bertil, zelda];

const names = (result: Result | undefined): string[] | undefined => result?.contacts?.map(({ name }) => name);
const byId = { id: acme.id };

overEveryInstallation(
  "An organization's contacts come in one order, filtered only by target roles",
  { organizations: [acme, nobodyThere], contacts },
  (api) => {
    it('lists every contact of an organization when the account has no target roles [1.3] [4.2.2]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ ref: 'r', ...byId }]);
      expect(result).to.deep.include({
        ref: 'r',
        status: 'matched',
        matchedBy: 'id',
        totalCount: contacts.length,
        filteredByTargetRoles: false,
        nextCursor: null,
      });
      expect(result?.organization?.id).to.equal(acme.id);
      expect(new Set(result?.contacts?.map(({ id }) => id))).to.deep.equal(new Set(contacts.map(({ id }) => id)));
    });

    it('sorts executives first, then decision makers, then by normalized name, then by id [D results.3]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([byId]);
      expect(names(result)).to.deep.equal(inOrder.map(({ name }) => name));
      expect(result?.contacts?.map(({ id }) => id)).to.deep.equal(inOrder.map(({ id }) => id));
    });

    it('keeps the order across pages of any size [D results.3]', async () => {
      const customer = await api.customer();
      for (const limit of [1, 2, 4, 50]) {
        const seen: (string | undefined)[] = [];
        let item: object = byId;
        for (let page = 0; page < Math.ceil(contacts.length / limit); page++) {
          const [result] = await customer.listContacts([item], { limit });
          seen.push(...(names(result) ?? []));
          item = { cursor: result?.nextCursor };
        }
        expect(item).to.deep.equal({ cursor: null });
        expect(seen, `pages of ${limit}`).to.deep.equal(inOrder.map(({ name }) => name));
      }
    });

    it("lists and counts only contacts that have one of the account's target roles [1.3] [4.2.1] [4.2.2]", async () => {
      const customer = await api.customer({ targetRoles: ['head_of_sales', 'ceo'] });
      const [result] = await customer.listContacts([byId]);
      expect(names(result)).to.deep.equal([zoe.name, adam.name, orjan.name]);
      expect(result).to.include({ totalCount: 3, filteredByTargetRoles: true, nextCursor: null });
    });

    it('matches with an empty list when no contact has a target role [4.2.2]', async () => {
      const customer = await api.customer({ targetRoles: ['astronaut'] });
      const [result] = await customer.listContacts([byId]);
      expect(result).to.deep.include({
        status: 'matched',
        contacts: [],
        totalCount: 0,
        filteredByTargetRoles: true,
        nextCursor: null,
      });
    });

    it('matches an organization that has no contacts [4.2.1]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ id: nobodyThere.id }]);
      expect(result).to.deep.include({ status: 'matched', contacts: [], totalCount: 0, nextCursor: null });
    });

    it('counts the contacts of all pages in totalCount [4.2.1]', async () => {
      const customer = await api.customer({ targetRoles: ['head_of_sales', 'cfo', 'ceo'] });
      const [first] = await customer.listContacts([byId], { limit: 3 });
      const [last] = await customer.listContacts([{ cursor: first?.nextCursor }]);
      expect([first?.contacts?.length, first?.totalCount]).to.deep.equal([3, 4]);
      expect([last?.contacts?.length, last?.totalCount, last?.nextCursor]).to.deep.equal([1, 4, null]);
    });

    it('applies target roles only to this list: people/match and reveals ignore them [D results.3]', async () => {
      const customer = await api.customer({ targetRoles: ['astronaut'] });
      const [person] = await customer.matchPeople({ name: 'Bertil Ek', organization: byId });
      expect(person?.contact?.id).to.equal(bertil.id);
    });

    it('answers 20 contacts a page by default, and at most 50 [4.2.1]', async () => {
      const customer = await api.customer();
      for (const limit of [0, 51, -1, 1.5, '20', true, [20]]) {
        const answer = await customer.post(PATHS.contacts, { items: [byId], limit });
        expect(answer.status, `limit ${JSON.stringify(limit)}`).to.equal(422);
        expect(answer.json).to.have.nested.property('errors.limit');
      }
    });

    it('answers not_found with its reason, and the other statuses as every endpoint does [4.2.1]', async () => {
      const customer = await api.customer();
      expect(await customer.listContacts([{ ref: 'a', domain: 'okand.example' }, { ref: 'b' }])).to.deep.equal([
        { ref: 'a', status: 'not_found', reason: 'organization_not_found' },
        { ref: 'b', status: 'invalid', error: 'missing_identifier' },
      ]);
    });

    it('is free: quotes and charges nothing, and shows the balance [4.2.6]', async () => {
      const customer = await api.customer({ credits: { included: 1, purchased: 1.5 } });
      const answer = await customer.post(PATHS.contacts, { items: [byId] });
      expect(answer.json).to.deep.include({
        creditsCharged: 0,
        creditsQuoted: 0,
        creditsRemaining: 2.5,
        dryRun: false,
      });
    });

    it('ignores `reveal`, which is an unknown field here [D requests.2]', async () => {
      const customer = await api.customer({ limits: 'default' });
      const answer = await customer.post(PATHS.contacts, {
        items: [byId],
        reveal: ['email'],
        maxCredits: -1,
      });
      expect(answer.status).to.equal(200);
      expect(answer.json).to.deep.include({ creditsQuoted: 0, dryRun: false });
      expect(answer.headers['ratelimit']).to.include('"spend";r=5');
    });

    it('echoes dryRun like every lookup, and rejects one that is not a boolean [D requests.4]', async () => {
      const customer = await api.customer();
      const dry = await customer.post(PATHS.contacts, { items: [byId], dryRun: true });
      expect(dry.json).to.deep.include({ creditsQuoted: 0, creditsCharged: 0, dryRun: true });
      problemOf(await customer.post(PATHS.contacts, { items: [byId], dryRun: 'x' }), 422, 'validation_failed');
    });
  },
);
