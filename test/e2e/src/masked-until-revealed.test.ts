import { expect } from 'chai';
import { type Customer, itNeeds, overEveryInstallation, PATHS, recordsOf, type Result } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const details = {
  website: 'https://nordmask.example/hem',
  employeesMin: 50,
  employeesMax: 99,
  revenueMin: 100_000_000,
  revenueMax: 9_000_000_000_000,
  revenueCurrency: 'SEK',
  oneSentenceDescription: 'Makes milling machines for sawmills.',
  description: 'Makes, sells and services milling machines.\nSince 1998.',
  technologies: ['Shopify', 'Nginx'],
  keywords: ['milling machines', 'sågverk'],
  tags: ['manufacturing'],
  addressLine1: 'Verkstadsgatan 4',
  addressLine2: 'Box 12',
  postalCode: '852 30',
  stateOrProvince: 'Västernorrland',
};
const nordvik = organization({
  name: 'Nordvik Maskin AB',
  countryCode: 'SE',
  organizationNumber: '556989-3001',
  domains: ['nordmask.example', 'nordmask-maskin.example'],
  linkedInUrl: 'https://www.linkedin.com/company/nordmask-maskin',
  ...details,
});
const numberAlone = organization({ name: 'Nummer AS', organizationNumber: '889003001' });
const numberAndDomain = organization({
  name: 'Domene AS',
  organizationNumber: '889003002',
  domains: ['domene.example'],
});

const astrid = contact(nordvik, { name: 'Astrid Exempel', email: 'astrid@nordmask.example', phone: '070-174 06 05' });
const people = [
  astrid,
  contact(nordvik, { name: 'Bo Exempel', email: 'b@åkerbär.example', phone: '+4790123456' }),
  contact(nordvik, { name: 'Carl Exempel', phone: '+4520123456' }),
  contact(nordvik, { name: 'Doris Exempel', phone: '+358401234567' }),
  contact(nordvik, { name: 'Egil Exempel', phone: '+12015550123' }),
  contact(nordvik, { name: 'Frida Exempel', email: 'a.very.long.local.part@sub.nordmask.example' }),
  contact(nordvik, { name: 'Gun Exempel' }),
];
const board = switchboard(nordvik, { phone: '+46 8 123 456 78', email: 'Info@Nordmask.example' });

const YEAR_AGO = '2025-03-15T10:20:30.000Z';

async function readAstrid(customer: Customer): Promise<Result['contact']> {
  const [result] = await customer.matchPeople({ name: astrid.name, organization: { id: nordvik.id } });
  return result?.contact;
}

