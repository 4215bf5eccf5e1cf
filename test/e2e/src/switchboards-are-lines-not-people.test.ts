import { expect } from 'chai';
import { overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const both = organization({ name: 'Nordvik AB', domains: ['nordlinje.example'], city: 'Sundsvall' });
const phoneAlone = organization({ name: 'Bare Telefon AS' });
const emailAlone = organization({ name: 'Bare Epost AS' });
const none = organization({ name: 'Ingen Sentral AS' });
const ceo = contact(none, { name: 'Direktør Exempel', phone: '+4790123456', email: 'ceo@ingen.example' });

overEveryInstallation(
  'A switchboard is a line, not a person',
  {
    organizations: [both, phoneAlone, emailAlone, none],
    contacts: [ceo],
    switchboards: [
      switchboard(both, { phone: '+46812345678', email: 'info@nordlinje.example' }),
      switchboard(phoneAlone, { phone: '+4721123456' }),
      switchboard(emailAlone, { email: 'post@epost.example' }),
    ],
  },
  (api) => {
    it('answers the organization and its masked switchboard [1.3] [D results.2]', async () => {
      const customer = await api.customer();
      expect(await customer.matchSwitchboards({ ref: 'a', domain: 'nordlinje.example' })).to.deep.equal([
        {
          ref: 'a',
          status: 'matched',
          matchedBy: 'domain',
          organization: {
            id: both.id,
            name: 'Nordvik AB',
            detailsRevealed: false,
            countryCode: 'NO',
            city: 'Sundsvall',
            url: `${api.appUrl}/organizations/${both.id}`,
            domain: 'nordlinje.example',
          },
          switchboard: {
            phone: '+4681XXXXXXX',
            phoneIsMasked: true,
            email: 'XXXXX@nordlinje.example',
            emailIsMasked: true,
          },
        },
      ]);
    });

    it('omits what is not on record, and does not flag it as masked [D results.2]', async () => {
      const customer = await api.customer();
      const results = await customer.matchSwitchboards({ id: phoneAlone.id }, { id: emailAlone.id });
      expect(results.map((result) => result.switchboard)).to.deep.equal([
        { phone: '+4721XXXXXX', phoneIsMasked: true, emailIsMasked: false },
        { email: 'XXXXX@epost.example', emailIsMasked: true, phoneIsMasked: false },
      ]);
    });

    it('answers no_switchboard for an organization without one, even when its people have phones [D results.2]', async () => {
      const customer = await api.customer();
      expect(await customer.matchSwitchboards({ ref: 'x', id: none.id }, { domain: 'okand.example' })).to.deep.equal([
        { ref: 'x', status: 'not_found', reason: 'no_switchboard' },
        { status: 'not_found', reason: 'organization_not_found' },
      ]);
    });

    it('shows what the account revealed of a switchboard [D results.2]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'switchboard', subjectId: both.id, infoType: 'email' });
      const [result] = await customer.matchSwitchboards({ id: both.id });
      expect(result?.switchboard).to.deep.equal({
        phone: '+4681XXXXXXX',
        phoneIsMasked: true,
        email: 'info@nordlinje.example',
        emailIsMasked: false,
      });
    });

    it('sends no quote and no cost without reveal [D results.2]', async () => {
      const customer = await api.customer({ credits: { purchased: 3 } });
      const answer = await customer.post(PATHS.switchboards, { items: [{ id: both.id }], reveal: [] });
      expect(answer.json).to.deep.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 3 });
      expect(answer.json).not.to.have.nested.property('results[0].reveal');
      expect(answer.headers['service-credits-remaining']).to.equal('3');
    });

    it('accepts only email and phone in reveal [D requests.4]', async () => {
      const customer = await api.customer();
      for (const reveal of [['details'], ['linkedIn'], ['email', 'Phone'], 'email']) {
        const answer = await customer.post(PATHS.switchboards, { items: [{ id: both.id }], reveal, dryRun: true });
        problemOf(answer, 422, 'validation_failed');
      }
    });
  },
);
