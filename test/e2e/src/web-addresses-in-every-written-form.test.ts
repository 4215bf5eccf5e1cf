import { expect } from 'chai';
import { type Customer, overEveryInstallation, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const company = organization({
  name: 'Nordlinjen AB',
  linkedInUrl: 'https://www.linkedin.com/company/nordlinjen',
  domains: ['nordlinjen.example'],
});
const school = organization({ name: 'Nordlinjens skola', linkedInUrl: 'https://www.linkedin.com/school/nordlinjen' });
const showcase = organization({
  name: 'Nordlinjen Labb',
  linkedInUrl: 'https://www.linkedin.com/showcase/nordlinjen-labb',
});
const accented = organization({
  name: 'Blåbär & Co AB',
  linkedInUrl: 'https://www.linkedin.com/company/bl%C3%A5b%C3%A4r',
  domains: ['blåbär.example'],
});
const shop = organization({ name: 'Butiken AB', domains: ['shop.koncern.example'] });
const group = organization({ name: 'Koncernen AB', domains: ['koncern.example'] });
const british = organization({ name: 'Examplia Ltd AB', domains: ['examplia.co.uk'] });
const numbered = organization({ name: 'Nummer AB', linkedInUrl: 'https://www.linkedin.com/company/1234567' });

const astrid = contact(company, { name: 'Astrid Exempel', linkedInUrl: 'https://www.linkedin.com/in/astrid-exempel' });
const bjorn = contact(company, {
  name: 'Björn Exempel',
  linkedInUrl: 'https://www.linkedin.com/in/bj%C3%B6rn-exempel',
});

const organizations = [company, school, showcase, accented, shop, group, british, numbered];
const names = new Map([...organizations, astrid, bjorn].map(({ id, name }) => [id, name]));

async function byOrganization(customer: Customer, ...items: object[]): Promise<(string | undefined)[]> {
  const results = await customer.matchOrganizations(...items);
  return results.map((result) => names.get(result.organization?.id ?? '') ?? result.error ?? result.status);
}

async function byPerson(customer: Customer, ...pages: string[]): Promise<(string | undefined)[]> {
  const results = await customer.matchPeople(...pages.map((linkedInUrl) => ({ linkedInUrl })));
  return results.map((result) => names.get(result.contact?.id ?? '') ?? result.error ?? result.status);
}

overEveryInstallation(
  'Web addresses are read in every written form',
  { organizations, contacts: [astrid, bjorn] },
  (api) => {
    it('reads an organization page whatever its scheme, subdomain, case, further path, query or fragment [D identifiers.3]', async () => {
      const customer = await api.customer();
      const written = [
        'https://www.linkedin.com/company/nordlinjen',
        'http://linkedin.com/company/nordlinjen',
        'linkedin.com/company/nordlinjen',
        'www.linkedin.com/company/nordlinjen/',
        'https://se.linkedin.com/company/nordlinjen',
        'https://m.linkedin.com/company/nordlinjen',
        'https://www.linkedin.com/company/nordlinjen/about/?viewAsMember=true',
        'https://www.linkedin.com/company/nordlinjen#people',
        'https://www.linkedin.com/company/nordlinjen?trk=x',
        'HTTPS://WWW.LINKEDIN.COM/Company/NordLinjen',
        'https://www.linkedin.com/company/nord%6Cinjen',
        ' https://www.linkedin.com/company/nordlinjen ',
      ];
      const items = written.map((linkedInUrl) => ({ linkedInUrl }));
      expect(await byOrganization(customer, ...items)).to.deep.equal(written.map(() => company.name));
      const shown = await customer.matchOrganizations(...items);
      expect(new Set(shown.map(({ organization: of }) => of?.linkedInUrl))).to.deep.equal(
        new Set(['https://www.linkedin.com/company/nordlinjen']),
      );
    });

    it('matches on kind and slug: a company page does not match a school of the same name [D identifiers.3]', async () => {
      const customer = await api.customer();
      expect(
        await byOrganization(
          customer,
          { linkedInUrl: 'linkedin.com/school/nordlinjen' },
          { linkedInUrl: 'linkedin.com/showcase/nordlinjen' },
          { linkedInUrl: 'linkedin.com/showcase/nordlinjen-labb' },
          { linkedInUrl: 'linkedin.com/company/nordlinjen-labb' },
          { linkedInUrl: 'linkedin.com/company/1234567' },
        ),
      ).to.deep.equal([school.name, 'not_found', showcase.name, 'not_found', numbered.name]);
    });

    it('shows the page in one form, with its kind [D identifiers.3]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { linkedInUrl: 'se.linkedin.com/School/NORDLINJEN/people' },
        { linkedInUrl: 'linkedin.com/showcase/Nordlinjen-Labb' },
      );
      expect(results.map(({ organization: of }) => of?.linkedInUrl)).to.deep.equal([
        'https://www.linkedin.com/school/nordlinjen',
        'https://www.linkedin.com/showcase/nordlinjen-labb',
      ]);
    });

    it('decodes percent-encoding and ignores letter case beyond ASCII [D identifiers.3]', async () => {
      const customer = await api.customer();
      const written = ['bl%C3%A5b%C3%A4r', 'blåbär', 'BLÅBÄR', 'bl%c3%a5b%c3%a4r', 'bla\u030Aba\u0308r'];
      expect(
        await byOrganization(
          customer,
          ...written.map((slug) => ({ linkedInUrl: `https://www.linkedin.com/company/${slug}` })),
        ),
      ).to.deep.equal(written.map(() => accented.name));
    });

    it('reports a value that is not an organization page as malformed [4.1.2] [D identifiers.3]', async () => {
      const customer = await api.customer();
      const malformed = [
        'https://www.linkedin.com/in/nordlinjen',
        'https://www.linkedin.com/company/',
        'https://www.linkedin.com/company',
        'https://www.linkedin.com/',
        'https://www.linkedin.com/jobs/nordlinjen',
        'https://linkedin.example/company/nordlinjen',
        'https://notlinkedin.com/company/nordlinjen',
        'https://www.linkedin.com.example.com/company/nordlinjen',
        'company/nordlinjen',
        'nordlinjen',
        'https://www.linkedin.com/company/%E0%A4%A',
      ];
      expect(await byOrganization(customer, ...malformed.map((linkedInUrl) => ({ linkedInUrl })))).to.deep.equal(
        malformed.map(() => 'invalid_linkedin_url'),
      );
    });

    it("reads a person's page in the same ways, and reports an organization's page as malformed [D identifiers.3]", async () => {
      const customer = await api.customer();
      expect(
        await byPerson(
          customer,
          'https://www.linkedin.com/in/astrid-exempel',
          'se.linkedin.com/in/Astrid-Exempel/?originalSubdomain=se',
          'linkedin.com/in/astrid-exempel/details/experience/',
          'https://www.linkedin.com/in/björn-exempel',
          'https://www.linkedin.com/in/bj%C3%B6rn-exempel/sv',
          'https://www.linkedin.com/in/nobody-there',
          'https://www.linkedin.com/company/nordlinjen',
          'https://www.linkedin.com/in/',
          'https://www.linkedin.com/pub/astrid-exempel',
        ),
      ).to.deep.equal([
        astrid.name,
        astrid.name,
        astrid.name,
        bjorn.name,
        bjorn.name,
        'not_found',
        'invalid_linkedin_url',
        'invalid_linkedin_url',
        'invalid_linkedin_url',
      ]);
    });

    it('reads a domain from a host name, with or without www., or from a whole pasted URL [D identifiers.4]', async () => {
      const customer = await api.customer();
      const written = [
        'nordlinjen.example',
        'www.nordlinjen.example',
        'NORDLINJEN.Example',
        'https://nordlinjen.example',
        'http://www.nordlinjen.example/om-oss?x=1#y',
        'https://nordlinjen.example:8443/',
        '//nordlinjen.example/',
        'nordlinjen.example/kontakt',
        'nordlinjen.example.',
        ' nordlinjen.example ',
      ];
      const results = await customer.matchOrganizations(...written.map((domain) => ({ domain })));
      expect(results.map(({ organization: of }) => [of?.name, of?.domain])).to.deep.equal(
        written.map(() => [company.name, 'nordlinjen.example']),
      );
    });

    it('accepts both forms of an internationalized name, and shows the ASCII form [D identifiers.4]', async () => {
      const customer = await api.customer();
      const ascii = new URL('https://blåbär.example').hostname;
      const written = [
        'blåbär.example',
        'BLÅBÄR.example',
        'https://www.blåbär.example/',
        ascii,
        `https://www.${ascii}/`,
      ];
      const results = await customer.matchOrganizations(...written.map((domain) => ({ domain })));
      expect(results.map(({ organization: of }) => [of?.name, of?.domain])).to.deep.equal(
        written.map(() => [accented.name, ascii]),
      );
    });

    it('falls back from an unknown subdomain to the registrable domain, and shows the domain that was sent [D identifiers.4]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        { domain: 'shop.koncern.example' },
        { domain: 'www.shop.koncern.example' },
        { domain: 'press.koncern.example' },
        { domain: 'a.b.koncern.example' },
        { domain: 'old.shop.koncern.example' },
        { domain: 'https://blog.examplia.co.uk/post/1' },
        { domain: 'blog.okand.example' },
      );
      expect(
        results.map(({ status, organization: of }) => (of === undefined ? status : [of.name, of.domain])),
      ).to.deep.equal([
        [shop.name, 'shop.koncern.example'],
        [shop.name, 'shop.koncern.example'],
        [group.name, 'press.koncern.example'],
        [group.name, 'a.b.koncern.example'],
        [group.name, 'old.shop.koncern.example'],
        [british.name, 'blog.examplia.co.uk'],
        'not_found',
      ]);
    });

    it('reports a name without a dot, an IP address and a bare public suffix as malformed [D identifiers.4]', async () => {
      const customer = await api.customer();
      const malformed = [
        'localhost',
        'nordlinjen',
        '192.0.2.1',
        'http://192.0.2.1/',
        '[2001:db8::1]',
        'https://[2001:db8::1]/',
        'se',
        'co.uk',
        '.example',
        'nord linjen.example',
        'someone@nordlinjen.example',
        'https://',
        '-.example',
      ];
      expect(await byOrganization(customer, ...malformed.map((domain) => ({ domain })))).to.deep.equal(
        malformed.map(() => 'invalid_domain'),
      );
    });
  },
);
