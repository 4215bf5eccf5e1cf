import { expect } from 'chai';
import { openImportBench, type ImportBench } from '#testing/import.js';

const NONE = { read: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0, suppressed: 0, rejects: [] };
const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const ID = '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d';
const OTHER_ID = '7c1d7a52-3c0e-4b53-8a4e-2f1f4f0d9b11';
const FIRM = { countryCode: 'SE', organizationNumber: '850101-9802' };

describe('importing contacts', () => {
  let bench: ImportBench;
  let danishId: string;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [
      { ...ORGANIZATION, name: 'Fjellvik AS' },
      { countryCode: 'NO', organizationNumber: '100000002', name: 'Solvik AS' },
      { countryCode: 'DK', organizationNumber: '50000001', name: 'Havlund ApS' },
      { ...FIRM, id: ID, name: 'Eksjö Måleri', foundedYear: 1999 },
      { ...FIRM, id: OTHER_ID, name: 'Eksjö Bygg', foundedYear: 1990 },
    ]);
    const [danish] = await bench.rows<{ id: string }>(
      "select id from directory.organizations where country_code = 'DK'",
    );
    danishId = danish?.id ?? '';
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.contacts cascade'));

  const anna = (more: object = {}) => ({ organization: ORGANIZATION, name: 'Anna Fjellvang', ...more });
  const contacts = (columns = 'id, name, job_title') =>
    bench.rows<{ id: string; name: string; job_title: string | null }>(
      `select ${columns} from directory.contacts left join directory.contact_details on contact_id = id order by sort_key, contacts.id`,
    );

  it('[D identifiers.6] [D results.3] stores every field in the form in which it is matched, sorted and shown', async () => {
    const record = anna({
      id: ID.toUpperCase(),
      name: ' Anna-Karin Østby O’Fjellvang ',
      jobTitle: 'CEO',
      isExecutive: true,
      isDecisionMaker: false,
      roles: ['ceo', 'head_of_sales', 'ceo'],
      email: 'Anna.Karin@ÅS.example',
      phone: '22 17 40 60',
      linkedInUrl: 'no.linkedin.com/in/Anna-%C3%98stby/',
    });
    expect(await bench.run('contacts', [record])).to.deep.equal({ ...NONE, read: 1, inserted: 1 });
    expect(
      await contacts(
        'id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, email, phone',
      ),
    ).to.deep.equal([
      {
        id: ID,
        name: 'Anna-Karin Østby O’Fjellvang',
        job_title: 'CEO',
        is_executive: true,
        is_decision_maker: false,
        roles: ['ceo', 'head_of_sales'],
        linked_in_slug: 'anna-østby',
        sort_key: '01anna-karin ostby ofjellvang',
        first_name: 'anna-karin',
        email: 'anna.karin@xn--s-1fa.example',
        phone: '+4722174060',
      },
    ]);
  });

  it('requires only an organization and a name', async () => {
    await bench.run('contacts', [anna()]);
    const found = await contacts(
      'name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, email, contact_id',
    );
    expect(found).to.deep.equal([
      {
        name: 'Anna Fjellvang',
        job_title: null,
        is_executive: false,
        is_decision_maker: false,
        roles: [],
        linked_in_slug: null,
        sort_key: '11anna fjellvang',
        email: null,
        contact_id: null,
      },
    ]);
  });

  it('reads a phone in national form as one of the organization’s country', async () => {
    await bench.run('contacts', [
      anna({ phone: '22 17 40 60' }),
      { organization: { id: danishId }, name: 'Mette Agerskov', phone: '22 17 40 60' },
      { organization: { id: danishId.toUpperCase() }, name: 'Rasmus Agerskov', phone: '+46 70 174 06 05' },
    ]);
    expect(await contacts('name, phone')).to.deep.equal([
      { name: 'Anna Fjellvang', phone: '+4722174060' },
      { name: 'Mette Agerskov', phone: '+4522174060' },
      { name: 'Rasmus Agerskov', phone: '+46701740605' },
    ]);
  });

  it('recognizes a contact when its organization is named by id first and by number later', async () => {
    const record = { name: 'Mette Agerskov', email: 'mette@havlund.example' };
    await bench.run('contacts', [{ organization: { id: danishId }, ...record }]);
    const byNumber = { organization: { countryCode: 'DK', organizationNumber: 'DK 50 00 00 01' }, ...record };
    expect(await bench.run('contacts', [byNumber])).to.include({ unchanged: 1 });
  });

  it('assigns a contact to the firm founded first when a sole trader runs several', async () => {
    await bench.run('contacts', [{ organization: FIRM, name: 'Elin Almgård' }]);
    const found = await bench.rows(
      'select organizations.name from directory.contacts join directory.organizations on organizations.id = organization_id',
    );
    expect(found).to.deep.equal([{ name: 'Eksjö Bygg' }]);
  });

  it('changes nothing when the same file is imported again', async () => {
    const file = [
      anna({ phone: '22174060' }),
      anna({ name: 'Ola Solvik', id: ID }),
      anna({ name: 'Kari Berg', linkedInUrl: 'linkedin.com/in/kari' }),
    ];
    await bench.run('contacts', file);
    const everything = () => bench.rows('select xmin::text, ctid::text, id from directory.contacts order by id');
    const before = await everything();
    expect(await bench.run('contacts', file)).to.deep.equal({ ...NONE, read: 3, unchanged: 3 });
    expect(await everything()).to.deep.equal(before);
  });

  it('updates every field of a contact with an id, including the organization', async () => {
    await bench.run('contacts', [anna({ id: ID, email: 'a@fjellvik.example' })]);
    const moved = { id: ID, organization: { id: danishId }, name: 'Anna Havlund' };
    expect(await bench.run('contacts', [moved])).to.include({ updated: 1, inserted: 0 });
    expect(await contacts('id, name, organization_id, contact_id')).to.deep.equal([
      { id: ID, name: 'Anna Havlund', organization_id: danishId, contact_id: null },
    ]);
  });

  it('deletes details that a contact no longer has, and inserts new ones', async () => {
    await bench.run('contacts', [anna({ email: 'a@fjellvik.example' }), anna({ name: 'Ola Solvik' })]);
    await bench.run('contacts', [anna(), anna({ name: 'Ola Solvik', phone: '22174060' })]);
    expect(await contacts('name, email, phone')).to.deep.equal([
      { name: 'Anna Fjellvang', email: null, phone: null },
      { name: 'Ola Solvik', email: null, phone: '+4722174060' },
    ]);
  });

  it('imports the first of several records with one page or one id', async () => {
    const { rejects } = await bench.run('contacts', [
      anna({ linkedInUrl: 'linkedin.com/in/anna', jobTitle: 'CEO' }),
      anna({ linkedInUrl: 'se.linkedin.com/in/ANNA/', jobTitle: 'CFO' }),
      anna({ name: 'Ola Solvik', id: ID }),
      anna({ name: 'Kari Berg', id: ID }),
    ]);
    expect(rejects).to.deep.equal([
      { line: 2, reason: 'duplicate' },
      { line: 4, reason: 'duplicate' },
    ]);
    expect((await contacts()).map(({ name }) => name)).to.deep.equal(['Anna Fjellvang', 'Ola Solvik']);
  });

  it('[D results.3] stores contacts on disk in the order in which they are read', async () => {
    const names = ['Ola', 'Øystein', 'Anna', 'Ellen', 'Åge'].map((given) => anna({ name: `${given} Fjellvang` }));
    await bench.run('contacts', [
      ...names,
      anna({ name: 'Zara Fjellvang', isDecisionMaker: true }),
      anna({ name: 'Yngve Fjellvang', isExecutive: true }),
    ]);
    const stored = await bench.rows<{ first_name: string }>('select first_name from directory.contacts order by ctid');
    expect(stored.map((row) => row.first_name)).to.deep.equal([
      'yngve',
      'zara',
      'age',
      'anna',
      'ellen',
      'ola',
      'oystein',
    ]);
  });

  describe('rejects a record with', () => {
    const bad: [string, object, object][] = [
      ['no organization', anna({ organization: undefined }), { reason: 'missing_field', field: 'organization' }],
      [
        'an organization that is not an object',
        anna({ organization: '100000001' }),
        { reason: 'wrong_type', field: 'organization' },
      ],
      [
        'an organization without id, country and number',
        anna({ organization: {} }),
        { reason: 'missing_field', field: 'organization.countryCode' },
      ],
      [
        'an organization without number',
        anna({ organization: { countryCode: 'NO' } }),
        { reason: 'missing_field', field: 'organization.organizationNumber' },
      ],
      [
        'an organization id that is not a UUID',
        anna({ organization: { id: 'x' } }),
        { reason: 'invalid_id', field: 'organization.id' },
      ],
      [
        'an organization that is not on record',
        anna({ organization: { countryCode: 'NO', organizationNumber: '199999999' } }),
        { reason: 'organization_not_found', field: 'organization' },
      ],
      [
        'an organization id that is not on record',
        anna({ organization: { id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' } }),
        { reason: 'organization_not_found', field: 'organization' },
      ],
      ['no name', anna({ name: undefined }), { reason: 'missing_field', field: 'name' }],
      ['a name of combining marks only', anna({ name: '\u0301' }), { reason: 'invalid_name', field: 'name' }],
      ['a name that is too long', anna({ name: 'x'.repeat(201) }), { reason: 'invalid_name', field: 'name' }],
      [
        'a name that is too long once it is normalized',
        anna({ name: '\ufdfa'.repeat(30) }),
        { reason: 'invalid_name', field: 'name' },
      ],
      ['isExecutive as a number', anna({ isExecutive: 1 }), { reason: 'wrong_type', field: 'isExecutive' }],
      ['a role in capitals', anna({ roles: ['CEO'] }), { reason: 'invalid_role', field: 'roles' }],
      [
        'too many roles',
        anna({ roles: Array.from({ length: 21 }, (_, index) => `r${index}`) }),
        { reason: 'too_many_values', field: 'roles' },
      ],
      ['an address without a domain', anna({ email: 'anna@' }), { reason: 'invalid_email', field: 'email' }],
      ['a phone with letters', anna({ phone: 'ring me' }), { reason: 'invalid_phone', field: 'phone' }],
      ['a phone that is too short', anna({ phone: '22 17' }), { reason: 'invalid_phone', field: 'phone' }],
      [
        'an organization’s page',
        anna({ linkedInUrl: 'linkedin.com/company/x' }),
        { reason: 'invalid_linkedin_url', field: 'linkedInUrl' },
      ],
    ];
    for (const [what, record, reject] of bad) {
      it(`${what}, and imports the rest`, async () => {
        const { rejects, ...counts } = await bench.run('contacts', [anna({ name: 'Ola Solvik' }), record]);
        expect(rejects).to.deep.equal([{ line: 2, ...reject }]);
        expect(counts).to.include({ read: 2, inserted: 1, rejected: 1 });
      });
    }
  });

  it('fits the longest name with the longest list of roles into its index', async () => {
    const letters = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)));
    const roles = Array.from({ length: 20 }, (_, index) => `r${index}_`.padEnd(64, `${(index * 7919) % 1000}a`));
    expect(await bench.run('contacts', [anna({ name: letters.join(''), roles })])).to.include({ inserted: 1 });
  });
});

