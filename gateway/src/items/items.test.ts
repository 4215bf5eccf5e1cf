import { expect } from 'chai';
import fc from 'fast-check';
import { ITEM_ERRORS } from '@prospecting/openapi';
import {
  parseContactQuery,
  parseContactsPageQuery,
  parseItems,
  parseOrganizationQuery,
  parsePersonQuery,
  type Item,
} from './index.js';
import type { QueryParser } from './item.js';

const ID = '5B0E8C7E-3C55-5B43-9D0C-1F3F8F6F2A10';

function parseOne<Query extends object>(parse: QueryParser<Query>, item: unknown): Item<Query> {
  return parseItems([item], parse)[0] as Item<Query>;
}

const parsers = {
  'organizations/match': parseOrganizationQuery,
  'contacts/match': parseContactsPageQuery,
  'people/match': parsePersonQuery,
  'contacts/reveal': parseContactQuery,
} satisfies Record<string, QueryParser<object>>;

describe('items', () => {
  describe('of every endpoint', () => {
    for (const [endpoint, parse] of Object.entries(parsers) as [string, QueryParser<object>][]) {
      it(`[D requests.5] ${endpoint}: an item that is not an object is invalid_item`, () => {
        for (const item of [null, 'acme.se', 7, true, [], [{ domain: 'acme.se' }]]) {
          expect(parseOne(parse, item)).to.deep.equal({ ref: undefined, error: 'invalid_item' });
        }
      });

      it(`[D requests.5] ${endpoint}: a bad ref is reported before other errors and not echoed`, () => {
        for (const ref of [7, {}, ['a'], false, 'x'.repeat(256), 'a\0b', '\ud800']) {
          expect(parseOne(parse, { ref, id: 'no uuid' })).to.deep.equal({ ref: undefined, error: 'invalid_ref' });
        }
      });

      it(`[2.1] ${endpoint}: a good ref is echoed with the item's error`, () => {
        for (const ref of ['', ' row 1 ', 'x'.repeat(255), '😀'.repeat(255)]) {
          const item = parseOne(parse, { ref });
          expect(item.ref).to.equal(ref);
          expect(item.error).to.be.oneOf(['missing_identifier', 'missing_contact_id']);
        }
      });

      it(`[D requests.4] ${endpoint}: null is absent, for the ref and for every field`, () => {
        const nulls = {
          ref: null,
          id: null,
          orgNumber: null,
          countryCode: null,
          linkedInUrl: null,
          domain: null,
          cursor: null,
        };
        const item = parseOne(parse, { ...nulls, email: null, name: null, organization: null, contactId: null });
        expect(item.ref).to.equal(undefined);
        expect(item.error).to.be.oneOf(['missing_identifier', 'missing_contact_id']);
      });

      it(`${endpoint}: any JSON item becomes a query or a known error`, () => {
        const identifier = fc.constantFrom(
          'id',
          'orgNumber',
          'countryCode',
          'linkedInUrl',
          'domain',
          'cursor',
          'email',
          'name',
          'organization',
          'contactId',
          'ref',
        );
        const value = fc.oneof(
          fc.jsonValue({ stringUnit: 'binary' }),
          fc.constantFrom('acme.se', ID, 'SE', 'Åsa Ek', '\0', '\ud800'),
        );
        fc.assert(
          fc.property(fc.oneof(fc.dictionary(identifier, value), fc.jsonValue()), (item) => {
            const parsed = parseOne(parse, item);
            if (parsed.error === undefined) expect(parsed.query).to.be.an('object');
            else expect(ITEM_ERRORS).to.include(parsed.error);
          }),
        );
      });
    }

    it('[1.5] an invalid item does not affect the others or their order', () => {
      const parsed = parseItems([{ domain: 'acme.se' }, 3, { ref: 'c', domain: 'nordvik.se' }], parseOrganizationQuery);
      expect(parsed.map(({ error, query }) => error ?? query?.domains)).to.deep.equal([
        ['acme.se'],
        'invalid_item',
        ['nordvik.se'],
      ]);
    });
  });

  describe('that name an organization', () => {
    const errors: [string, unknown, string][] = [
      ['[D identifiers.1] no identifier', {}, 'missing_identifier'],
      ['[4.1.3] only a name', { name: 'Acme AB' }, 'missing_identifier'],
      ['[4.1.2] an id that is not a UUID', { id: 'acme' }, 'invalid_id'],
      ['[4.1.2] an org number without digits', { orgNumber: 'acme' }, 'invalid_org_number'],
      ['[D identifiers.2] a digit count that no register has', { orgNumber: '1234567' }, 'invalid_org_number'],
      [
        '[D identifiers.2] a digit count that the named register does not have',
        { orgNumber: '556036-0793', countryCode: 'NO' },
        'invalid_org_number',
      ],
      ['[4.1.2] a countryCode without orgNumber', { countryCode: 'SE' }, 'country_code_without_org_number'],
      [
        '[4.1.2] a countryCode without orgNumber beside a good domain',
        { countryCode: 'SE', domain: 'acme.se' },
        'country_code_without_org_number',
      ],
      ['[4.1.2] an unknown countryCode without orgNumber', { countryCode: 'XX' }, 'country_code_without_org_number'],
      ['an unknown countryCode', { orgNumber: '5560360793', countryCode: 'DE' }, 'invalid_country_code'],
      ['a countryCode in lower case', { orgNumber: '5560360793', countryCode: 'se' }, 'invalid_country_code'],
      ['a countryCode that is not a string', { orgNumber: '5560360793', countryCode: 46 }, 'invalid_country_code'],
      [
        '[4.1.2] a LinkedIn page of a person',
        { linkedInUrl: 'https://www.linkedin.com/in/astrid' },
        'invalid_linkedin_url',
      ],
      ['[D identifiers.4] a domain without a dot', { domain: 'localhost' }, 'invalid_domain'],
      ['[D identifiers.4] an IP address', { domain: '127.0.0.1' }, 'invalid_domain'],
      ['[D identifiers.4] a bare public suffix', { domain: 'co.uk' }, 'invalid_domain'],
      ['[D identifiers.5] an empty string', { domain: '' }, 'invalid_domain'],
      ['[D identifiers.5] a number where text belongs', { orgNumber: 5560360793 }, 'invalid_org_number'],
      ['[D identifiers.5] NUL in an identifier', { domain: 'acme\0.se' }, 'invalid_domain'],
      [
        '[D identifiers.5] [4.1.2] a malformed identifier beside a good one before it',
        { id: ID, domain: 'x' },
        'invalid_domain',
      ],
      [
        '[D identifiers.5] [4.1.2] a malformed identifier beside a good one after it',
        { id: 'x', domain: 'acme.se' },
        'invalid_id',
      ],
      [
        '[D identifiers.5] several malformed identifiers: the first in lookup order',
        { domain: 'x', linkedInUrl: 'x', orgNumber: 'x', id: 'x' },
        'invalid_id',
      ],
      [
        '[D identifiers.5] orgNumber before linkedInUrl',
        { domain: 'x', linkedInUrl: 'x', orgNumber: 'x', countryCode: 'XX' },
        'invalid_org_number',
      ],
      ['[D identifiers.5] linkedInUrl before domain', { domain: 'x', linkedInUrl: 'x' }, 'invalid_linkedin_url'],
    ];
    for (const [what, item, error] of errors) {
      it(`${what}: ${error}, on organizations/match, contacts/match and people/match`, () => {
        expect(parseOne(parseOrganizationQuery, item).error).to.equal(error);
        expect(parseOne(parseContactsPageQuery, item).error).to.equal(error);
        expect(parseOne(parsePersonQuery, { name: 'Åsa Ek', organization: item }).error).to.equal(error);
      });
    }

    const queries: [string, unknown, object][] = [
      ['an id', { id: ID }, { id: ID.toLowerCase(), orgNumbers: [], domains: [] }],
      [
        '[D identifiers.2] a Swedish number',
        { orgNumber: '16 5560 36-0793' },
        { orgNumbers: [{ countryCode: 'SE', digits: '5560360793' }], domains: [] },
      ],
      [
        '[D identifiers.2] 8 digits without a country, DK first',
        { orgNumber: '24256790' },
        {
          orgNumbers: [
            { countryCode: 'DK', digits: '24256790' },
            { countryCode: 'FI', digits: '24256790' },
          ],
          domains: [],
        },
      ],
      [
        '[D identifiers.2] 8 digits with a country',
        { orgNumber: '24256790', countryCode: 'FI' },
        { orgNumbers: [{ countryCode: 'FI', digits: '24256790' }], domains: [] },
      ],
      [
        '[D identifiers.3] a company page',
        { linkedInUrl: 'se.linkedin.com/company/Acme-AB/about?x=1' },
        { orgNumbers: [], linkedInPage: 'company/acme-ab', domains: [] },
      ],
      [
        '[D identifiers.4] a pasted URL',
        { domain: 'https://www.Acme.se/om?x#y' },
        { orgNumbers: [], domains: ['acme.se'] },
      ],
      [
        '[D identifiers.4] a subdomain, with its registrable domain as the second choice',
        { domain: 'shop.acme.se' },
        { orgNumbers: [], domains: ['shop.acme.se', 'acme.se'] },
      ],
    ];
    for (const [what, item, query] of queries) {
      it(`reads ${what}`, () => {
        expect(parseOne(parseOrganizationQuery, item).query).to.deep.equal(query);
      });
    }
  });

  describe('of contacts/match', () => {
    it('[4.2.3] passes a cursor without identifiers on unchanged', () => {
      const { query } = parseOne(parseContactsPageQuery, { cursor: ' eyJ.x ' });
      expect(query).to.deep.equal({ identifiers: { orgNumbers: [], domains: [] }, cursor: ' eyJ.x ' });
    });

    it('[4.2.3] passes identifiers beside a cursor on with it', () => {
      const { query } = parseOne(parseContactsPageQuery, { cursor: 'c', domain: 'acme.se' });
      expect(query).to.deep.equal({ identifiers: { orgNumbers: [], domains: ['acme.se'] }, cursor: 'c' });
    });

    it('[4.2.4] answers invalid_cursor for text that cannot be a cursor', () => {
      for (const cursor of ['', 7, {}, 'a\0', '\udc00', 'x'.repeat(100_000)]) {
        expect(parseOne(parseContactsPageQuery, { cursor }).error).to.equal('invalid_cursor');
      }
    });

    it('[D results.3] answers the error of a malformed identifier beside a cursor', () => {
      expect(parseOne(parseContactsPageQuery, { cursor: 7, domain: 'x' }).error).to.equal('invalid_domain');
      expect(parseOne(parseContactsPageQuery, { cursor: 'c', countryCode: 'SE' }).error).to.equal(
        'country_code_without_org_number',
      );
    });
  });

  describe('of people/match', () => {
    const organization = { domain: 'acme.se' };
    const errors: [string, unknown, string][] = [
      ['no identifier', { jobTitle: 'CEO' }, 'missing_identifier'],
      ['a LinkedIn page of an organization', { linkedInUrl: 'linkedin.com/company/acme' }, 'invalid_linkedin_url'],
      ['an address without a domain', { email: 'astrid@' }, 'invalid_email'],
      ['an empty address beside a good page', { linkedInUrl: 'linkedin.com/in/astrid', email: '' }, 'invalid_email'],
      ['a name of only white space', { name: ' \t ', organization }, 'invalid_name'],
      ['a name that is not a string', { name: { first: 'Astrid' }, organization }, 'invalid_name'],
      ['a name without organization', { name: 'Astrid Exempel' }, 'organization_required'],
      [
        'a name without organization beside a good address',
        { email: 'astrid@acme.se', name: 'Astrid Exempel' },
        'organization_required',
      ],
      ['an organization without name', { organization }, 'name_required'],
      [
        'an organization without name beside a good page',
        { linkedInUrl: 'linkedin.com/in/astrid', organization },
        'name_required',
      ],
      ['an organization without identifiers', { name: 'Astrid Exempel', organization: {} }, 'missing_identifier'],
      [
        'an organization that is not an object',
        { name: 'Astrid Exempel', organization: 'acme.se' },
        'missing_identifier',
      ],
      ['page before address', { linkedInUrl: 'x', email: 'x', name: '' }, 'invalid_linkedin_url'],
      ['address before name', { email: 'x', name: '' }, 'invalid_email'],
      ['name before its organization', { name: '', organization: { domain: 'x' } }, 'invalid_name'],
    ];
    for (const [what, item, error] of errors) {
      it(`[D identifiers.5] ${what}: ${error}`, () => {
        expect(parseOne(parsePersonQuery, item).error).to.equal(error);
      });
    }

    it('[D identifiers.5] accepts several identifiers', () => {
      const item = {
        linkedInUrl: 'https://se.linkedin.com/in/Astrid-E/',
        email: ' Astrid@Acme.SE',
        name: ' Astrid Exempel ',
        organization,
      };
      expect(parseOne(parsePersonQuery, item).query).to.deep.equal({
        linkedInSlug: 'astrid-e',
        email: 'astrid@acme.se',
        named: { name: 'Astrid Exempel', organization: { orgNumbers: [], domains: ['acme.se'] } },
      });
    });
  });

  describe('of contacts/reveal', () => {
    it('[4.5.1] answers missing_contact_id for an item without contactId', () => {
      expect(parseOne(parseContactQuery, { ref: 'a' })).to.deep.equal({ ref: 'a', error: 'missing_contact_id' });
    });

    it('[4.5.1] answers invalid_contact_id for text that is not a UUID', () => {
      for (const contactId of ['', 'x', 7, ID.slice(1), `${ID} `]) {
        expect(parseOne(parseContactQuery, { contactId }).error).to.equal('invalid_contact_id');
      }
    });

    it('accepts a UUID in either case', () => {
      expect(parseOne(parseContactQuery, { contactId: ID }).query).to.deep.equal({ contactId: ID.toLowerCase() });
    });
  });
});
