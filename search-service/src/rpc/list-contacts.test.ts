import { randomUUID } from 'node:crypto';
import type { search } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareByCodePoint } from '../matching/code-point-order.js';
import { createSearchService } from '../application.js';
import { readFrom } from '../replicas/directory-reader.js';
import { sortKeyOf, SOLE_TRADER_KEY, type ContactSeed } from '#testing/directory-seed.js';
import {
  call,
  countStatements,
  createTestDirectory,
  CURSOR_KEYS,
  identifiers,
  type TestDirectory,
} from '#testing/test-directory.js';

const ACCOUNT = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const OTHER_ACCOUNT = '7f9619ff-8b86-4d01-b42d-00c04fc964ff';

interface ListOptions {
  readonly limit?: number;
  readonly targetRoles?: string[];
  readonly accountId?: string;
}

function people(count: number, role = 'ceo'): ContactSeed[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${String.fromCharCode(97 + (index % 26))} Nummer${index}`,
    roles: [role],
  }));
}

describe('ListContacts', () => {
  let directory: TestDirectory;
  before(async () => {
    directory = await createTestDirectory();
  });
  after(() => directory.drop());

  async function list(
    items: Partial<search.ContactsPageItem>[],
    options: ListOptions = {},
  ): Promise<search.ContactsPage[]> {
    const { limit = 20, targetRoles = [], accountId = ACCOUNT } = options;
    const request = { accountId, limit, targetRoles, items: items.map((item) => ({ identifiers: null, ...item })) };
    const { pages } = await directory.service.listContacts(request, call);
    expect(pages).to.have.length(items.length);
    return pages;
  }

  async function listOne(item: Partial<search.ContactsPageItem>, options?: ListOptions): Promise<search.ContactsPage> {
    return (await list([item], options))[0] ?? expect.fail();
  }

  const byId = (id: string | undefined): Partial<search.ContactsPageItem> => ({
    identifiers: identifiers({ ...(id !== undefined && { id }) }),
  });

  /** Follows the cursors from the first page to the last. */
  async function readAll(id: string | undefined, options?: ListOptions): Promise<search.ContactsPage[]> {
    const pages = [await listOne(byId(id), options)];
    for (let cursor = pages[0]?.nextCursor; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
      expect(pages.length).to.be.lessThan(200);
      pages.push(await listOne({ cursor }, options));
    }
    return pages;
  }

  it('answers the organization, its first contacts and the total count [4.2.1]', async () => {
    const [id] = await directory.seed({ name: 'Sida AB', domains: ['sida.example'], contacts: people(3) });
    const page = await listOne({ identifiers: identifiers({ domains: ['sida.example'] }) }, { limit: 2 });
    expect(page.outcome).to.equal('OUTCOME_MATCHED');
    expect(page.match).to.deep.equal({
      organization: { id, name: 'Sida AB', countryCode: 'SE' },
      matchedBy: 'MATCHED_BY_DOMAIN',
    });
    expect(
      page.contacts.map(({ name, organizationId, organizationName }) => [name, organizationId, organizationName]),
    ).to.deep.equal([
      ['Person a Nummer0', id, 'Sida AB'],
      ['Person b Nummer1', id, 'Sida AB'],
    ]);
    expect(page.totalCount).to.equal(3);
  });

  it('answers not found for an unknown organization, and matches one without contacts [4.2.1]', async () => {
    const [id] = await directory.seed({});
    const [unknown, nothing, empty] = await list([byId(randomUUID()), {}, byId(id)]);
    const notFound = { outcome: 'OUTCOME_NOT_FOUND', match: null, contacts: [], totalCount: 0 };
    expect(unknown).to.deep.equal(notFound);
    expect(nothing).to.deep.equal(notFound);
    expect([empty?.outcome, empty?.contacts, empty?.totalCount]).to.deep.equal(['OUTCOME_MATCHED', [], 0]);
    expect(empty).not.to.have.property('nextCursor');
  });

  it('sorts executives first, then decision makers, then by normalized name, then by id [D results.3]', async () => {
    const id = (digit: number): string => `4444444${digit}-4444-4444-8444-444444444444`;
    const [organization] = await directory.seed({
      contacts: [
        { name: 'Zoé Öst', isExecutive: true, id: id(1) },
        { name: 'Åke Ek', id: id(2) },
        { name: 'ake ek', id: id(0) },
        { name: 'Bo Ek', isDecisionMaker: true, id: id(3) },
        { name: 'Ylva Ek', isExecutive: true, isDecisionMaker: true, id: id(4) },
        { name: 'Ada Ek', id: id(5) },
        { name: 'Ärla Ek', id: id(6) },
      ],
    });
    const { contacts } = await listOne(byId(organization));
    expect(contacts.map((contact) => contact.id)).to.deep.equal([4, 1, 3, 5, 0, 2, 6].map(id));
  });

  it('lists and counts the contacts that have a target role, or every contact without target roles [4.2.2]', async () => {
    const [id] = await directory.seed({
      contacts: [
        { name: 'Ada Ek', roles: ['ceo', 'founder'] },
        { name: 'Bo Ek', roles: ['cfo'] },
        { name: 'Cilla Ek', roles: ['it_manager'] },
        { name: 'David Ek' },
      ],
    });
    const filtered = await readAll(id, { limit: 1, targetRoles: ['founder', 'cfo'] });
    expect(filtered.map(({ contacts }) => contacts.map(({ name }) => name))).to.deep.equal([['Ada Ek'], ['Bo Ek']]);
    expect(filtered.map(({ totalCount }) => totalCount)).to.deep.equal([2, 2]);
    const all = await listOne(byId(id));
    expect([all.contacts.length, all.totalCount]).to.deep.equal([4, 4]);
    const none = await listOne(byId(id), { targetRoles: ['board_member'] });
    expect([none.outcome, none.contacts, none.totalCount]).to.deep.equal(['OUTCOME_MATCHED', [], 0]);
  });

  it('visits every contact of any list exactly once and in order by following cursors [4.2.3] [4.2.5] [D results.3]', async () => {
    const contact = fc.record({
      name: fc
        .tuple(fc.constantFrom('Anna', 'Åsa', 'Erik', 'Ærling'), fc.constantFrom('Ek', 'ek', 'Öst-Ek', '\u{10400}'))
        .map((words) => words.join(' ')),
      isExecutive: fc.boolean(),
      isDecisionMaker: fc.boolean(),
      id: fc.uuid(),
    });
    const contactLists = fc.uniqueArray(contact, { maxLength: 40, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(contactLists, fc.integer({ min: 1, max: 50 }), async (contacts, limit) => {
        const [id] = await directory.seed({ contacts });
        const pages = await readAll(id, { limit });
        const sorted = contacts.toSorted(
          (a, b) => compareByCodePoint(sortKeyOf(a), sortKeyOf(b)) || compareByCodePoint(a.id, b.id),
        );
        expect(pages.flatMap((page) => page.contacts.map((each) => each.id))).to.deep.equal(
          sorted.map((each) => each.id),
        );
        expect(pages.slice(0, -1).every((page) => page.contacts.length === limit)).to.equal(true);
        expect(pages.every((page) => page.totalCount === contacts.length)).to.equal(true);
        expect(pages).to.have.length(Math.max(1, Math.ceil(contacts.length / limit)));
        await directory.change('delete from directory.organizations where id = $1', [id]);
      }),
      { numRuns: 25 },
    );
  });

  it('keeps the page size of the first page, whatever a later request asks [4.2.3] [D results.3]', async () => {
    const [id] = await directory.seed({ contacts: people(9) });
    const first = await listOne(byId(id), { limit: 3 });
    const second = await listOne({ cursor: first.nextCursor ?? expect.fail() }, { limit: 50 });
    expect(second.contacts).to.have.length(3);
    expect(second.match?.matchedBy).to.equal('MATCHED_BY_CURSOR');
    expect(second.match?.organization?.id).to.equal(id);
  });

  it('has no next cursor on the last page, even when that page is full [4.2.5]', async () => {
    const [id] = await directory.seed({ contacts: people(4) });
    expect(await listOne(byId(id), { limit: 4 })).not.to.have.property('nextCursor');
    expect(await listOne(byId(id), { limit: 3 })).to.have.property('nextCursor');
  });

  it('answers any mix of first and later pages in two statements [4.2.5]', async () => {
    const [a, b] = await directory.seed({ contacts: people(3) }, { contacts: people(3) });
    const { nextCursor: cursor = '' } = await listOne(byId(a), { limit: 2 });
    const { pool, count } = countStatements(directory.pool);
    const service = createSearchService({
      directory: readFrom(pool),
      cursorKeys: CURSOR_KEYS,
      soleTraderKey: SOLE_TRADER_KEY,
    });
    const items = [
      { identifiers: null, cursor },
      { identifiers: identifiers({ id: b ?? '' }) },
      { identifiers: identifiers({ id: randomUUID() }) },
      { identifiers: null, cursor: 'garbage' },
      { identifiers: identifiers({ id: a ?? '' }) },
    ];
    const { pages } = await service.listContacts({ accountId: ACCOUNT, limit: 2, targetRoles: [], items }, call);
    expect(count()).to.equal(2);
    expect(pages.map(({ outcome }) => outcome)).to.deep.equal([
      'OUTCOME_MATCHED',
      'OUTCOME_MATCHED',
      'OUTCOME_NOT_FOUND',
      'OUTCOME_INVALID_CURSOR',
      'OUTCOME_MATCHED',
    ]);
    expect(pages.map(({ contacts }) => contacts.length)).to.deep.equal([1, 2, 0, 0, 2]);
    expect(pages[4]?.contacts[0]?.organizationId).to.equal(a);
  });

  it('accepts identifiers beside a cursor that name its organization [4.2.3]', async () => {
    const [id] = await directory.seed({ digits: '5590000001', contacts: people(3) });
    const { nextCursor: cursor = '' } = await listOne(byId(id), { limit: 2 });
    const orgNumbers = [{ countryCode: 'SE', digits: '5590000001' }];
    const page = await listOne({ cursor, identifiers: identifiers({ orgNumbers }) });
    expect(page.outcome).to.equal('OUTCOME_MATCHED');
    expect(page.match?.matchedBy).to.equal('MATCHED_BY_ORG_NUMBER');
    expect(page.match?.organizationNumber).to.equal('559000-0001');
    expect(page.contacts).to.have.length(1);
  });

  it('rejects only the cursor that is altered, belongs to another account, or comes with another or no organization [4.2.4] [D results.3]', async () => {
    const [id, other] = await directory.seed({ contacts: people(3) }, { contacts: people(1) });
    const { nextCursor: cursor = '' } = await listOne(byId(id), { limit: 2 });
    const pages = await list([
      { cursor: `${cursor}A` },
      { cursor: cursor.slice(0, -1) },
      { cursor: '' },
      { cursor, ...byId(other) },
      { cursor, ...byId(randomUUID()) },
      { cursor },
    ]);
    expect(pages.map(({ outcome }) => outcome)).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'OUTCOME_INVALID_CURSOR'),
      'OUTCOME_MATCHED',
    ]);
    expect(pages[0]).to.deep.equal({ outcome: 'OUTCOME_INVALID_CURSOR', match: null, contacts: [], totalCount: 0 });
    const foreign = await listOne({ cursor }, { accountId: OTHER_ACCOUNT });
    expect(foreign.outcome).to.equal('OUTCOME_INVALID_CURSOR');
  });

  it('accepts cursors of a key that no longer signs [D results.3]', async () => {
    const [id] = await directory.seed({ contacts: people(3) });
    const { nextCursor: cursor = '' } = await listOne(byId(id), { limit: 2 });
    const rolled = createSearchService({
      directory: readFrom(directory.pool),
      cursorKeys: ['another cursor key, for tests only', ...CURSOR_KEYS],
      soleTraderKey: SOLE_TRADER_KEY,
    });
    const items = [{ identifiers: null, cursor }];
    const { pages } = await rolled.listContacts({ accountId: ACCOUNT, limit: 2, targetRoles: [], items }, call);
    expect(pages[0]?.outcome).to.equal('OUTCOME_MATCHED');
  });

  it('continues after a contact that was deleted meanwhile, and answers an empty remainder [4.2.4]', async () => {
    const [id] = await directory.seed({ contacts: people(4) });
    const first = await listOne(byId(id), { limit: 2 });
    const cursor = first.nextCursor ?? expect.fail();
    await directory.change('delete from directory.contacts where id = $1', [first.contacts[1]?.id]);
    const rest = await listOne({ cursor });
    expect(rest.contacts.map(({ name }) => name)).to.deep.equal(['Person c Nummer2', 'Person d Nummer3']);
    expect(rest.totalCount).to.equal(3);
    await directory.change('delete from directory.contacts where organization_id = $1 and id <> $2', [
      id,
      first.contacts[0]?.id,
    ]);
    const empty = await listOne({ cursor });
    expect([empty.outcome, empty.contacts, empty.totalCount]).to.deep.equal(['OUTCOME_MATCHED', [], 1]);
    expect(empty).not.to.have.property('nextCursor');
  });

  it("answers not found when the cursor's organization was deleted [4.2.4]", async () => {
    const [id] = await directory.seed({ contacts: people(3) });
    const { nextCursor: cursor = '' } = await listOne(byId(id), { limit: 2 });
    await directory.change('delete from directory.organizations where id = $1', [id]);
    expect((await listOne({ cursor })).outcome).to.equal('OUTCOME_NOT_FOUND');
  });

  it('rejects a page size outside 1 to 50', async () => {
    const [id] = await directory.seed({});
    for (const limit of [0, 51]) {
      const failure = await listOne(byId(id), { limit }).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(RangeError);
    }
  });
});
