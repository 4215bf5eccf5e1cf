import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { organization } = recordsOf(import.meta.url);

const nordlinjen = organization({
  name: 'Nordlinjen Logistik AB',
  countryCode: 'SE',
  organizationNumber: '556989-0011',
  legalForm: 'Aktiebolag',
  city: 'Gävle',
  foundedYear: 1987,
  domains: ['norrled.example', 'norrled-frakt.example'],
  linkedInUrl: 'https://www.linkedin.com/company/norrled',
  website: 'https://norrled.example/start',
  employeesMin: 50,
  employeesMax: 99,
});
const fjordlys = organization({
  name: 'Fjordlys AS',
  domains: ['fjordlys.example'],
  linkedInUrl: 'https://www.linkedin.com/company/fjordlys',
});
const havblik = organization({ name: 'Havblik ApS', countryCode: 'DK', organizationNumber: '24890011' });
const bare = organization({ name: 'Enkeltforetak Holding' });
const landlord = organization({ name: 'Delad Domän AB', domains: ['delad.example'] });
const tenant = organization({ name: 'Hyresgäst AB', domains: ['hyresgast.example', 'delad.example'] });

/**
 * One value for each identifier, in the order in which they are tried; each names a different
 * organization or none.
 */
const UNKNOWN = {
  id: randomUUID(),
  orgNumber: '556989-9999',
  linkedInUrl: 'https://www.linkedin.com/company/okand-sida',
  domain: 'okand.example',
};

