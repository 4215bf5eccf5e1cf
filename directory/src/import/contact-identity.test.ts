import { expect } from 'chai';
import { deriveId } from '../identifiers/index.js';
import { IDENTITY_KEY, openImportBench, type ImportBench } from '#testing/import.js';

const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const OTHER_ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000002' };
const ID = '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d';
const OTHER_ID = '7c1d7a52-3c0e-4b53-8a4e-2f1f4f0d9b11';

const PAGE = { linkedInUrl: 'https://www.linkedin.com/in/anna-fjellvang-1' };
const OTHER_PAGE = { linkedInUrl: 'https://www.linkedin.com/in/anna-fjellvang-2' };
const EMAIL = { email: 'anna@fjellvik.example' };
const OTHER_EMAIL = { email: 'fjellvang@fjellvik.example' };
const PHONE = { phone: '+4722174060' };
const OTHER_PHONE = { phone: '+4722174061' };
const SHARED = { email: 'post@fjellvik.example' };

const person = (name: string, ...values: object[]): object =>
  Object.assign({ organization: ORGANIZATION, name }, ...values) as object;
const anna = (...values: object[]): object => person('Anna Fjellvang', ...values);
const titled = (jobTitle: string, ...values: object[]): object => anna({ jobTitle }, ...values);

describe('a contact without an id', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [
      { ...ORGANIZATION, name: 'Fjellvik AS' },
      { ...OTHER_ORGANIZATION, name: 'Solvik AS' },
    ]);
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.contacts cascade'));

  const stored = () =>
    bench.rows<{ id: string; name: string; title: string | null; email: string | null; page: string | null }>(
      `select id, name, job_title as title, email, linked_in_slug as page
       from directory.contacts left join directory.contact_details on contact_id = id order by id`,
    );
  const ids = async () => (await stored()).map(({ id }) => id);
  const idsByTitle = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await stored()).map(({ id, title }) => [title ?? '', id]));
  const load = (...records: object[]) => bench.run('contacts', records);
  const ambiguous = (...lines: number[]) => lines.map((line) => ({ line, reason: 'ambiguous_contact' }));

  /** Expects that the second record is recognized as the person that the first one created. */
  async function expectSame(first: object, second: object): Promise<void> {
    await load(first);
    const before = await ids();
    expect(await load(second)).to.include({ inserted: 0, rejected: 0 });
    expect(await ids()).to.deep.equal(before);
  }

  /** Expects that the second record is a new person, and that the row of the first is unchanged. */
  async function expectAnother(first: object, second: object): Promise<void> {
    await load(first);
    const [before] = await stored();
    expect(await load(second)).to.include({ inserted: 1, updated: 0, rejected: 0 });
    expect((await stored()).find(({ id }) => id === before?.id)).to.deep.equal(before);
  }

  describe('is recognized as the contact of its organization with', () => {
    it('the same LinkedIn page, although other values differ', async () => {
      await expectSame(anna(PAGE, EMAIL, PHONE), person('Anna Bergsdal', PAGE, OTHER_EMAIL));
    });

    it('or else the same e-mail address, also under another surname', async () => {
      await expectSame(anna(EMAIL, PHONE), person('Anna Bergsdal', EMAIL));
    });

    it('or else the same phone and name', async () => {
      await expectSame(anna(EMAIL, PHONE), anna(OTHER_EMAIL, PHONE));
    });

    it('or else the same name, if it is unique on record and in the file', async () => {
      await expectSame(titled('CEO'), titled('CFO', EMAIL));
    });

    it('the same page rather than the same address, and the address rather than phone and name', async () => {
      await load(titled('page', PAGE, PHONE), titled('address', EMAIL, OTHER_PHONE, OTHER_PAGE));
      const before = await idsByTitle();
      await load(titled('page now', PAGE, EMAIL));
      expect(await idsByTitle()).to.deep.equal({ 'page now': before['page'], address: before['address'] });
      await load(titled('address now', EMAIL, PHONE, OTHER_PAGE));
      expect(await idsByTitle()).to.deep.equal({ 'page now': before['page'], 'address now': before['address'] });
    });

    it('the same page, but never one of another organization', async () => {
      await expectAnother(anna(PAGE, EMAIL), { ...anna(PAGE, EMAIL), organization: OTHER_ORGANIZATION });
    });
  });

  describe('keeps the id when', () => {
    const changes: [string, object, object][] = [
      ['a page is gained', anna(EMAIL), anna(EMAIL, PAGE)],
      ['a page is lost', anna(EMAIL, PAGE), anna(EMAIL)],
      ['a page, the only one, is gained', anna(), anna(PAGE)],
      ['a page, the only one, is lost', anna(PAGE), anna()],
      ['an address is gained', anna(PHONE), anna(PHONE, EMAIL)],
      ['an address is changed', anna(PHONE, EMAIL), anna(PHONE, OTHER_EMAIL)],
      ['an address, the only one, is changed', anna(EMAIL), anna(OTHER_EMAIL)],
      ['an address is lost', anna(PHONE, EMAIL), anna(PHONE)],
      ['a phone is gained', anna(EMAIL), anna(EMAIL, PHONE)],
      ['a phone is changed', anna(EMAIL, PHONE), anna(EMAIL, OTHER_PHONE)],
      ['a phone is lost', anna(EMAIL, PHONE), anna(EMAIL)],
      ['the surname is changed', anna(EMAIL), person('Anna Bergsdal', EMAIL)],
      ['the spelling of the name is changed', anna(PAGE), person('ANNA  FJELLVÅNG', PAGE)],
      ['the given name is changed beside a page', anna(PAGE, EMAIL), person('Ann Fjellvang', PAGE, EMAIL)],
      ['the title is changed', titled('CEO'), titled('CFO')],
    ];
    for (const [what, before, after] of changes) it(what, () => expectSame(before, after));
  });

  describe('is another person because of', () => {
    const pairs: [string, object, object][] = [
      ['two pages, although everything else is the same', anna(PAGE, EMAIL, PHONE), anna(OTHER_PAGE, EMAIL, PHONE)],
      ['another address and another phone', anna(EMAIL, PHONE), anna(OTHER_EMAIL, OTHER_PHONE)],
      [
        'another address and another phone beside one page',
        anna(PAGE, EMAIL, PHONE),
        anna(PAGE, OTHER_EMAIL, OTHER_PHONE),
      ],
      ['another given name and another address beside one page', anna(PAGE, EMAIL), person('Bo Dal', PAGE, SHARED)],
      ['another given name, although they share an address', anna(SHARED), person('Bo Dal', SHARED)],
      [
        'another given name, although they share address and phone',
        anna(SHARED, PHONE),
        person('Bo Fjellvang', SHARED, PHONE),
      ],
    ];
    for (const [what, first, second] of pairs) {
      it(`${what}, in one file or two and in any order`, async () => {
        await expectAnother(first, second);
        const before = await stored();
        expect(await load(second, first)).to.include({ unchanged: 2, rejected: 0 });
        expect(await load(second)).to.include({ unchanged: 1, rejected: 0 });
        expect(await stored()).to.deep.equal(before);

        await bench.rows('truncate directory.contacts cascade');
        expect(await load(second, first)).to.include({ inserted: 2, rejected: 0 });
        expect(await load(first, second)).to.include({ unchanged: 2, rejected: 0 });
      });
    }
  });

  describe('among namesakes', () => {
    const chief = titled('CEO', EMAIL, PHONE);
    const driver = titled('Driver', OTHER_EMAIL, OTHER_PHONE);

    it('keeps its id in any order of the file, and when the other is left out', async () => {
      await load(chief, driver);
      const before = await idsByTitle();
      expect(await load(driver, chief)).to.include({ unchanged: 2, rejected: 0 });
      expect(await load(driver)).to.include({ unchanged: 1, rejected: 0 });
      expect(await idsByTitle()).to.deep.equal(before);
    });

    it('keeps its id when both gain a page in one file', async () => {
      await load(chief, driver);
      const before = await idsByTitle();
      expect(await load({ ...driver, ...OTHER_PAGE }, { ...chief, ...PAGE })).to.include({ updated: 2 });
      expect(await idsByTitle()).to.deep.equal(before);
    });

    it('is rejected when nothing distinguishes it', async () => {
      const { rejects } = await load(titled('CEO'), person('Ola Solvik'), titled('CFO'));
      expect(rejects).to.deep.equal(ambiguous(1, 3));
      expect((await stored()).map(({ name }) => name)).to.deep.equal(['Ola Solvik']);
    });

    it('is rejected when it has only the name and the other has a page', async () => {
      const file = [titled('Driver'), titled('CEO', PAGE)];
      for (const records of [file, file, file.toReversed()]) {
        const { rejects } = await load(...records);
        expect(rejects).to.deep.equal(ambiguous(records.indexOf(file[0] ?? {}) + 1));
        expect((await stored()).map(({ title }) => title)).to.deep.equal(['CEO']);
      }
    });

    it('is rejected when it has only the name, or no value in common with any of them', async () => {
      await load(chief, driver);
      const before = await stored();
      for (const record of [titled('CEO'), titled('CEO', PAGE), titled('CEO', SHARED)]) {
        expect((await load(record)).rejects).to.deep.equal(ambiguous(1));
      }
      expect(await stored()).to.deep.equal(before);
    });

    it('is new when the other is recognized and it has its own address', async () => {
      await load(titled('CEO', EMAIL));
      const before = await idsByTitle();
      expect(await load(titled('Driver', OTHER_EMAIL), titled('CEO', EMAIL, PAGE))).to.include({
        inserted: 1,
        updated: 1,
      });
      expect((await idsByTitle())['CEO']).to.equal(before['CEO']);
    });

    it('is rejected when those on record have only their names', async () => {
      await load({ ...titled('CEO'), id: ID }, { ...titled('Driver'), id: OTHER_ID });
      const before = await stored();
      expect((await load(titled('Driver'), titled('CEO'))).rejects).to.deep.equal(ambiguous(1, 2));
      expect(await stored()).to.deep.equal(before);
    });
  });

  describe('among several records of one file', () => {
    it('is imported once: the first of the records of one person', async () => {
      const { rejects } = await load(
        titled('CEO', PAGE),
        titled('CFO', PAGE),
        titled('COO', EMAIL, PAGE),
        titled('CTO', EMAIL),
        titled('CEO', PAGE),
      );
      expect(rejects).to.deep.equal([2, 3, 4, 5].map((line) => ({ line, reason: 'duplicate' })));
      expect((await stored()).map(({ title }) => title)).to.deep.equal(['CEO']);
    });

    it('is a duplicate of a record with an id, in any order', async () => {
      const withId = { ...titled('CEO', PAGE), id: ID };
      for (const file of [
        [anna(PAGE), withId],
        [withId, anna(PAGE)],
      ]) {
        expect((await load(...file)).rejects).to.have.length(1);
        expect(await idsByTitle()).to.deep.equal({ CEO: ID });
      }
    });

    it('is rejected, like the other, when one page has two given names', async () => {
      const file = [anna(PAGE), person('Bo Dal', PAGE)];
      expect((await load(...file)).rejects).to.deep.equal(ambiguous(1, 2));
      await load(anna(PAGE));
      const before = await stored();
      expect((await load(...file.toReversed())).rejects).to.deep.equal(ambiguous(1, 2));
      expect(await stored()).to.deep.equal(before);
    });

    it('is not recognized as a contact that it would rename when another record competes for it', async () => {
      await load(anna(PAGE, EMAIL));
      const before = await stored();
      expect((await load(person('Bo Dal', PAGE), anna(EMAIL))).rejects).to.deep.equal(ambiguous(1, 2));
      expect((await load(person('Anna Dal', EMAIL), anna(PHONE))).rejects).to.deep.equal(ambiguous(1, 2));
      expect(await stored()).to.deep.equal(before);
    });

    it('is new when another record with the page competes for its contact, also on the next import', async () => {
      await load(titled('CEO', PAGE, EMAIL));
      const before = await idsByTitle();
      const file = [titled('by address', EMAIL), titled('by page', PAGE, OTHER_EMAIL)];
      expect(await load(...file)).to.include({ inserted: 1, updated: 1, rejected: 0 });
      expect((await idsByTitle())['by page']).to.equal(before['CEO']);
      expect(await load(...file.toReversed())).to.include({ unchanged: 2, rejected: 0 });
    });

    it('is rejected when another record has as much in common with its contact', async () => {
      await load(anna(EMAIL));
      const before = await stored();
      const equally = [person('Anna Dal', EMAIL), person('Anna Berg', EMAIL)];
      expect((await load(...equally)).rejects).to.deep.equal(ambiguous(1, 2));
      expect(await stored()).to.deep.equal(before);
    });

    it('is new when it shares its address with a record that equals a contact on record', async () => {
      await load(anna(SHARED));
      const before = await ids();
      const file = [person('Anna Dal', SHARED), anna(SHARED)];
      expect(await load(...file)).to.include({ inserted: 1, unchanged: 1, rejected: 0 });
      expect(await load(...file)).to.include({ unchanged: 2, rejected: 0 });
      expect(await ids()).to.include(before[0]);
    });
  });

  it('keeps its id when its page moves to another contact', async () => {
    await load(titled('A', PAGE, EMAIL), person('Bo Dal', { jobTitle: 'B' }, SHARED));
    const before = await idsByTitle();
    expect(await load(titled('A', EMAIL), person('Bo Dal', { jobTitle: 'B' }, PAGE, SHARED))).to.include({
      updated: 2,
    });
    expect(await idsByTitle()).to.deep.equal(before);
  });

  it('is rejected when its page and its name are on record for two contacts', async () => {
    await load(anna(PAGE), person('Bo Dal'));
    const before = await stored();
    expect((await load(person('Bo Dal', PAGE))).rejects).to.deep.equal(ambiguous(1));
    expect(await stored()).to.deep.equal(before);
  });

  it('is another person when it inherits the address of a predecessor', async () => {
    const ceo = { email: 'ceo@fjellvik.example' };
    await expectAnother(anna(ceo), person('Bo Dal', ceo));
  });

  it('is recognized as a contact that was given an id before', async () => {
    await load({ ...anna(EMAIL), id: ID });
    expect(await load(anna(EMAIL, PAGE))).to.include({ updated: 1, inserted: 0 });
    expect(await ids()).to.deep.equal([ID]);
  });

  it('is not recognized as a contact whose id the file gives to another record', async () => {
    await load({ ...anna(PAGE), id: ID });
    const file = [{ ...person('Bo Dal', EMAIL), id: ID }, anna(PAGE)];
    expect(await load(...file)).to.include({ updated: 1, inserted: 1, rejected: 0 });
    const found = await stored();
    expect(found.find(({ id }) => id === ID)).to.include({ name: 'Bo Dal' });
    expect(found.find(({ id }) => id !== ID)).to.include({ name: 'Anna Fjellvang' });
    expect(await load(...file)).to.include({ unchanged: 2, rejected: 0 });
  });

  it('gets no derived id that already belongs to another contact', async () => {
    const [{ id: organizationId } = { id: '' }] = await bench.rows<{ id: string }>(
      `select id from directory.organizations where natural_key = 'NO100000001'`,
    );
    const derived = deriveId(
      IDENTITY_KEY,
      'contact',
      [organizationId, 'anna fjellvang', '', EMAIL.email, ''].join('\n'),
    );
    await load(anna(EMAIL));
    expect(await ids()).to.deep.equal([derived]);
    await load({ ...person('Bo Dal'), id: derived });
    expect(await load(anna(EMAIL))).to.include({ inserted: 1, rejected: 0 });
    expect((await stored()).find(({ id }) => id === derived)).to.include({ name: 'Bo Dal' });

    await bench.rows('truncate directory.contacts cascade');
    expect(await load(anna(EMAIL), { ...person('Bo Dal'), id: derived })).to.include({ inserted: 2, rejected: 0 });
    expect((await stored()).find(({ id }) => id === derived)).to.include({ name: 'Bo Dal' });
  });
});
