import { randomUUID } from 'node:crypto';
import { normalizeName } from '@prospecting/directory/identifiers';
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

describe('MatchPeople', () => {
  let directory: TestDirectory;
  before(async () => {
    directory = await createTestDirectory();
  });
  after(() => directory.drop());

  async function match(item: Partial<search.PersonIdentifiers>): Promise<search.PersonMatch> {
    const { matches } = await directory.service.matchPeople({ items: [{ organization: null, ...item }] }, call);
    expect(matches).to.have.length(1);
    return matches[0] ?? expect.fail();
  }

  const at = (id: string | undefined): search.OrganizationIdentifiers =>
    identifiers({ ...(id !== undefined && { id }) });
  const names = (found: search.PersonMatch): string[] => found.contacts.map(({ name }) => name);

  it('finds a person by LinkedIn page [4.4.1] [D identifiers.5] [D results.7]', async () => {
    const [organizationId] = await directory.seed({
      name: 'Länk AB',
      contacts: [{ name: 'Ada Ek', jobTitle: 'CFO', linkedInSlug: 'ada-ek' }, { name: 'Bo Ek' }],
    });
    const found = await match({ linkedInSlug: 'ada-ek' });
    expect([found.outcome, found.matchedBy]).to.deep.equal(['OUTCOME_MATCHED', 'MATCHED_BY_LINKED_IN_URL']);
    expect(found.contacts).to.have.length(1);
    expect(found.contacts[0]).to.include({
      name: 'Ada Ek',
      jobTitle: 'CFO',
      organizationId,
      organizationName: 'Länk AB',
      linkedInUrl: 'https://www.linkedin.com/in/ada-ek',
    });
  });

  it('finds a person by name within the organization [4.4.1] [D results.7]', async () => {
    const [id] = await directory.seed({ contacts: [{ name: 'Åsa Lind' }] }, { contacts: [{ name: 'Åsa Lind' }] });
    const found = await match({ name: 'ASA  lind', organization: at(id) });
    expect([found.outcome, found.matchedBy]).to.deep.equal(['OUTCOME_MATCHED', 'MATCHED_BY_NAME']);
    expect(found.contacts[0]?.organizationId).to.equal(id);
  });

  it('tries the name only when the page finds nobody [D identifiers.5]', async () => {
    const [id] = await directory.seed({
      contacts: [{ name: 'Cilla Ek', linkedInSlug: 'cilla-ek' }, { name: 'David Ek' }],
    });
    const both = { name: 'David Ek', organization: at(id) };
    expect(names(await match({ linkedInSlug: 'cilla-ek', ...both }))).to.deep.equal(['Cilla Ek']);
    expect(names(await match({ linkedInSlug: 'nobody', ...both }))).to.deep.equal(['David Ek']);
  });

  it('reports whether the person or the organization is not on record [4.4.1]', async () => {
    const [id] = await directory.seed({ contacts: [{ name: 'Eva Ek' }] });
    const nobody = { matchedBy: 'MATCHED_BY_UNSPECIFIED', contacts: [] };
    const outcome = async (item: Partial<search.PersonIdentifiers>): Promise<search.PersonMatch> => match(item);
    expect(await outcome({ linkedInSlug: 'nobody-at-all' })).to.deep.equal({
      outcome: 'OUTCOME_PERSON_NOT_FOUND',
      ...nobody,
    });
    expect(await outcome({ name: 'Eva Ask', organization: at(id) })).to.deep.equal({
      outcome: 'OUTCOME_PERSON_NOT_FOUND',
      ...nobody,
    });
    expect(await outcome({ name: 'Eva Ek', organization: at(randomUUID()) })).to.deep.equal({
      outcome: 'OUTCOME_ORGANIZATION_NOT_FOUND',
      ...nobody,
    });
    expect(await outcome({})).to.deep.equal({ outcome: 'OUTCOME_PERSON_NOT_FOUND', ...nobody });
  });

  it('searches only the organization that the first matching identifier names [D identifiers.1] [D identifiers.5]', async () => {
    const [here] = await directory.seed(
      { domains: ['here.example'], digits: '5590000002', contacts: [{ name: 'Frida Ek' }] },
      { domains: ['there.example'], contacts: [{ name: 'Gustav Ek' }] },
    );
    const orgNumbers = [{ countryCode: 'SE', digits: '5590000002' }];
    const organization = identifiers({ orgNumbers, domains: ['there.example'] });
    expect((await match({ name: 'Gustav Ek', organization })).outcome).to.equal('OUTCOME_PERSON_NOT_FOUND');
    const twice = identifiers({ orgNumbers, domains: ['here.example'] });
    const found = await match({ name: 'Frida Ek', organization: twice });
    expect([found.outcome, found.contacts[0]?.organizationId]).to.deep.equal(['OUTCOME_MATCHED', here]);
  });

  it('lists at most five candidates in contact order when several people match [4.4.4] [D results.1] [D results.3]', async () => {
    const [id] = await directory.seed({
      contacts: [
        { name: 'Hanna Maria Ek', jobTitle: '4' },
        { name: 'Hanna Ek', jobTitle: '2' },
        { name: 'Hanna Britt Ek', jobTitle: '1', isDecisionMaker: true },
        { name: 'Hanna Ek-Lund', jobTitle: '3' },
        { name: 'Hanna Åsa Ek', jobTitle: '0', isExecutive: true },
        { name: 'Hanna Sofia Ek', jobTitle: '5' },
        { name: 'Hannah Ek', jobTitle: 'another first name' },
      ],
    });
    const found = await match({ name: 'Hanna Ek', organization: at(id) });
    expect([found.outcome, found.matchedBy]).to.deep.equal(['OUTCOME_AMBIGUOUS', 'MATCHED_BY_NAME']);
    expect(found.contacts.map(({ jobTitle }) => jobTitle)).to.deep.equal(['0', '1', '2', '3', '4']);
  });

  it('answers ambiguous when several contacts have one LinkedIn page [4.4.1] [D results.1]', async () => {
    const contacts = ['Zeta', 'Alfa'].map((title) => ({ name: 'Ida Ek', jobTitle: title, linkedInSlug: 'ida-ek' }));
    await directory.seed(
      { contacts: [{ ...(contacts[0] ?? expect.fail()) }] },
      { contacts: [{ ...(contacts[1] ?? expect.fail()), isExecutive: true }] },
      ...Array.from({ length: 6 }, () => ({ contacts: [{ name: 'Ida Öst', linkedInSlug: 'ida-ek' }] })),
    );
    const found = await match({ linkedInSlug: 'ida-ek' });
    expect([found.outcome, found.matchedBy]).to.deep.equal(['OUTCOME_AMBIGUOUS', 'MATCHED_BY_LINKED_IN_URL']);
    expect(names(found)).to.deep.equal(['Ida Ek', 'Ida Ek', 'Ida Öst', 'Ida Öst', 'Ida Öst']);
    expect(found.contacts[0]?.jobTitle).to.equal('Alfa');
  });

  it('matches either half of a hyphenated surname, and no nickname, initial or near miss [4.4.2] [D identifiers.6]', async () => {
    const [id] = await directory.seed({ contacts: [{ name: 'Katarina Berg-Lund' }] });
    const outcome = async (name: string): Promise<string> => (await match({ name, organization: at(id) })).outcome;
    for (const name of ['Katarina Berg', 'Katarina Lund', 'katarina berg-lund', 'Katarina Maria Lund']) {
      expect(await outcome(name), name).to.equal('OUTCOME_MATCHED');
    }
    for (const name of [
      'Kata Berg',
      'K Berg',
      'Katarina B',
      'Katarina Bergh',
      'Katarina',
      'Berg',
      'Berg Katarina',
      'Katarina Lund-Berg',
    ]) {
      expect(await outcome(name), name).to.equal('OUTCOME_PERSON_NOT_FOUND');
    }
  });

  it('agrees with a literal implementation of the rule for every pair of a small set of names [D identifiers.6]', async () => {
    const firsts = ['Anna', 'Anna-Karin', 'Åsa', 'Asa'];
    const middles = ['', ' Maria', ' Karin', ' Maria Karin', ' Karin Maria', ' Berg'];
    const lasts = [' Berg', ' Lund', ' Berg-Lund', ' Lund-Ek', " O'Berg", ''];
    const world = [
      ...new Set(firsts.flatMap((first) => middles.flatMap((middle) => lasts.map((last) => first + middle + last)))),
    ];
    // Each name is in its own organization, so that no other contact affects whether this one
    // matches.
    const ids = await directory.seed(...world.map((name) => ({ contacts: [{ name }] })));
    const pairs = world.flatMap((requestedName) =>
      world.map((onRecord, index) => ({ requestedName, onRecord, id: ids[index] ?? '' })),
    );
    for (let start = 0; start < pairs.length; start += 800) {
      const batch = pairs.slice(start, start + 800);
      const items = batch.map(({ requestedName, id }) => ({ name: requestedName, organization: identifiers({ id }) }));
      const { matches } = await directory.service.matchPeople({ items }, call);
      for (const [index, { requestedName, onRecord }] of batch.entries()) {
        const expected = matchesByRule(requestedName, onRecord) ? 'OUTCOME_MATCHED' : 'OUTCOME_PERSON_NOT_FOUND';
        expect(matches[index]?.outcome, `${requestedName} / ${onRecord}`).to.equal(expected);
      }
    }
  });

  it('finds one person among many of the same first name in a large organization [D identifiers.6]', async () => {
    const contacts = Array.from({ length: 2_000 }, (_, index) => ({ name: `Maria Efternamn${index}` }));
    const [id] = await directory.seed({ contacts: [...contacts, { name: 'Maria Östlund-Ek' }] });
    expect(names(await match({ name: 'Maria Ek', organization: at(id) }))).to.deep.equal(['Maria Östlund-Ek']);
  });

  it('answers a batch in request order with one statement [4.4.1]', async () => {
    const [id] = await directory.seed({ contacts: [{ name: 'Jan Ek', linkedInSlug: 'jan-ek' }, { name: 'Karl Ek' }] });
    const { pool, count } = countStatements(directory.pool);
    const service = createSearchService({
      directory: readFrom(pool),
      cursorKeys: CURSOR_KEYS,
      soleTraderKey: SOLE_TRADER_KEY,
    });
    const kinds: Partial<search.PersonIdentifiers>[] = [
      { linkedInSlug: 'jan-ek' },
      { name: 'Karl Ek', organization: at(id) },
      { name: 'Lars Ek', organization: at(id) },
    ];
    const items = Array.from({ length: 300 }, (_, index) => ({ organization: null, ...kinds[index % 3] }));
    const { matches } = await service.matchPeople({ items }, call);
    expect(count()).to.equal(1);
    expect(matches.map((found) => names(found)[0])).to.deep.equal(
      items.map((_, index) => ['Jan Ek', 'Karl Ek', undefined][index % 3]),
    );
  });
});

