import { expect } from 'chai';
import { itNeeds, overEveryInstallation, recordsOf, type Result } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const YEAR_AGO = new Date('2025-03-15T10:20:30.000Z');

const acme = organization({ name: 'Nordvik AB', domains: ['nordpost.example'] });
const astrid = contact(acme, {
  name: 'Astrid Exempel',
  email: 'Astrid.Exempel@Nordpost.example',
  phone: '+46701740602',
});
const bjorn = contact(acme, { name: 'Björn Exempel', email: 'bjorn@nordpost.example' });
const shared = [
  contact(acme, { name: 'Cecilia Exempel', email: 'office@nordpost.example' }),
  contact(acme, { name: 'David Exempel', email: 'office@nordpost.example', isExecutive: true }),
];
const idn = contact(acme, { name: 'Eva Exempel', email: 'eva@mjödört.example' });

const astridEmail = 'astrid.exempel@nordpost.example';

overEveryInstallation(
  'An e-mail address finds a person only for an account that knows it',
  { organizations: [acme], contacts: [astrid, bjorn, ...shared, idn] },
  (api) => {
    const NOT_FOUND: Result = { status: 'not_found', reason: 'person_not_found' };

    it('finds nobody by an address that the account neither revealed nor owns [4.4.3] [D identifiers.7]', async () => {
      const customer = await api.customer({ credits: { purchased: 100 } });
      expect(await customer.matchPeople({ email: astridEmail }, { email: 'bjorn@nordpost.example' })).to.deep.equal([
        NOT_FOUND,
        NOT_FOUND,
      ]);
    });

    it('answers the same whether the address is on record or not [D identifiers.7]', async () => {
      const customer = await api.customer();
      const [there, notThere] = await customer.matchPeople(
        { email: astridEmail },
        { email: 'nobody@nordpost.example' },
      );
      expect(there).to.deep.equal(notThere);
      expect(there).to.deep.equal(NOT_FOUND);
    });

    it('finds the person whose address the account revealed [4.4.3] [D identifiers.7]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'contact', subjectId: astrid.id, infoType: 'email' });
      const [result] = await customer.matchPeople({ email: astridEmail });
      expect(result).to.deep.include({ status: 'matched', matchedBy: 'email' });
      expect(result?.contact).to.include({ id: astrid.id, email: astridEmail, emailIsMasked: false });
      // Everything that was not revealed stays masked.
      expect(result?.contact).to.include({ phone: '+4670XXXXXXX', phoneIsMasked: true });
    });

    it('finds the person whose address the account owns, and still masks what was never revealed [4.4.3]', async () => {
      const customer = await api.customer({ ownedEmails: ['BJORN@nordpost.example'] });
      const [result] = await customer.matchPeople({ email: 'bjorn@nordpost.example' });
      expect(result).to.deep.include({ status: 'matched', matchedBy: 'email' });
      expect(result?.contact).to.include({ id: bjorn.id, email: 'XXXXX@nordpost.example', emailIsMasked: true });
    });

    it('does not find a person by address when only the phone was revealed [4.4.3]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
      expect(await customer.matchPeople({ email: astridEmail })).to.deep.equal([NOT_FOUND]);
    });

    it('ignores letter case and accepts both forms of an internationalized domain [D identifiers.7]', async () => {
      const customer = await api.customer({ ownedEmails: ['eva@mjödört.example', astridEmail] });
      const ascii = new URL('https://mjödört.example').hostname;
      const results = await customer.matchPeople(
        { email: 'EVA@Mjödört.example' },
        { email: `eva@${ascii}` },
        { email: ' Astrid.EXEMPEL@nordpost.example ' },
      );
      expect(results.map(({ contact: found }) => found?.id)).to.deep.equal([idn.id, idn.id, astrid.id]);
    });

    itNeeds(
      'tables',
      'stops finding an address exactly one calendar year after its reveal [D identifiers.7]',
      async () => {
        const customer = await api.customer();
        const justBefore = new Date(YEAR_AGO.getTime() + 1);
        await api.revealedAt(justBefore, customer, {
          subject: 'contact',
          subjectId: astrid.id,
          infoType: 'email',
          email: astridEmail,
        });
        await api.revealedAt(YEAR_AGO, customer, {
          subject: 'contact',
          subjectId: bjorn.id,
          infoType: 'email',
          email: 'bjorn@nordpost.example',
        });
        const results = await customer.matchPeople({ email: astridEmail }, { email: 'bjorn@nordpost.example' });
        expect(results.map(({ status }) => status)).to.deep.equal(['matched', 'not_found']);
      },
    );

    it('answers ambiguous when several people share an owned address [4.4.4] [D results.1]', async () => {
      const customer = await api.customer({ ownedEmails: ['office@nordpost.example'] });
      const [result] = await customer.matchPeople({ email: 'office@nordpost.example' });
      expect(result?.status).to.equal('ambiguous');
      expect(result?.candidates?.map(({ id }) => id)).to.deep.equal([shared[1]?.id, shared[0]?.id]);
    });

    it('answers ambiguous when several people share an address that was revealed for one of them [4.4.3] [4.4.4]', async () => {
      const customer = await api.customer();
      const [cecilia, david] = shared;
      const email = 'office@nordpost.example';
      await api.revealed(customer, { subject: 'contact', subjectId: cecilia?.id ?? '', infoType: 'email' });
      const [result] = await customer.matchPeople({ email });
      expect(result?.candidates?.map(({ id }) => id)).to.deep.equal([david?.id, cecilia?.id]);
    });

    it('marks a value that is not an e-mail address as malformed [D identifiers.5]', async () => {
      const customer = await api.customer();
      const malformed = ['astrid', '@nordpost.example', 'astrid@', 'a b@nordpost.example', 'astrid@nodot', '', ' '];
      const results = await customer.matchPeople(...malformed.map((email) => ({ email })));
      expect(results.map(({ error }) => error)).to.deep.equal(malformed.map(() => 'invalid_email'));
    });
  },
);
