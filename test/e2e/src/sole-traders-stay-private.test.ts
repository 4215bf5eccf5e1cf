import { expect } from 'chai';
import { itNeeds, overEveryInstallation, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const sole = { countryCode: 'SE', soleTrader: true } as const;
/** Two firms of one person: the number does not tell which one is meant. */
const NUMBER = '640823-9991';
const bakery = organization({ ...sole, name: 'Exempels Bageri', organizationNumber: NUMBER, foundedYear: 2005 });
const olderFirm = organization({
  ...sole,
  name: 'Exempels Kafé',
  organizationNumber: NUMBER,
  foundedYear: 1999,
  city: 'Umeå',
  domains: ['exempelskafe.example'],
  website: 'https://exempelskafe.example/',
});
const undated = organization({ ...sole, name: 'Exempels Annat', organizationNumber: NUMBER });

const TIED = '700101-9995';
const tied = ['Lika Ett', 'Lika Två'].map((name) =>
  organization({ ...sole, name, organizationNumber: TIED, foundedYear: 2001 }),
);
/** Has a personal number although the record does not say sole trader. */
const undeclared = organization({ name: 'Odeklarerad', countryCode: 'SE', organizationNumber: '19811218-9876' });
const company = organization({ name: 'Bolaget AB', countryCode: 'SE', organizationNumber: '556989-4001' });

overEveryInstallation(
  "A sole trader's number stays private",
  {
    organizations: [bakery, olderFirm, undated, ...tied, undeclared, company],
    contacts: [contact(olderFirm, { name: 'Ägare Exempel' })],
    switchboards: [switchboard(olderFirm, { phone: '+4690123456' })],
  },
  (api) => {
    it('matches by the full number in every written form, and shows it masked [D results.4]', async () => {
      const customer = await api.customer();
      const written = ['640823-9991', '6408239991', '19640823-9991', '196408239991', 'SE640823999101'];
      const results = await customer.matchOrganizations(...written.map((orgNumber) => ({ orgNumber })));
      expect(results.map(({ matchedBy, organization: of }) => [matchedBy, of?.organizationNumber])).to.deep.equal(
        written.map(() => ['orgNumber', '640823-XXXX']),
      );
    });

    it('masks the number on every endpoint, revealed or not [D results.4]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'organization', subjectId: olderFirm.id, infoType: 'details' });
      const item = { orgNumber: NUMBER };
      const [matched] = await customer.matchOrganizations(item);
      const [listed] = await customer.listContacts([item]);
      const [line] = await customer.matchSwitchboards({ id: olderFirm.id });
      for (const result of [matched, listed, line]) {
        expect(result?.organization).to.include({
          id: olderFirm.id,
          detailsRevealed: true,
          organizationNumber: '640823-XXXX',
          website: 'https://exempelskafe.example/',
        });
      }
    });

    it('never sends the full number: no response contains it [D results.4]', async () => {
      const customer = await api.customer();
      const items = [{ orgNumber: NUMBER }, { id: bakery.id }, { orgNumber: '196408239991' }, { id: undeclared.id }];
      for (const path of [
        '/organizations/match',
        '/organizations/contacts/match',
        '/organizations/switchboards/match',
      ]) {
        const { text } = await customer.post(path, { items });
        expect(text.replaceAll(/[^0-9]/g, ''))
          .not.to.include('6408239991')
          .and.not.to.include('8112189876');
      }
    });

    itNeeds('tables', 'never stores the full number, in any table of any service [D results.4]', async () => {
      for (const digits of ['6408239991', '640823-9991', '8112189876', '811218-9876', '7001019995', '700101-9995']) {
        expect(await api.tablesHolding(digits)).to.deep.equal([]);
      }
      // The search finds a value that is stored.
      expect(await api.tablesHolding('640823-XXXX')).to.include('directory.organization_details');
    });

    it('does not match by the masked form or by the birth date [D identifiers.2]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { orgNumber: '640823-XXXX' },
        { orgNumber: '640823' },
        { orgNumber: '640823-9992' },
      );
      expect(results.map(({ error, status }) => error ?? status)).to.deep.equal([
        'invalid_org_number',
        'invalid_org_number',
        'not_found',
      ]);
    });

    it('matches the first founded of several firms under one number, then the lowest id [D results.4]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations({ orgNumber: NUMBER }, { orgNumber: TIED });
      const lowest = tied.map(({ id }) => id).sort()[0];
      expect(results.map(({ organization: of }) => of?.id)).to.deep.equal([olderFirm.id, lowest]);
    });

    it('finds each firm by its own identifiers [D results.4]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { id: bakery.id },
        { id: undated.id },
        { domain: 'exempelskafe.example' },
      );
      expect(results.map(({ organization: of }) => of?.name)).to.deep.equal([
        bakery.name,
        undated.name,
        olderFirm.name,
      ]);
    });

    it("treats every personal number as a sole trader's whatever the record says, and no company number as one [D results.4]", async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations({ orgNumber: '811218-9876' }, { orgNumber: '556989-4001' });
      expect(results.map(({ organization: of }) => of?.organizationNumber)).to.deep.equal([
        '811218-XXXX',
        '556989-4001',
      ]);
    });

    it('does not sell the masked number: when nothing else is on record, all details are shown [D results.5]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { id: bakery.id },
        { orgNumber: '811218-9876' },
        { id: olderFirm.id },
        { orgNumber: NUMBER },
      );
      expect(results.map(({ organization: of }) => of?.detailsRevealed)).to.deep.equal([true, true, false, false]);
    });
  },
);