describe('importing switchboards', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    const number = (last: number) => `10000000${last}`;
    await bench.run(
      'organizations',
      [1, 2, 3].map((last) => ({ countryCode: 'NO', organizationNumber: number(last), name: `Fjellvik ${last} AS` })),
    );
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.switchboards'));

  const of = (last: number, more: object) => ({
    organization: { countryCode: 'NO', organizationNumber: `10000000${last}` },
    ...more,
  });
  const stored = () =>
    bench.rows(
      `select natural_key as number, phone, email from directory.switchboards
       join directory.organizations on id = organization_id order by natural_key`,
    );

  it('stores phone and address, or one of them, in the form in which they are shown', async () => {
    const file = [
      of(1, { phone: '22 17 40 60', email: 'Post@Fjellvik.example' }),
      of(2, { email: 'post@fjellvik.example' }),
    ];
    expect(await bench.run('switchboards', file)).to.deep.equal({ ...NONE, read: 2, inserted: 2 });
    expect(await stored()).to.deep.equal([
      { number: 'NO100000001', phone: '+4722174060', email: 'post@fjellvik.example' },
      { number: 'NO100000002', phone: null, email: 'post@fjellvik.example' },
    ]);
    expect(await bench.run('switchboards', file)).to.deep.equal({ ...NONE, read: 2, unchanged: 2 });
    expect(await bench.run('switchboards', [of(1, { phone: '22174061' }), of(3, { phone: '22174062' })])).to.include({
      updated: 1,
      inserted: 1,
    });
    expect((await stored())[0]).to.deep.equal({ number: 'NO100000001', phone: '+4722174061', email: null });
  });

  it('rejects a bad record and an organization’s second switchboard', async () => {
    const { rejects } = await bench.run('switchboards', [
      of(1, {}),
      of(2, { phone: null, email: '' }),
      of(3, { phone: '22174060' }),
      of(3, { phone: '22174061' }),
      of(9, { phone: '22174060' }),
      of(1, { email: 'nobody' }),
      { phone: '22174060' },
    ]);
    expect(rejects.sort((a, b) => a.line - b.line)).to.deep.equal([
      { line: 1, reason: 'missing_phone_and_email' },
      { line: 2, reason: 'missing_phone_and_email' },
      { line: 4, reason: 'duplicate' },
      { line: 5, reason: 'organization_not_found', field: 'organization' },
      { line: 6, reason: 'invalid_email', field: 'email' },
      { line: 7, reason: 'missing_field', field: 'organization' },
    ]);
    expect(await stored()).to.deep.equal([{ number: 'NO100000003', phone: '+4722174060', email: null }]);
  });
});
