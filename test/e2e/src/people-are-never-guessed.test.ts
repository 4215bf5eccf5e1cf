import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Customer, overEveryInstallation, PATHS, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const nordvik = organization({
  name: 'Nordvik Maskin AB',
  domains: ['nordfolk.example'],
  linkedInUrl: 'https://www.linkedin.com/company/nordfolk-maskin',
});
const solberg = organization({ name: 'Solberg Bygg AS', domains: ['solberg.example'] });

const astrid = contact(nordvik, {
  name: 'Astrid Maria Lindqvist-Öberg',
  jobTitle: 'Inköpschef',
  isDecisionMaker: true,
  email: 'astrid.lindqvist@nordfolk.example',
  phone: '+46701740601',
  linkedInUrl: 'https://www.linkedin.com/in/astrid-lindqvist-exempel',
});
const bjorn = contact(nordvik, {
  name: 'Bjørn Æge D’Angelo',
  jobTitle: 'Svetsare',
  linkedInUrl: 'https://www.linkedin.com/in/bjorn-dangelo-exempel',
});
const margareta = contact(nordvik, { name: 'Margareta Svensson', jobTitle: 'Ekonom' });
const doubleSurname = contact(nordvik, { name: 'Carmen García López' });
const annaKarin = contact(nordvik, { name: 'Anna-Karin Holm' });
const astridElsewhere = contact(solberg, { name: 'Astrid Lindqvist' });

/** Seven people of one name, some of them executives or decision makers. */
const namesakes = [
  contact(solberg, { name: 'Ola Hansen', jobTitle: 'Tømrer' }),
  contact(solberg, { name: 'Ola Hansen', jobTitle: 'Daglig leder', isExecutive: true, isDecisionMaker: true }),
  contact(solberg, { name: 'Ola B Hansen', jobTitle: 'Maler' }),
  contact(solberg, { name: 'Ola Hansen', jobTitle: 'Innkjøper', isDecisionMaker: true }),
  contact(solberg, { name: 'Ola Hansen', jobTitle: 'Styreleder', isExecutive: true }),
  contact(solberg, { name: 'Ola A Hansen', jobTitle: 'Murer' }),
  contact(solberg, { name: 'Ola Hansen' }),
];
const two = [
  contact(nordvik, { name: 'Per Alm', email: 'per.alm@nordfolk.example' }),
  contact(nordvik, { name: 'Per Erik Alm', email: 'per.erik@nordfolk.example' }),
];

const people = [astrid, bjorn, margareta, doubleSurname, annaKarin, astridElsewhere, ...namesakes, ...two];
const at = { domain: 'nordfolk.example' };

/**
 * Expects each name to find at Nordvik the given name on record, or to end with the given status.
 */
async function whoIs(customer: Customer, ...names: string[]): Promise<(string | undefined)[]> {
  const results = await customer.matchPeople(...names.map((name) => ({ name, organization: at })));
  return results.map(({ contact: found, error, status }) => found?.name ?? error ?? status);
}

