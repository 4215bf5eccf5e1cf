import { expect } from 'chai';
import { batchOf, type Customer, overEveryInstallation, PATHS, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({
  name: 'Nordvik AB',
  domains: ['nordvakt.example'],
  website: 'https://nordvakt.example/',
  keywords: ['saws'],
});
const astrid = contact(acme, {
  name: 'Astrid Exempel',
  roles: ['ceo'],
  email: 'astrid@nordvakt.example',
  phone: '+46701740603',
});
const bo = contact(acme, { name: 'Bo Exempel', roles: ['cfo'], email: 'bo@nordvakt.example' });

/** Everything that could show an account what others revealed. */
async function everythingSeen(customer: Customer): Promise<string> {
  const item = { id: acme.id };
  const answers = [
    await customer.post(PATHS.organizations, { items: [item] }),
    await customer.post(PATHS.contacts, { items: [item] }),
    await customer.post(PATHS.switchboards, { items: [item] }),
    await customer.post(PATHS.people, {
      items: [
        { name: astrid.name, organization: item },
        { email: 'astrid@nordvakt.example' },
        { email: 'bo@nordvakt.example' },
      ],
    }),
  ];
  return answers.map((answer) => JSON.stringify(batchOf(answer).results)).join('\n');
}

overEveryInstallation(
  "One account never sees another's data",
  {
    organizations: [acme],
    contacts: [astrid, bo],
    switchboards: [switchboard(acme, { phone: '+46812345678', email: 'info@nordvakt.example' })],
  },
  (api) => {
    it("shows nothing of another account's reveals, on any endpoint [1.7] [D identifiers.7]", async () => {
      const [owner, stranger] = await Promise.all([api.customer(), api.customer()]);
      const before = await everythingSeen(stranger);
      await api.revealed(owner, { subject: 'organization', subjectId: acme.id, infoType: 'details' });
      await api.revealed(owner, { subject: 'switchboard', subjectId: acme.id, infoType: 'phone' });
      await api.revealed(owner, { subject: 'switchboard', subjectId: acme.id, infoType: 'email' });
      await api.revealed(owner, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
      await api.revealed(owner, {
        subject: 'contact',
        subjectId: astrid.id,
        infoType: 'email',
      });
      expect(await everythingSeen(stranger)).to.equal(before);
      const seen = await everythingSeen(owner);
      for (const value of ['+46701740603', '+46812345678', 'info@nordvakt.example', 'https://nordvakt.example/']) {
        expect(seen).to.include(value);
        expect(before).not.to.include(value);
      }
    });

    it('finds nobody by an address that another account owns [1.7] [D identifiers.7]', async () => {
      const owner = await api.customer({ ownedEmails: ['bo@nordvakt.example'] });
      const stranger = await api.customer();
      const item = { email: 'bo@nordvakt.example' };
      expect((await owner.matchPeople(item))[0]?.contact?.id).to.equal(bo.id);
      expect(await stranger.matchPeople(item)).to.deep.equal([{ status: 'not_found', reason: 'person_not_found' }]);
    });

    it('keeps accounts apart when their requests arrive at the same moment [1.7]', async () => {
      const customers = await Promise.all(Array.from({ length: 6 }, () => api.customer()));
      const owners = customers.filter((_, n) => n % 2 === 0);
      for (const owner of owners) {
        await api.revealed(owner, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
      }
      const item = { name: astrid.name, organization: { id: acme.id } };
      // Concurrent reads may share one RPC; each caller must still get only its own results.
      const rounds = Array.from({ length: 20 }, () => customers).flat();
      const seen = await Promise.all(
        rounds.map(async (customer) => {
          const [result] = await customer.matchPeople(item);
          return { own: owners.includes(customer), masked: result?.contact?.phoneIsMasked };
        }),
      );
      for (const { own, masked } of seen) expect(masked).to.equal(!own);
    });

    it('keeps target roles, credits and rate buckets per account [1.7]', async () => {
      const [one, other] = await Promise.all([
        api.customer({ targetRoles: ['ceo'], credits: { included: 5, purchased: 0 }, limits: { search: 3 } }),
        api.customer({ targetRoles: ['cfo'], credits: null, limits: { search: 3 } }),
      ]);
      const list = async (customer: Customer) =>
        batchOf(await customer.post(PATHS.contacts, { items: [{ id: acme.id }] }));
      const [first, second] = await Promise.all([list(one), list(other)]);
      expect(first.results[0]?.contacts?.map(({ id }) => id)).to.deep.equal([astrid.id]);
      expect(second.results[0]?.contacts?.map(({ id }) => id)).to.deep.equal([bo.id]);
      expect([first.creditsRemaining, second.creditsRemaining]).to.deep.equal([5, null]);
      await list(one);
      await list(one);
      expect((await one.post(PATHS.contacts, { items: [{ id: acme.id }] })).status).to.equal(429);
      expect((await other.post(PATHS.contacts, { items: [{ id: acme.id }] })).status).to.equal(200);
    });
  },
);