/**
 * Implements the rule of D identifiers.6 literally: tries every way to read one name as the other
 * with middle names omitted on one side.
 */
function matchesByRule(a: string, b: string): boolean {
  const [left, right] = [normalizeName(a), normalizeName(b)];
  if (left === right) return true;
  const [words, others] = [left.split(' '), right.split(' ')];
  if (words.length < 2 || others.length < 2) return false;
  return (
    shortened(words).some((one) => one === others.join(' ')) || shortened(others).some((one) => one === words.join(' '))
  );
}

/**
 * Returns every form of a name with some middle names omitted and the surname whole, halved, or
 * extended to one that it is half of.
 */
function shortened(words: readonly string[]): string[] {
  const [first = '', ...rest] = words;
  const surname = rest.at(-1) ?? '';
  const middles = subsets(rest.slice(0, -1));
  const halves = surname.includes('-')
    ? [surname, ...surname.split('-')]
    : [surname, ...SURNAMES_WITH_HALVES.filter((one) => one.split('-').includes(surname))];
  return middles.flatMap((middle) => halves.map((half) => [first, ...middle, half].join(' ')));
}

const SURNAMES_WITH_HALVES = ['berg-lund', 'lund-ek'];

function subsets(words: readonly string[]): string[][] {
  const [word, ...rest] = words;
  if (word === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [word, ...subset]]);
}