overEveryInstallation('People are never guessed', { organizations: [nordvik, solberg], contacts: people }, (api) => {
  it('finds a person by LinkedIn page, or by name and organization, and reports which one matched [1.2] [4.4.1] [D results.7]', async () => {
    const customer = await api.customer();
    const [byPage, byName] = await customer.matchPeople(
      { ref: 'a', linkedInUrl: 'https://www.linkedin.com/in/astrid-lindqvist-exempel' },
      { ref: 'b', name: 'Astrid Lindqvist', organization: at },
    );
    const found = {
      id: astrid.id,
      name: 'Astrid Maria Lindqvist-Öberg',
      jobTitle: 'Inköpschef',
      isExecutive: false,
      isDecisionMaker: true,
      organizationId: nordvik.id,
      organizationName: 'Nordvik Maskin AB',
      email: 'XXXXX@nordfolk.example',
      emailIsMasked: true,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
      linkedInUrl: 'https://www.linkedin.com/in/astrid-lindqvist-exempel',
    };
    expect(byPage).to.deep.equal({ ref: 'a', status: 'matched', matchedBy: 'linkedInUrl', contact: found });
    expect(byName).to.deep.equal({ ref: 'b', status: 'matched', matchedBy: 'name', contact: found });
  });

  it('omits fields of a person that are not on record [4.4.1]', async () => {
    const customer = await api.customer();
    const [result] = await customer.matchPeople({ name: 'Carmen López', organization: at });
    expect(result?.contact).to.deep.equal({
      id: doubleSurname.id,
      name: 'Carmen García López',
      isExecutive: false,
      isDecisionMaker: false,
      organizationId: nordvik.id,
      organizationName: nordvik.name,
      emailIsMasked: false,
      phoneIsMasked: false,
    });
  });

  it('takes the LinkedIn page and the address in linkedInUrl and email [4.4.7]', async () => {
    const customer = await api.customer({ ownedEmails: ['astrid.lindqvist@nordfolk.example'] });
    const results = await customer.matchPeople(
      { linkedInUrl: 'linkedin.com/in/astrid-lindqvist-exempel' },
      { email: 'astrid.lindqvist@nordfolk.example' },
      { linkedinUrl: 'linkedin.com/in/astrid-lindqvist-exempel', mail: 'astrid.lindqvist@nordfolk.example' },
    );
    expect(results.map(({ matchedBy, error }) => matchedBy ?? error)).to.deep.equal([
      'linkedInUrl',
      'email',
      'missing_identifier',
    ]);
  });

  it('distinguishes an unknown organization from an unknown person [4.4.1] [4.4.7]', async () => {
    const customer = await api.customer();
    expect(
      await customer.matchPeople(
        { name: 'Ingen Alls', organization: at },
        { name: 'Astrid Lindqvist', organization: { domain: 'okand.example' } },
        { linkedInUrl: 'https://www.linkedin.com/in/ingen-alls-exempel' },
        { email: 'astrid.lindqvist@nordfolk.example' },
      ),
    ).to.deep.equal([
      { status: 'not_found', reason: 'person_not_found' },
      { status: 'not_found', reason: 'organization_not_found' },
      { status: 'not_found', reason: 'person_not_found' },
      { status: 'not_found', reason: 'person_not_found' },
    ]);
  });

  it('finds a person by name only at the named organization [4.4.1]', async () => {
    const customer = await api.customer();
    const results = await customer.matchPeople(
      { name: 'Astrid Lindqvist', organization: { id: solberg.id } },
      { name: 'Margareta Svensson', organization: { id: solberg.id } },
    );
    expect(results.map(({ contact: found, reason }) => found?.id ?? reason)).to.deep.equal([
      astridElsewhere.id,
      'person_not_found',
    ]);
  });

  it('accepts either half of a hyphenated surname, and no other part [4.4.2] [D identifiers.6]', async () => {
    const customer = await api.customer();
    expect(
      await whoIs(
        customer,
        'Astrid Lindqvist',
        'Astrid Öberg',
        'Astrid Lindqvist-Öberg',
        'Astrid Lindqvist-Berg',
        'Astrid Lind',
        'Astrid Qvist-Öberg',
      ),
    ).to.deep.equal([astrid.name, astrid.name, astrid.name, 'not_found', 'not_found', 'not_found']);
  });

  it('does not match nicknames, initials or near misses [4.4.2] [D identifiers.6]', async () => {
    const customer = await api.customer();
    const guesses = ['Greta Svensson', 'Maggan Svensson', 'M Svensson', 'M. Svensson', 'Margareta Swensson'];
    const more = ['Margaretha Svensson', 'Margareta S', 'Margareta', 'Svensson', 'Svensson Margareta'];
    expect(await whoIs(customer, ...guesses, ...more)).to.deep.equal([...guesses, ...more].map(() => 'not_found'));
    expect(await whoIs(customer, 'Margareta Svensson')).to.deep.equal([margareta.name]);
  });

  it('ignores letter case, diacritics, apostrophes, extra spaces and compatibility forms [D identifiers.6]', async () => {
    const customer = await api.customer();
    const written = [
      'BJØRN DANGELO',
      'Bjorn D’Angelo',
      "björn d'angelo",
      '  Bjørn   D´Angelo ',
      'Bjo\u0308rn DAngelo',
      'Ｂｊｏｒｎ D`Angelo',
      'Bjørn Æge D’Angelo',
      'Bjorn Aege Dangelo',
    ];
    expect(await whoIs(customer, ...written)).to.deep.equal(written.map(() => bjorn.name));
  });

  it('allows middle names to be missing on either side, but not to contradict each other [D identifiers.6]', async () => {
    const customer = await api.customer();
    expect(
      await whoIs(
        customer,
        'Astrid Maria Lindqvist',
        'Astrid Lindqvist',
        'Astrid Eva Lindqvist',
        'Astrid Maria Eva Lindqvist',
        'Maria Lindqvist',
        'Margareta Eva Svensson',
      ),
    ).to.deep.equal([astrid.name, astrid.name, 'not_found', astrid.name, 'not_found', margareta.name]);
  });

  it('takes the last word as the surname, so a double surname without a hyphen matches by it [D identifiers.6]', async () => {
    const customer = await api.customer();
    expect(
      await whoIs(customer, 'Carmen López', 'Carmen García López', 'Carmen García', 'Carmen Ruiz López'),
    ).to.deep.equal([doubleSurname.name, doubleSurname.name, 'not_found', 'not_found']);
  });

  it('treats a hyphenated given name as one name [D identifiers.6]', async () => {
    const customer = await api.customer();
    expect(await whoIs(customer, 'Anna-Karin Holm', 'anna-karin holm', 'Anna Holm', 'Karin Holm')).to.deep.equal([
      annaKarin.name,
      annaKarin.name,
      'not_found',
      'not_found',
    ]);
  });

  it('answers ambiguous with candidates when several people match, and shows nothing masked of them [4.4.1] [4.4.4]', async () => {
    const customer = await api.customer({ credits: { purchased: 50 } });
    const answer = await customer.post(PATHS.people, { items: [{ ref: 'x', name: 'Per Alm', organization: at }] });
    expect(answer.json).to.deep.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 50 });
    const ids = two.map(({ id }) => id);
    expect(answer.json).to.have.deep.property('results', [
      {
        ref: 'x',
        status: 'ambiguous',
        candidates: [
          { id: ids[0], name: 'Per Alm', organizationId: nordvik.id, organizationName: nordvik.name },
          { id: ids[1], name: 'Per Erik Alm', organizationId: nordvik.id, organizationName: nordvik.name },
        ],
      },
    ]);
  });

  it('tells namesakes apart by the middle names that are given [D identifiers.6]', async () => {
    const customer = await api.customer();
    const results = await customer.matchPeople(
      { name: 'Per Erik Alm', organization: at },
      { name: 'Per Johan Alm', organization: at },
    );
    // Per Alm without a middle name may be either person; only Per Erik contradicts Per Johan.
    expect(results[0]?.candidates?.map(({ name }) => name)).to.deep.equal(['Per Alm', 'Per Erik Alm']);
    expect(results[1]?.contact?.name).to.equal('Per Alm');
  });

  it('lists at most five candidates: executives, then decision makers, then by name, then by id [D results.1] [D results.3]', async () => {
    const customer = await api.customer();
    const [result] = await customer.matchPeople({ name: 'Ola Hansen', organization: { id: solberg.id } });
    const [craftsman, leader, b, buyer, chair, a, untitled] = namesakes;
    const byId = [craftsman, untitled].sort((one, other) => ((one?.id ?? '') < (other?.id ?? '') ? -1 : 1));
    expect([leader, chair, buyer, a, b, ...byId]).to.have.length(7);
    expect(result?.status).to.equal('ambiguous');
    expect(result?.candidates?.map(({ id }) => id)).to.deep.equal([leader?.id, chair?.id, buyer?.id, a?.id, b?.id]);
  });

  it('describes a candidate only by id, name, job title and organization [D results.1]', async () => {
    const customer = await api.customer();
    const [result] = await customer.matchPeople({ name: 'Ola Hansen', organization: { id: solberg.id } });
    expect(result?.candidates?.[0]).to.deep.equal({
      id: namesakes[1]?.id,
      name: 'Ola Hansen',
      jobTitle: 'Daglig leder',
      organizationId: solberg.id,
      organizationName: solberg.name,
    });
  });

  it('tries linkedInUrl, then email, then name; the first hit wins [D identifiers.5]', async () => {
    const email = 'per.alm@nordfolk.example';
    const customer = await api.customer({ ownedEmails: [email] });
    const name = { name: 'Margareta Svensson', organization: at };
    const page = { linkedInUrl: 'linkedin.com/in/bjorn-dangelo-exempel' };
    const noPage = { linkedInUrl: 'linkedin.com/in/ingen-alls-exempel' };
    const results = await customer.matchPeople(
      { ...name, email, ...page },
      { ...name, email, ...noPage },
      { ...name, email: 'ingen@nordfolk.example', ...noPage },
      { name: 'Ingen Alls', organization: at, email: 'ingen@nordfolk.example', ...noPage },
    );
    expect(results.map(({ matchedBy, contact: found, reason }) => [matchedBy, found?.id ?? reason])).to.deep.equal([
      ['linkedInUrl', bjorn.id],
      ['email', two[0]?.id],
      ['name', margareta.id],
      [undefined, 'person_not_found'],
    ]);
  });

  it('checks every identifier before it looks any up [D identifiers.5]', async () => {
    const customer = await api.customer();
    const page = { linkedInUrl: 'linkedin.com/in/astrid-lindqvist-exempel' };
    const items = [
      { ...page, email: 'no-address' },
      { ...page, email: '' },
      { ...page, name: ' ', organization: at },
      { ...page, name: '', organization: at },
      { ...page, name: '\u00A0\u2003', organization: at },
      { ...page, name: 'Astrid Lindqvist' },
      { ...page, organization: at },
      { ...page, name: 'Astrid Lindqvist', organization: { domain: 'nodot' } },
      { ...page, name: 'Astrid Lindqvist', organization: {} },
      { ...page, name: 'Astrid Lindqvist', organization: { id: randomUUID(), countryCode: 'SE' } },
      { linkedInUrl: 'linkedin.com/company/nordfolk-maskin', email: 'no-address', name: ' ' },
      { email: 'no-address', name: ' ', organization: { domain: 'nodot' } },
    ];
    const results = await customer.matchPeople(...items);
    expect(results.map(({ status, error }) => (status === 'invalid' ? error : status))).to.deep.equal([
      'invalid_email',
      'invalid_email',
      'invalid_name',
      'invalid_name',
      'invalid_name',
      'organization_required',
      'name_required',
      'invalid_domain',
      'missing_identifier',
      'country_code_without_org_number',
      'invalid_linkedin_url',
      'invalid_email',
    ]);
  });

  it('requires an identifier, and reports one of the wrong type as malformed [D identifiers.5]', async () => {
    const customer = await api.customer();
    const results = await customer.matchPeople(
      {},
      { id: astrid.id },
      { linkedInUrl: null, email: null, name: null, organization: null },
      { linkedInUrl: 5 },
      { email: ['astrid.lindqvist@nordfolk.example'] },
      { name: 5, organization: at },
      { name: { first: 'Astrid' }, organization: at },
    );
    expect(results.map(({ error }) => error)).to.deep.equal([
      'missing_identifier',
      'missing_identifier',
      'missing_identifier',
      'invalid_linkedin_url',
      'invalid_email',
      'invalid_name',
      'invalid_name',
    ]);
  });
});