overEveryInstallation(
  'Paid data is masked until it is revealed',
  { organizations: [nordvik, numberAlone, numberAndDomain], contacts: people, switchboards: [board] },
  (api) => {
    it('masks an e-mail address to its domain, and a phone number to its country code and two digits [D results.4]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ id: nordvik.id }]);
      const idn = new URL('https://åkerbär.example').hostname;
      expect(result?.contacts?.map(({ email, phone }) => [email, phone])).to.deep.equal([
        ['XXXXX@nordmask.example', '+4670XXXXXXX'],
        [`XXXXX@${idn}`, '+4790XXXXXX'],
        [undefined, '+4520XXXXXX'],
        [undefined, '+35840XXXXXXX'],
        [undefined, '+120XXXXXXXX'],
        ['XXXXX@sub.nordmask.example', undefined],
        [undefined, undefined],
      ]);
    });

    it('flags what is masked; a value that is not on record is not flagged [D results.4]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ id: nordvik.id }]);
      expect(result?.contacts?.map(({ emailIsMasked, phoneIsMasked }) => [emailIsMasked, phoneIsMasked])).to.deep.equal(
        [
          [true, true],
          [true, true],
          [false, true],
          [false, true],
          [false, true],
          [true, false],
          [false, false],
        ],
      );
    });

    it('never masks a name or job title [1.4]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ id: nordvik.id }]);
      expect(result?.contacts?.map(({ name }) => name)).to.deep.equal(people.map(({ name }) => name));
    });

    it('shows a revealed value on every endpoint, and reveals no other value [1.4] [4.2.2]', async () => {
      const customer = await api.customer();
      const before = await readAstrid(customer);
      expect(before).to.include({ emailIsMasked: true, phoneIsMasked: true });

      await api.revealed(customer, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
      const seen = {
        email: 'XXXXX@nordmask.example',
        emailIsMasked: true,
        phone: '+46701740605',
        phoneIsMasked: false,
      };
      expect(await readAstrid(customer)).to.include(seen);
      const [page] = await customer.listContacts([{ id: nordvik.id }], { limit: 1 });
      expect(page?.contacts?.[0]).to.include(seen);

      await api.revealed(customer, {
        subject: 'contact',
        subjectId: astrid.id,
        infoType: 'email',
      });
      expect(await readAstrid(customer)).to.include({ email: 'astrid@nordmask.example', emailIsMasked: false });
    });

    it('shows a revealed value to every key of the account [1.4] [1.7]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
      const { key } = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(key);
      expect(await readAstrid(customer.using(key))).to.include({ phone: '+46701740605', phoneIsMasked: false });
    });

    itNeeds(
      'clock',
      'masks a revealed value again exactly one calendar year after the reveal [4.1.5] [D results.5]',
      async () => {
        const customer = await api.customer();
        const revealedAt = new Date(YEAR_AGO);
        const now = api.clock.now();
        api.clock.set(new Date('2026-03-15T10:20:29.999Z'));
        await api.revealedAt(revealedAt, customer, { subject: 'contact', subjectId: astrid.id, infoType: 'phone' });
        await api.revealedAt(revealedAt, customer, {
          subject: 'organization',
          subjectId: nordvik.id,
          infoType: 'details',
        });
        await api.revealedAt(revealedAt, customer, {
          subject: 'switchboard',
          subjectId: nordvik.id,
          infoType: 'email',
        });

        const look = async (): Promise<unknown[]> => {
          const [matched] = await customer.matchSwitchboards({ id: nordvik.id });
          return [
            (await readAstrid(customer))?.phoneIsMasked,
            matched?.switchboard?.emailIsMasked,
            matched?.organization?.detailsRevealed,
            matched?.organization?.website,
          ];
        };
        expect(await look()).to.deep.equal([false, false, true, details.website]);
        api.clock.advance(1);
        expect(await look()).to.deep.equal([true, true, false, undefined]);
        api.clock.set(now);
      },
    );

    it('shows the revealed details of an organization with their types, and none before the reveal [4.1.5] [D results.6]', async () => {
      const customer = await api.customer();
      const [before] = await customer.matchOrganizations({ id: nordvik.id });
      expect(before?.organization).to.include({ detailsRevealed: false });
      expect(before?.organization).not.to.have.any.keys(
        'organizationNumber',
        'domain',
        'linkedInUrl',
        ...Object.keys(details),
      );

      await api.revealed(customer, { subject: 'organization', subjectId: nordvik.id, infoType: 'details' });
      const [after] = await customer.matchOrganizations({ id: nordvik.id });
      expect(after?.organization).to.deep.equal({
        id: nordvik.id,
        name: nordvik.name,
        detailsRevealed: true,
        countryCode: 'SE',
        url: `${api.appUrl}/organizations/${nordvik.id}`,
        organizationNumber: '556989-3001',
        domain: 'nordmask.example',
        linkedInUrl: 'https://www.linkedin.com/company/nordmask-maskin',
        ...details,
      });
    });

    it('keeps showing the domain that was sent beside revealed details [D identifiers.4]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'organization', subjectId: nordvik.id, infoType: 'details' });
      const results = await customer.matchOrganizations(
        { domain: 'nordmask-maskin.example' },
        { domain: 'press.nordmask.example' },
      );
      expect(results.map(({ organization: of }) => of?.domain)).to.deep.equal([
        'nordmask-maskin.example',
        'press.nordmask.example',
      ]);
      expect(results[0]?.organization).to.include({ detailsRevealed: true, website: details.website });
    });

    it('sets detailsRevealed when the object holds every detail on record [D results.5]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { orgNumber: '889003001' },
        { id: numberAlone.id },
        { orgNumber: '889003002' },
        { domain: 'domene.example' },
        { id: numberAndDomain.id },
        { orgNumber: '556989-3001' },
      );
      expect(results.map(({ organization: of }) => of?.detailsRevealed)).to.deep.equal([
        true,
        false,
        false,
        false,
        false,
        false,
      ]);
    });

    it('shows revealed details on contacts/match and switchboards/match, which cannot reveal them [D results.5]', async () => {
      const customer = await api.customer();
      const look = async (): Promise<unknown[]> => {
        const [list] = await customer.listContacts([{ id: nordvik.id }], { limit: 1 });
        const [line] = await customer.matchSwitchboards({ id: nordvik.id });
        return [list, line].map((result) => [result?.organization?.detailsRevealed, result?.organization?.website]);
      };
      expect(await look()).to.deep.equal([
        [false, undefined],
        [false, undefined],
      ]);
      await api.revealed(customer, { subject: 'organization', subjectId: nordvik.id, infoType: 'details' });
      expect(await look()).to.deep.equal([
        [true, details.website],
        [true, details.website],
      ]);
    });

    it('sends a cost, a quote or a switchboard only on matched results [D results.5]', async () => {
      const customer = await api.customer();
      for (const path of [PATHS.organizations, PATHS.switchboards, PATHS.contacts]) {
        const results = await customer.match(path, [{ domain: 'okand.example' }, {}]);
        for (const result of results) {
          expect(result).not.to.have.any.keys('creditCost', 'reveal', 'switchboard', 'organization', 'matchedBy');
        }
      }
    });

    it("reveals one value without another: a contact's phone is not the switchboard's [1.4]", async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'switchboard', subjectId: nordvik.id, infoType: 'phone' });
      expect(await readAstrid(customer)).to.include({ phoneIsMasked: true, emailIsMasked: true });
      const [result] = await customer.matchSwitchboards({ id: nordvik.id });
      expect(result?.switchboard).to.include({ phoneIsMasked: false, emailIsMasked: true });
      expect(result?.organization).to.include({ detailsRevealed: false });
    });
  },
);
