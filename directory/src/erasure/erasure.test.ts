import { Readable } from 'node:stream';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import pg from 'pg';
import { importFile } from '../import/index.js';
import { IDENTITY_KEY, openImportBench, toBytes, type ImportBench } from '#testing/import.js';
import { beginErasure, endErasure, pendingErasures, previewErasure, type PersonReference } from './index.js';

const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const OTHER = { countryCode: 'NO', organizationNumber: '100000002' };
const ID = '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d';

const ANNA = {
  organization: ORGANIZATION,
  name: 'Anna Fjellvang',
  email: 'anna@fjellvik.example',
  phone: '22 17 40 60',
  linkedInUrl: 'linkedin.com/in/anna-fjellvang',
};

describe('an erased person', () => {
  let bench: ImportBench;
  let access: { databaseUrl: string; identityKey: string };

  before(async () => {
    bench = await openImportBench();
    access = { databaseUrl: bench.database.urlFor('prospect_importer'), identityKey: IDENTITY_KEY };
    await bench.run('organizations', [
      { ...ORGANIZATION, name: 'Fjellvik AS' },
      { ...OTHER, name: 'Solvik AS' },
    ]);
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.contacts, directory.suppressions, directory.erasures cascade'));

  const load = (...records: object[]) => bench.run('contacts', records);
  const byEmail: PersonReference = { kind: 'email', email: ANNA.email };

  async function erase(person: PersonReference = byEmail): Promise<string> {
    const { id } = await beginErasure(access, person);
    await endErasure(access, id);
    return id;
  }

  const suppressed: [what: string, record: object][] = [
    ['the same record', ANNA],
    ['the same id with everything else new', { organization: OTHER, name: 'Berit Dal', id: ID }],
    [
      'the same address under another name',
      { organization: OTHER, name: 'A. Fjellvang', email: 'ANNA@fjellvik.example' },
    ],
    [
      'the same page in another organization',
      { ...ANNA, organization: OTHER, email: 'anna@solvik.example', phone: null },
    ],
    [
      'the same phone and name in another organization',
      { organization: OTHER, name: 'ANNA FJELLVANG', phone: '+4722174060' },
    ],
    ['the same name in the same organization', { organization: ORGANIZATION, name: 'Anna  Fjellvång' }],
    ['another address', { organization: ORGANIZATION, name: ANNA.name, email: 'a.f@fjellvik.example' }],
    ['another phone', { organization: ORGANIZATION, name: ANNA.name, phone: '22 17 40 61' }],
    ['another address and the same phone', { ...ANNA, linkedInUrl: null, email: 'a.f@fjellvik.example' }],
  ];
  for (const [what, record] of suppressed)
    it(`does not come back with ${what}`, async () => {
      await load({ ...ANNA, id: ID });
      await erase();
      expect(await load(record)).to.deep.include({ read: 1, inserted: 0, rejected: 0, suppressed: 1, rejects: [] });
      expect(await bench.rows('select from directory.contacts')).to.have.length(0);
    });

  it('does not come back with an id that only accounts still had', async () => {
    await load({ ...ANNA, id: ID });
    await bench.rows('delete from directory.contacts');
    const held = [ID, '11111111-1111-4111-8111-111111111111'];
    await load({ organization: OTHER, name: 'Berit Dal', id: held[1], email: 'berit@solvik.example' });
    const { id, contactIds } = await beginErasure(access, byEmail, held);
    expect(contactIds, 'not one that is on record as somebody with another address').to.deep.equal([ID]);
    expect((await pendingErasures(access))[0]).to.deep.include({ id, contactIds: [ID] });
    expect(await load({ organization: ORGANIZATION, name: ANNA.name, id: ID })).to.include({ suppressed: 1 });
    expect(await bench.rows('select from directory.contacts')).to.have.length(1);
  });

  const others: [what: string, record: object][] = [
    ['the same name in another organization', { organization: OTHER, name: ANNA.name }],
    [
      'the same name and another page',
      { organization: ORGANIZATION, name: ANNA.name, linkedInUrl: 'linkedin.com/in/anna-f-2' },
    ],
    [
      'the same name, another address and another phone',
      { organization: ORGANIZATION, name: ANNA.name, email: 'anna.2@fjellvik.example', phone: '22 17 40 61' },
    ],
    ['the same phone under another name', { organization: ORGANIZATION, name: 'Ola Solvik', phone: ANNA.phone }],
    ['nothing in common', { organization: ORGANIZATION, name: 'Ola Solvik' }],
  ];
  for (const [what, record] of others)
    it(`does not keep out a person with ${what}`, async () => {
      await load({ ...ANNA, id: ID });
      await erase();
      expect(await load(record, ANNA)).to.include({ read: 2, inserted: 1, suppressed: 1 });
    });

  it('is named by id, address or page, and loses every contact that is theirs', async () => {
    const elsewhere = { ...ANNA, organization: OTHER, email: 'anna@solvik.example', phone: null };
    for (const person of [
      { kind: 'contact', id: ID },
      { kind: 'email', email: ANNA.email },
      { kind: 'linkedIn', slug: 'anna-fjellvang' },
    ] as const) {
      await bench.rows('truncate directory.contacts, directory.suppressions, directory.erasures cascade');
      await load({ ...ANNA, id: ID }, elsewhere, { organization: ORGANIZATION, name: 'Ola Solvik' });
      const { contactIds, ...preview } = await previewErasure(access, person);
      expect(preview, person.kind).to.deep.equal({
        emails: ['anna@fjellvik.example', 'anna@solvik.example'],
        contacts: 2,
        organizations: 2,
        sharedEmails: 0,
      });
      expect(contactIds).to.have.length(2).and.include(ID);
      await erase(person);
      expect(await bench.rows('select name from directory.contacts'), person.kind).to.deep.equal([
        { name: 'Ola Solvik' },
      ]);
      expect(await load({ ...ANNA, id: ID }, elsewhere)).to.include({ suppressed: 2, inserted: 0 });
    }
  });

  it('takes nobody else along with an address that several people have', async () => {
    const shared = { organization: ORGANIZATION, email: 'info@fjellvik.example' };
    const file = [
      { ...shared, name: ANNA.name, id: ID },
      { ...shared, name: 'Ola Solvik' },
    ];
    await load(...file);
    expect(await previewErasure(access, { kind: 'contact', id: ID })).to.deep.include({ emails: [], sharedEmails: 1 });
    await erase({ kind: 'contact', id: ID });
    expect(await load(...file)).to.include({ suppressed: 1, unchanged: 1 });
    // Named by itself, the address goes with everyone who has it.
    await erase({ kind: 'email', email: shared.email });
    expect(await load(...file)).to.include({ suppressed: 2, unchanged: 0 });
  });

  it('is suppressed although nobody on record has the address, the page or the id', async () => {
    await erase(byEmail);
    await erase({ kind: 'linkedIn', slug: 'anna-fjellvang' });
    await erase({ kind: 'contact', id: ID });
    const { name, organization, email, linkedInUrl } = ANNA;
    expect(
      await load(
        { name, organization, email },
        { name, organization: OTHER, linkedInUrl },
        { name: 'Ola Solvik', organization, id: ID },
        { name, organization },
      ),
    ).to.include({ suppressed: 3, inserted: 1 });
  });

  it('is erased once, however often it is asked for', async () => {
    await load(ANNA);
    const id = await erase();
    expect(await erase()).to.equal(id);
    const [count] = await bench.rows('select count(*)::int as n from directory.suppressions');
    expect(await erase()).to.equal(id);
    expect(await bench.rows('select count(*)::int as n from directory.suppressions')).to.deep.equal([count]);
    expect(await bench.rows('select done_at is not null as done, sealed from directory.erasures')).to.deep.equal([
      { done: true, sealed: null },
    ]);
  });

  it('stays pending, sealed, until every service has forgotten them', async () => {
    await load({ ...ANNA, id: ID });
    const { id } = await beginErasure(access, byEmail);
    expect(await pendingErasures(access)).to.deep.equal([{ id, contactIds: [ID], emails: [ANNA.email], contacts: 1 }]);
    const [row] = await bench.rows<{ row: string }>('select erasures::text as row from directory.erasures');
    for (const value of [ID, 'anna', Buffer.from('anna').toString('hex')]) expect(row?.row).to.not.include(value);
    const other = await pendingErasures({ ...access, identityKey: 'another key' }).catch((error: unknown) => error);
    expect(other, 'another key').to.be.instanceOf(Error);
    await endErasure(access, id);
    expect(await pendingErasures(access)).to.deep.equal([]);
  });

  it('leaves no sample of their values in the statistics of the planner', async () => {
    await load({ ...ANNA, id: ID });
    const samples = () =>
      bench.rows<{ text: string }>("select pg_stats::text as text from pg_stats where schemaname = 'directory'");
    await load(
      ...Array.from({ length: 20 }, (_, n) => ({
        organization: OTHER,
        name: `Ola ${'abcdefghijklmnopqrst'[n]}`,
        email: `ola${n}@solvik.example`,
      })),
    );
    await bench.rows('analyze directory.contacts, directory.contact_details');
    expect((await samples()).some(({ text }) => text.includes('anna@'))).to.equal(true);
    await erase();
    expect((await samples()).some(({ text }) => text.includes('anna'))).to.equal(false);
  });

  it('does not slip through an import that is merging: the erasure waits for it', async () => {
    const merging = new pg.Client({ connectionString: access.databaseUrl });
    await merging.connect();
    await merging.query('begin; select pg_advisory_xact_lock_shared(5128807)');
    const erasing = erase();
    await eventually(waiting, (count) => count === 1);
    // What the merge writes before it commits is what the erasure then sees.
    const [organization] = await bench.rows<{ id: string }>(
      "select id from directory.organizations where name = 'Solvik AS'",
    );
    await merging.query(
      `insert into directory.contacts (id, organization_id, name, is_executive, is_decision_maker, roles, sort_key, first_name, content_hash)
       values ('${ID}', '${organization?.id}', 'Anna', false, false, '{}', '11anna', 'anna', '\\x00')`,
    );
    await merging.query(`insert into directory.contact_details (contact_id, email) values ('${ID}', '${ANNA.email}')`);
    await merging.query('commit');
    await merging.end();
    await erasing;
    expect(await bench.rows('select from directory.contacts')).to.have.length(0);
  });

  it('does not slip through an import that read their record before: its merge waits and leaves it out', async () => {
    const erasing = new pg.Client({ connectionString: access.databaseUrl });
    await erasing.connect();
    await erasing.query('begin; select pg_advisory_xact_lock(5128807)');
    const importing = importFile('contacts', { ...access, input: Readable.from([toBytes([ANNA])]) });
    await eventually(waiting, (count) => count === 1);
    const hash = await keyedHash();
    await erasing.query(`insert into directory.erasures (id, contacts, sealed) values ('${ID}', 0, '\\x00')`);
    await erasing.query(
      `insert into directory.suppressions (erasure_id, person_id, kind, value_hash) values ('${ID}', '${ID}', 'email', $1)`,
      [hash],
    );
    await erasing.query('commit');
    await erasing.end();
    expect(await importing).to.include({ inserted: 0, suppressed: 1 });
  });

  it('is never brought back by imports that run beside the erasure', async function () {
    this.timeout(60_000);
    for (let round = 0; round < 8; round += 1) {
      await bench.rows('truncate directory.contacts, directory.suppressions, directory.erasures cascade');
      await Promise.all([load(ANNA), erase(), load(ANNA, { ...ANNA, organization: OTHER })]);
      expect(await bench.rows('select from directory.contacts'), `round ${round}`).to.have.length(0);
    }
  });

  async function waiting(): Promise<number> {
    const rows = await bench.rows(
      "select from pg_locks where locktype = 'advisory' and not granted and objid = 5128807",
    );
    return rows.length;
  }

  async function keyedHash(): Promise<Buffer> {
    const { suppressionKeys } = await import('./suppression-keys.js');
    return suppressionKeys(IDENTITY_KEY).hash('email', ANNA.email);
  }
});
