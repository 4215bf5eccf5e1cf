import { serviceUnavailable } from '@prospecting/platform/errors';
import { expect } from 'chai';
import {
  createRevealDatabase,
  recording,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { seedReveals } from '#testing/index.js';
import { presenceOf } from '../masking/organization-details.js';
import { selectDetailPresence } from '../sql/select-detail-presence.js';
import { selectOrganizationDetails } from '../sql/select-organization-details.js';
import { viewOrganizations } from './view-organizations.js';

const revealing = testId('account', 1);
const other = testId('account', 2);
const full = testId('organization', 1);
const bare = testId('organization', 2);
const soleTrader = testId('organization', 3);
const withoutDetails = testId('organization', 4);
const missing = testId('organization', 5);

const fullDetails = {
  domain: 'example.se',
  linked_in_url: 'https://www.linkedin.com/company/example',
  website: 'https://example.se/',
  employees_min: 10,
  employees_max: 49,
  revenue_min: 0,
  revenue_max: 9_007_199_254_740_991,
  revenue_currency: 'SEK',
  one_sentence_description: 'Sells examples.',
  description: 'Sells examples to everyone.',
  technologies: ['postgresql', 'a "quoted", name'],
  keywords: ['examples'],
  address_line1: 'Exempelgatan 1',
  postal_code: '111 22',
};

/** Every column of a detail, a value, and the field that shows it. */
const singleDetails: [column: string, value: unknown, field: string][] = [
  ['domain', 'example.se', 'domain'],
  ['linked_in_url', 'https://www.linkedin.com/company/example', 'linkedInUrl'],
  ['website', 'https://example.se/', 'website'],
  ['employees_min', 0, 'employeesMin'],
  ['employees_max', 9, 'employeesMax'],
  ['revenue_min', -5, 'revenueMin'],
  ['revenue_max', 5, 'revenueMax'],
  ['revenue_currency', 'SEK', 'revenueCurrency'],
  ['one_sentence_description', 'Sells examples.', 'oneSentenceDescription'],
  ['description', 'Sells examples to everyone.', 'description'],
  ['technologies', ['postgresql'], 'technologies'],
  ['keywords', ['examples'], 'keywords'],
  ['tags', ['retail'], 'tags'],
  ['address_line1', 'Exempelgatan 1', 'addressLine1'],
  ['address_line2', 'Uppgång B', 'addressLine2'],
  ['postal_code', '111 22', 'postalCode'],
  ['state_or_province', 'Exempel', 'stateOrProvince'],
];

function raise(error: Error): never {
  throw error;
}

describe('viewOrganizations', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
    const { superuser, clock } = database;
    await seedOrganization(superuser, full, fullDetails);
    await seedOrganization(superuser, bare);
    await seedOrganization(superuser, soleTrader, { organization_number: '850101-XXXX', sole_trader: true });
    await seedOrganization(superuser, withoutDetails, null);
    const revealedAt = clock.now();
    await seedReveals(
      superuser,
      [full, soleTrader, missing].map((subjectId) => ({
        accountId: revealing,
        subject: 'organization',
        subjectId,
        infoType: 'details',
        revealedAt,
      })),
    );
  });
  after(() => database.close());

  const view = async (accountId: string, organizationId: string, shownIdentifiers: string[] = []) => {
    const { answers } = await viewOrganizations(database, {
      queries: [{ accountId, subjects: [{ organizationId, shownIdentifiers }] }],
    });
    return answers[0]?.views[0];
  };

  it('[4.1.5] [D results.6] shows every detail on record of a revealed organization, each in its type', async () => {
    expect(await view(revealing, full)).to.deep.equal({
      detailsRevealed: true,
      details: {
        organizationNumber: '556036-0793',
        domain: 'example.se',
        linkedInUrl: 'https://www.linkedin.com/company/example',
        website: 'https://example.se/',
        employeesMin: 10,
        employeesMax: 49,
        revenueMin: 0,
        revenueMax: 9_007_199_254_740_991,
        revenueCurrency: 'SEK',
        oneSentenceDescription: 'Sells examples.',
        description: 'Sells examples to everyone.',
        technologies: ['postgresql', 'a "quoted", name'],
        keywords: ['examples'],
        tags: [],
        addressLine1: 'Exempelgatan 1',
        postalCode: '111 22',
      },
    });
  });

  it('[4.1.5] omits the identifier that the result shows anyway', async () => {
    const shown = await view(revealing, full, ['domain']);
    expect(shown?.details).to.not.have.property('domain');
    expect(shown?.details).to.have.property('organizationNumber', '556036-0793');
  });

  it('[1.7] shows no details to an account that has not revealed them', async () => {
    expect(await view(other, full, ['domain'])).to.deep.equal({ detailsRevealed: false });
  });

  it('[4.1.5] shows details until one calendar year after the reveal, half open, also while the clock is slow', async () => {
    const { clock } = database;
    const instants: [instant: string, detailsRevealed: boolean][] = [
      ['2026-03-01T11:59:59.999Z', true],
      ['2026-03-01T12:00:00.000Z', true],
      ['2027-03-01T11:59:59.999Z', true],
      ['2027-03-01T12:00:00.000Z', false],
    ];
    try {
      for (const [instant, detailsRevealed] of instants) {
        clock.set(instant);
        expect((await view(revealing, full))?.detailsRevealed, instant).to.equal(detailsRevealed);
      }
    } finally {
      clock.set('2026-03-01T12:00:00Z');
    }
  });

  it('[D results.5] holds nothing back when the only detail is the shown identifier', async () => {
    const empty = { technologies: [], keywords: [], tags: [] };
    expect(await view(other, bare, ['organizationNumber'])).to.deep.equal({ detailsRevealed: true, details: empty });
    expect(await view(other, bare)).to.deep.equal({ detailsRevealed: false });
    expect(await view(other, withoutDetails)).to.deep.equal({ detailsRevealed: true, details: empty });
  });

  it("[D results.4] [D results.5] shows a sole trader's masked number to every account, for free", async () => {
    const details = { organizationNumber: '850101-XXXX', technologies: [], keywords: [], tags: [] };
    expect(await view(other, soleTrader)).to.deep.equal({ detailsRevealed: true, details });
    expect(await view(revealing, soleTrader)).to.deep.equal({ detailsRevealed: true, details });
  });

  it('[D results.5] [D results.6] holds back any single detail on record, and shows it after the reveal', async () => {
    const { superuser, clock } = database;
    for (const [index, [column, value, field]] of singleDetails.entries()) {
      const id = testId('organization', 100 + index);
      await seedOrganization(superuser, id, { organization_number: '850101-XXXX', [column]: value });
      await seedReveals(superuser, [
        { accountId: revealing, subject: 'organization', subjectId: id, infoType: 'details', revealedAt: clock.now() },
      ]);
      expect(await view(other, id), column).to.deep.equal({ detailsRevealed: false });
      expect((await view(revealing, id))?.details, column)
        .to.have.property(field)
        .that.deep.equals(value);
    }
  });

  it('[D results.5] finds the same details whether it reads their values or only their presence', async () => {
    const { superuser, directoryPool } = database;
    const ids: string[] = [];
    for (const [index, [column, value]] of singleDetails.entries()) {
      const id = testId('organization', 200 + index);
      ids.push(id);
      await seedOrganization(superuser, id, { [column]: value });
    }
    const presences = await selectDetailPresence.run(directoryPool, [[...ids, full, bare, soleTrader]]);
    const rows = await selectOrganizationDetails.run(directoryPool, [[...ids, full, bare, soleTrader]]);
    const byId = new Map(rows.map(({ organizationId, ...details }) => [organizationId, presenceOf(details)]));
    expect(presences).to.have.lengthOf(ids.length + 3);
    for (const { organizationId, ...presence } of presences)
      expect(byId.get(organizationId), organizationId).to.deep.equal(presence);
  });

  it('counts a revealed organization as revealed after its details were removed', async () => {
    const details = { technologies: [], keywords: [], tags: [] };
    expect(await view(revealing, missing)).to.deep.equal({ detailsRevealed: true, details });
  });

  it('[1.7] answers coalesced queries in order, each for its own account: one statement per account, and one per kind of read on the directory', async () => {
    const revealPool = recording(database.revealPool);
    const directoryPool = recording(database.directoryPool);
    const ask = (accountId: string, ...ids: string[]) => ({
      accountId,
      subjects: ids.map((organizationId) => ({ organizationId, shownIdentifiers: ['domain'] })),
    });
    const { answers } = await viewOrganizations(
      { revealPool: revealPool.pool, directoryPool: directoryPool.pool, clock: database.clock },
      {
        queries: [
          ask(other, full, soleTrader),
          ask(revealing, full),
          ask(other, full),
          ask(revealing),
          ask(revealing, bare, full),
        ],
      },
    );
    expect(answers.map(({ views }) => views.map((each) => each.detailsRevealed))).to.deep.equal([
      [false, true],
      [true],
      [false],
      [],
      [false, true],
    ]);
    expect(revealPool.sent.map(({ values }) => values[0])).to.have.members([other, revealing]);
    expect(directoryPool.sent.map(({ name }) => name)).to.have.members([
      'reveal_select_detail_presence',
      'reveal_select_organization_details',
    ]);
  });

  it('reads no values while nothing is revealed', async () => {
    const directoryPool = recording(database.directoryPool);
    await viewOrganizations(
      { ...database, directoryPool: directoryPool.pool },
      {
        queries: [
          {
            accountId: other,
            subjects: [full, bare].map((organizationId) => ({ organizationId, shownIdentifiers: [] })),
          },
        ],
      },
    );
    expect(directoryPool.sent.map(({ name }) => name)).to.deep.equal(['reveal_select_detail_presence']);
  });

  it('starts no statement when the clock throws', async () => {
    const directoryPool = recording(database.directoryPool);
    const clock = { databaseNow: () => new Date(), now: () => raise(serviceUnavailable('the clock is off')) };
    const viewing = viewOrganizations(
      { ...database, clock, directoryPool: directoryPool.pool },
      { queries: [{ accountId: other, subjects: [{ organizationId: full, shownIdentifiers: [] }] }] },
    );
    expect(await viewing.catch((error: unknown) => error)).to.have.property('code', 'service_unavailable');
    expect(directoryPool.sent).to.deep.equal([]);
  });

  it('runs no statement for a request without queries', async () => {
    const revealPool = recording(database.revealPool);
    const directoryPool = recording(database.directoryPool);
    const dependencies = { revealPool: revealPool.pool, directoryPool: directoryPool.pool, clock: database.clock };
    expect(await viewOrganizations(dependencies, { queries: [] })).to.deep.equal({ answers: [] });
    expect([...revealPool.sent, ...directoryPool.sent]).to.deep.equal([]);
  });
});
