import { randomUUID } from 'node:crypto';
import type { search } from '@prospecting/protos';
import { expect } from 'chai';
import { createSearchService } from '../application.js';
import { readFrom } from '../replicas/directory-reader.js';
import { SOLE_TRADER_KEY } from '#testing/directory-seed.js';
import {
  call,
  countStatements,
  createTestDirectory,
  CURSOR_KEYS,
  identifiers,
  type TestDirectory,
} from '#testing/test-directory.js';

const ACME = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

describe('MatchOrganizations', () => {
  let directory: TestDirectory;

  before(async () => {
    directory = await createTestDirectory();
    await directory.seed(
      {
        id: ACME,
        name: 'Acme Exempel AB',
        legalForm: 'AB',
        city: 'Lund',
        foundedYear: 1999,
        digits: '5560360793',
        linkedInPage: 'company/acme',
        domains: ['acme.example', 'acme-group.example'],
      },
      {
        id: OTHER,
        name: 'Other ApS',
        countryCode: 'DK',
        digits: '24256790',
        linkedInPage: 'school/acme',
        domains: ['other.example'],
      },
    );
  });

  after(() => directory.drop());

  async function match(given: Partial<search.OrganizationIdentifiers>): Promise<search.OrganizationMatch> {
    const { matches } = await directory.service.matchOrganizations({ items: [identifiers(given)] }, call);
    expect(matches).to.have.length(1);
    return matches[0] ?? expect.fail();
  }

  const seNumber = (digits: string): search.OrgNumber => ({ countryCode: 'SE', digits });

  it('answers the public fields of the organization [4.1.4]', async () => {
    expect(await match({ id: ACME })).to.deep.equal({
      organization: {
        id: ACME,
        name: 'Acme Exempel AB',
        countryCode: 'SE',
        legalForm: 'AB',
        city: 'Lund',
        foundedYear: 1999,
      },
      matchedBy: 'MATCHED_BY_ID',
    });
  });

  it('omits fields that are not on record', async () => {
    const { organization } = await match({ id: OTHER });
    expect(organization).to.deep.equal({ id: OTHER, name: 'Other ApS', countryCode: 'DK' });
  });

  it('reports which identifier hit [D results.7]', async () => {
    expect((await match({ orgNumbers: [seNumber('5560360793')] })).matchedBy).to.equal('MATCHED_BY_ORG_NUMBER');
    expect((await match({ linkedInPage: 'company/acme' })).matchedBy).to.equal('MATCHED_BY_LINKED_IN_URL');
    expect((await match({ domains: ['acme.example'] })).matchedBy).to.equal('MATCHED_BY_DOMAIN');
    expect((await match({ domains: ['nobody.example'] })).matchedBy).to.equal('MATCHED_BY_UNSPECIFIED');
  });

  it('takes the first identifier that hits, whichever later ones would hit [4.1.1]', async () => {
    const acme = {
      id: ACME,
      orgNumbers: [seNumber('5560360793')],
      linkedInPage: 'company/acme',
      domains: ['acme.example'],
    };
    const other = {
      id: OTHER,
      orgNumbers: [{ countryCode: 'DK', digits: '24256790' }],
      linkedInPage: 'school/acme',
      domains: ['other.example'],
    };
    const order = ['id', 'orgNumbers', 'linkedInPage', 'domains'] as const;
    for (const [index, first] of order.entries()) {
      for (const later of order.slice(index + 1)) {
        const { organization } = await match({ [first]: acme[first], [later]: other[later] });
        expect(organization?.id, `${first} before ${later}`).to.equal(ACME);
      }
    }
  });

  it('tries the next identifier when one is not on record [4.1.1]', async () => {
    const found = await match({ id: randomUUID(), orgNumbers: [seNumber('5560360794')], domains: ['other.example'] });
    expect([found.organization?.id, found.matchedBy]).to.deep.equal([OTHER, 'MATCHED_BY_DOMAIN']);
  });

  it('tries registers and domains in the given order [D identifiers.2] [D identifiers.4]', async () => {
    const [danish, finnish] = await directory.seed(
      { countryCode: 'DK', digits: '01120389' },
      { countryCode: 'FI', digits: '01120389', domains: ['shop.registrable.example'] },
      { domains: ['registrable.example'] },
    );
    const both = [
      { countryCode: 'DK', digits: '01120389' },
      { countryCode: 'FI', digits: '01120389' },
    ];
    expect((await match({ orgNumbers: both })).organization?.id).to.equal(danish);
    expect((await match({ orgNumbers: both.toReversed() })).organization?.id).to.equal(finnish);
    const { organization } = await match({ domains: ['shop.registrable.example', 'registrable.example'] });
    expect(organization?.id).to.equal(finnish);
  });

  it('falls back from a subdomain to the registrable domain [D identifiers.4]', async () => {
    expect((await match({ domains: ['shop.acme.example', 'acme.example'] })).organization?.id).to.equal(ACME);
  });

  it('distinguishes LinkedIn pages of one slug by their kind [D identifiers.3]', async () => {
    expect((await match({ linkedInPage: 'school/acme' })).organization?.id).to.equal(OTHER);
    expect(await match({ linkedInPage: 'showcase/acme' })).to.deep.equal({ matchedBy: 'MATCHED_BY_UNSPECIFIED' });
  });

  it('shows a number in its register’s form, only on a match by number [D identifiers.2]', async () => {
    expect((await match({ orgNumbers: [seNumber('5560360793')] })).organizationNumber).to.equal('556036-0793');
    expect((await match({ orgNumbers: [{ countryCode: 'DK', digits: '24256790' }] })).organizationNumber).to.equal(
      '24256790',
    );
    expect(await match({ domains: ['acme.example'] })).not.to.have.property('organizationNumber');
  });

  it('finds a sole trader by the hash of the number and shows the number masked [D results.4]', async () => {
    const [trader] = await directory.seed({ name: 'Test Testsson Måleri', soleTrader: true, digits: '7001019876' });
    const found = await match({ orgNumbers: [seNumber('7001019876')] });
    expect(found.organization?.id).to.equal(trader);
    expect(found.organizationNumber).to.equal('700101-XXXX');
    expect((await match({ orgNumbers: [seNumber('7001019877')] })).organization).to.equal(undefined);
  });

  it('masks a Swedish sole trader’s number whatever its digits [D results.4]', async () => {
    await directory.seed({ soleTrader: true, digits: '9933019876' });
    expect((await match({ orgNumbers: [seNumber('9933019876')] })).organizationNumber).to.equal('993301-XXXX');
  });

  it('shows a Norwegian sole trader’s number, which is not a personal number [D results.4]', async () => {
    await directory.seed({ countryCode: 'NO', soleTrader: true, digits: '923609016' });
    const found = await match({ orgNumbers: [{ countryCode: 'NO', digits: '923609016' }] });
    expect(found.organizationNumber).to.equal('923609016');
  });

  it('matches the first founded of several firms under one number, then the lowest id [D results.4]', async () => {
    const id = (digit: number): string => `3333333${digit}-3333-4333-8333-333333333333`;
    const firm = { soleTrader: true, digits: '6902028765' };
    await directory.seed({ ...firm, id: id(1) }, { ...firm, id: id(2), foundedYear: 2010 });
    await directory.seed({ ...firm, id: id(5), foundedYear: 2001 }, { ...firm, id: id(4), foundedYear: 2001 });
    expect((await match({ orgNumbers: [seNumber('6902028765')] })).organization?.id).to.equal(id(4));
  });

  it('matches the organization whose primary domain it is when several share the domain', async () => {
    const [, primary] = await directory.seed(
      { domains: ['first.example', 'shared.example'], foundedYear: 1900 },
      { domains: ['shared.example'] },
    );
    expect((await match({ domains: ['shared.example'] })).organization?.id).to.equal(primary);
  });

  it('answers a batch in request order with one statement, repeated values included [4.1.4]', async () => {
    const { pool, count } = countStatements(directory.pool);
    const service = createSearchService({
      directory: readFrom(pool),
      cursorKeys: CURSOR_KEYS,
      soleTraderKey: SOLE_TRADER_KEY,
    });
    const items = Array.from({ length: 800 }, (_, index) =>
      identifiers(index % 3 === 0 ? { id: ACME } : { domains: [index % 3 === 1 ? 'other.example' : 'nobody.example'] }),
    );
    const { matches } = await service.matchOrganizations({ items }, call);
    expect(count()).to.equal(1);
    expect(matches.map(({ organization }) => organization?.id)).to.deep.equal(
      items.map((_, index) => [ACME, OTHER, undefined][index % 3]),
    );
  });
});