overEveryInstallation(
  'Organizations match by the first identifier that hits',
  { organizations: [nordlinjen, fjordlys, havblik, bare, landlord, tenant] },
  (api) => {
    it('finds an organization by each of its identifiers and reports which one matched [1.2] [4.1.1] [D results.7]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { id: nordlinjen.id },
        { orgNumber: '556989-0011' },
        { linkedInUrl: 'https://www.linkedin.com/company/norrled' },
        { domain: 'norrled.example' },
        { domain: 'norrled-frakt.example' },
      );
      expect(results.map(({ status, matchedBy, organization: found }) => [status, matchedBy, found?.id])).to.deep.equal(
        [
          ['matched', 'id', nordlinjen.id],
          ['matched', 'orgNumber', nordlinjen.id],
          ['matched', 'linkedInUrl', nordlinjen.id],
          ['matched', 'domain', nordlinjen.id],
          ['matched', 'domain', nordlinjen.id],
        ],
      );
    });

    it('tries id, then orgNumber, then linkedInUrl, then domain; the first hit wins [4.1.1]', async () => {
      const customer = await api.customer();
      const byEach = {
        id: nordlinjen.id,
        orgNumber: havblik.organizationNumber,
        linkedInUrl: 'linkedin.com/company/fjordlys',
        domain: 'delad.example',
      };
      const results = await customer.matchOrganizations(
        byEach,
        { ...byEach, id: UNKNOWN.id },
        { ...byEach, id: UNKNOWN.id, orgNumber: UNKNOWN.orgNumber },
        { ...UNKNOWN, domain: 'delad.example' },
        UNKNOWN,
      );
      expect(
        results.map(({ status, matchedBy, organization: found }) => [status, matchedBy, found?.name]),
      ).to.deep.equal([
        ['matched', 'id', nordlinjen.name],
        ['matched', 'orgNumber', havblik.name],
        ['matched', 'linkedInUrl', fjordlys.name],
        ['matched', 'domain', landlord.name],
        ['not_found', undefined, undefined],
      ]);
    });

    it("tries identifiers in the contract's order, not in the order of the JSON fields [4.1.1]", async () => {
      const customer = await api.customer();
      const [result] = await customer.matchOrganizations({ domain: 'fjordlys.example', id: nordlinjen.id });
      expect(result).to.include({ status: 'matched', matchedBy: 'id' });
      expect(result?.organization?.id).to.equal(nordlinjen.id);
    });

    it('finds an organization by any single identifier, and requires at least one [D identifiers.1]', async () => {
      const customer = await api.customer();
      expect(await customer.matchOrganizations({ ref: 'a' }, {}, { countryCode: null, id: null })).to.deep.equal([
        { ref: 'a', status: 'invalid', error: 'missing_identifier' },
        { status: 'invalid', error: 'missing_identifier' },
        { status: 'invalid', error: 'missing_identifier' },
      ]);
    });

    it('identifies organizations the same way on every endpoint [D identifiers.1]', async () => {
      const customer = await api.customer();
      const items = [
        { id: nordlinjen.id },
        { orgNumber: '556989-0011', countryCode: 'SE' },
        { linkedInUrl: 'linkedin.com/company/norrled' },
        { domain: 'norrled.example' },
        UNKNOWN,
        {},
        { domain: 'nodot' },
      ];
      const organizations = await customer.matchOrganizations(...items);
      const contacts = await customer.listContacts(items);
      const switchboards = await customer.matchSwitchboards(...items);
      const people = await customer.matchPeople(...items.map((item) => ({ name: 'Ingen Alls', organization: item })));
      const outcomes = ['matched', 'matched', 'matched', 'matched', 'not_found', 'invalid', 'invalid'];
      const errors = [...Array<undefined>(5), 'missing_identifier', 'invalid_domain'];

      expect(organizations.map(({ status }) => status)).to.deep.equal(outcomes);
      expect(contacts.map(({ status }) => status)).to.deep.equal(outcomes);
      expect(contacts.map(({ organization: found }) => found)).to.deep.equal(
        organizations.map(({ organization: found }) => found),
      );
      // The organization was found; it has no switchboard.
      expect(switchboards.map(({ reason }) => reason)).to.deep.equal([
        ...Array<string>(4).fill('no_switchboard'),
        'organization_not_found',
        undefined,
        undefined,
      ]);
      // The organization was found; it has nobody of that name.
      expect(people.map(({ reason }) => reason)).to.deep.equal([
        ...Array<string>(4).fill('person_not_found'),
        'organization_not_found',
        undefined,
        undefined,
      ]);
      for (const results of [organizations, contacts, switchboards, people]) {
        expect(results.map(({ error }) => error)).to.deep.equal(errors);
      }
    });

    it('does not fall back from a malformed identifier to one that would match [4.1.2]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { orgNumber: 'no digits', domain: 'norrled.example' },
        { id: nordlinjen.id, linkedInUrl: 'https://www.linkedin.com/in/norrled' },
        { id: nordlinjen.id, countryCode: 'SE' },
        { id: 'nordlinjen', domain: 'norrled.example' },
        { id: nordlinjen.id, domain: 'localhost' },
        { id: nordlinjen.id, orgNumber: '556989-0011', countryCode: 'DE' },
        { id: nordlinjen.id, orgNumber: '556989-0011', countryCode: 'se' },
      );
      expect(results).to.deep.equal([
        { status: 'invalid', error: 'invalid_org_number' },
        { status: 'invalid', error: 'invalid_linkedin_url' },
        { status: 'invalid', error: 'country_code_without_org_number' },
        { status: 'invalid', error: 'invalid_id' },
        { status: 'invalid', error: 'invalid_domain' },
        { status: 'invalid', error: 'invalid_country_code' },
        { status: 'invalid', error: 'invalid_country_code' },
      ]);
    });

    it('reports the first of several malformed identifiers, in the order in which they are tried [4.1.2] [D identifiers.5]', async () => {
      const customer = await api.customer();
      const malformed = { domain: 'nodot', linkedInUrl: 'nowhere', orgNumber: 'none', id: 'no-uuid' };
      const { id: _id, ...withoutId } = malformed;
      const { orgNumber: _number, ...withoutNumber } = withoutId;
      const { linkedInUrl: _page, ...withoutPage } = withoutNumber;
      const results = await customer.matchOrganizations(malformed, withoutId, withoutNumber, withoutPage);
      expect(results.map(({ error }) => error)).to.deep.equal([
        'invalid_id',
        'invalid_org_number',
        'invalid_linkedin_url',
        'invalid_domain',
      ]);
    });

    it('reports an identifier that is empty or not a string as malformed [4.1.2] [D identifiers.5]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { id: 7 },
        { orgNumber: 5569890011 },
        { linkedInUrl: ['linkedin.com/company/norrled'] },
        { domain: { host: 'norrled.example' } },
        { id: '' },
        { orgNumber: '' },
        { linkedInUrl: '' },
        { domain: '' },
        { domain: ' ' },
        { id: nordlinjen.id, orgNumber: '556989-0011', countryCode: '' },
      );
      expect(results.map(({ status, error }) => `${status} ${error}`)).to.deep.equal([
        'invalid invalid_id',
        'invalid invalid_org_number',
        'invalid invalid_linkedin_url',
        'invalid invalid_domain',
        'invalid invalid_id',
        'invalid invalid_org_number',
        'invalid invalid_linkedin_url',
        'invalid invalid_domain',
        'invalid invalid_domain',
        'invalid invalid_country_code',
      ]);
    });

    it('accepts an id in either letter case [4.1.1]', async () => {
      const customer = await api.customer();
      const [result] = await customer.matchOrganizations({ id: nordlinjen.id.toUpperCase() });
      expect(result?.organization?.id).to.equal(nordlinjen.id);
    });

    it('does not match by name [4.1.3]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { name: nordlinjen.name },
        { organizationName: nordlinjen.name },
        { name: fjordlys.name, id: nordlinjen.id },
        { domain: nordlinjen.name },
      );
      expect(results.map(({ status, error, matchedBy }) => error ?? matchedBy ?? status)).to.deep.equal([
        'missing_identifier',
        'missing_identifier',
        'id',
        'invalid_domain',
      ]);
      expect(results[2]?.organization?.id).to.equal(nordlinjen.id);
    });

    it('answers ref, status, matchedBy and the free fields of the organization, and no cost [4.1.4]', async () => {
      const customer = await api.customer();
      const [matched, missed, invalid] = await customer.matchOrganizations(
        { ref: 'row 1', domain: 'https://www.norrled.example/kontakt' },
        { ref: 'row 2', ...UNKNOWN },
        { ref: 'row 3' },
      );
      expect(matched).to.deep.equal({
        ref: 'row 1',
        status: 'matched',
        matchedBy: 'domain',
        organization: {
          id: nordlinjen.id,
          name: 'Nordlinjen Logistik AB',
          detailsRevealed: false,
          countryCode: 'SE',
          legalForm: 'Aktiebolag',
          city: 'Gävle',
          foundedYear: 1987,
          url: `${api.appUrl}/organizations/${nordlinjen.id}`,
          domain: 'norrled.example',
        },
      });
      expect(missed).to.deep.equal({ ref: 'row 2', status: 'not_found' });
      expect(invalid).to.deep.equal({ ref: 'row 3', status: 'invalid', error: 'missing_identifier' });
    });

    it('shows the identifier that matched in its normal form, and none of the others [4.1.4]', async () => {
      const customer = await api.customer();
      const everything = {
        orgNumber: '5569890011',
        linkedInUrl: 'HTTP://SE.LinkedIn.com/company/NorrLed/about',
        domain: 'WWW.Norrled-Frakt.example',
      };
      const results = await customer.matchOrganizations(
        { id: nordlinjen.id, ...everything },
        everything,
        { linkedInUrl: everything.linkedInUrl, domain: everything.domain },
        { domain: everything.domain },
      );
      const shown = results.map((result) => {
        const { organizationNumber, linkedInUrl, domain } = result.organization ?? {};
        return { organizationNumber, linkedInUrl, domain };
      });
      const nothing = { organizationNumber: undefined, linkedInUrl: undefined, domain: undefined };
      expect(shown).to.deep.equal([
        nothing,
        { ...nothing, organizationNumber: '556989-0011' },
        { ...nothing, linkedInUrl: 'https://www.linkedin.com/company/norrled' },
        { ...nothing, domain: 'norrled-frakt.example' },
      ]);
    });

    it('omits fields that are not on record [4.1.4]', async () => {
      const customer = await api.customer();
      const [result] = await customer.matchOrganizations({ id: bare.id });
      expect(result?.organization).to.deep.equal({
        id: bare.id,
        name: bare.name,
        detailsRevealed: false,
        countryCode: 'NO',
        url: `${api.appUrl}/organizations/${bare.id}`,
      });
    });

    it('prefers the organization whose primary domain it is [4.1.1]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations({ domain: 'delad.example' }, { domain: 'hyresgast.example' });
      expect(results.map(({ organization: found }) => found?.name)).to.deep.equal([landlord.name, tenant.name]);
    });

    it('is free without reveal, or with an empty one, and moves no credits [4.1.5]', async () => {
      const customer = await api.customer({ credits: { included: 3, purchased: 2 } });
      for (const top of [{}, { reveal: [] }, { reveal: null }, { reveal: [], dryRun: true }, { maxCredits: 100 }]) {
        const answer = await customer.post(PATHS.organizations, { items: [{ id: nordlinjen.id }], ...top });
        expect(answer.json).to.deep.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 5 });
        expect(answer.json).to.have.nested.property('results[0].organization.detailsRevealed', false);
        expect(answer.json).not.to.have.nested.property('results[0].creditCost');
      }
      expect((await customer.send(PATHS.credits)).json).to.deep.equal({ included: 3, purchased: 2, total: 5 });
    });

    it('returns details that the account revealed within a year, without `reveal` in the request [4.1.5]', async () => {
      const customer = await api.customer();
      await api.revealed(customer, { subject: 'organization', subjectId: nordlinjen.id, infoType: 'details' });
      const [result] = await customer.matchOrganizations({ id: nordlinjen.id });
      expect(result?.organization).to.deep.include({
        detailsRevealed: true,
        organizationNumber: '556989-0011',
        domain: 'norrled.example',
        linkedInUrl: 'https://www.linkedin.com/company/norrled',
        website: 'https://norrled.example/start',
        employeesMin: 50,
        employeesMax: 99,
      });
    });

    it('rejects any reveal value other than `details` [1.2]', async () => {
      const customer = await api.customer();
      for (const reveal of [['email'], ['details', 'phone'], 'details', [['details']], {}]) {
        const answer = await customer.post(PATHS.organizations, { items: [{ id: bare.id }], reveal, dryRun: true });
        const { errors } = problemOf(answer, 422, 'validation_failed');
        expect(Object.keys(errors ?? {}).every((field) => /^reveal\b/.test(field))).to.equal(true);
      }
    });
  },
);
