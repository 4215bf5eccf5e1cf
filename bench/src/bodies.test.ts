import { expect } from 'chai';
import { createRandom } from '@prospecting/platform/random';
import { drawBodies, type KnownOrganization } from './bodies.js';

const organizations: KnownOrganization[] = Array.from({ length: 50 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  countryCode: 'SE',
  // Every other one is a sole trader without a LinkedIn page or domain.
  ...(index % 2 === 0 && {
    orgNumber: String(5_560_000_000 + index),
    linkedInPage: `company/acme-${index}`,
    domain: `acme-${index}.example`,
  }),
}));
const options = { bodies: 80, itemsPerBody: 25, missShare: 0.08 };

describe('drawBodies', () => {
  it('draws the same bodies from the same seed, and others from another seed', () => {
    const draw = (seed: number): string => JSON.stringify(drawBodies(organizations, options, createRandom(seed)));
    expect(draw(1)).to.equal(draw(1));
    expect(draw(1)).not.to.equal(draw(2));
  });

  it('draws the requested number of bodies and items, with refs counting from 0', () => {
    const bodies = drawBodies(organizations, options, createRandom(1));
    expect(bodies).to.have.length(80);
    for (const items of bodies) {
      expect(items.map(({ query }) => query['ref'])).to.deep.equal(Array.from({ length: 25 }, (_, at) => String(at)));
    }
  });

  it('uses the five identifier forms equally often', () => {
    const shapes = new Map<string, number>();
    for (const { query } of drawBodies(organizations, options, createRandom(1)).flat()) {
      const shape = Object.keys(query).slice(1).join();
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
    expect([...shapes.keys()]).to.have.members(['id', 'orgNumber,countryCode', 'orgNumber', 'linkedInUrl', 'domain']);
    for (const count of shapes.values()) expect(count).to.be.within(320, 480);
  });

  it('makes up the given share of identifiers', () => {
    const known = new Set(organizations.flatMap((each) => Object.values(each).map(String)));
    const items = drawBodies(organizations, options, createRandom(1)).flat();
    const misses = items.filter(({ query: { id, orgNumber, linkedInUrl, domain } }) => {
      const value = id ?? orgNumber ?? domain ?? linkedInUrl?.replace('https://www.linkedin.com/', '');
      return !known.has(String(value));
    });
    expect(misses.length / items.length).to.be.within(0.06, 0.1);
  });

  it('gives search-service the same identifiers as the item', () => {
    const items = drawBodies(organizations, { ...options, missShare: 0 }, createRandom(1)).flat();
    const withoutCountry = items.find(
      ({ query }) => query['orgNumber'] !== undefined && query['countryCode'] === undefined,
    );
    expect(withoutCountry?.identifiers).to.deep.equal({
      orgNumbers: [{ countryCode: 'SE', digits: withoutCountry?.query['orgNumber'] }],
      domains: [],
    });
    const byDomain = items.find(({ query }) => query['domain'] !== undefined);
    expect(byDomain?.identifiers).to.deep.equal({ orgNumbers: [], domains: [byDomain?.query['domain']] });
  });
});
