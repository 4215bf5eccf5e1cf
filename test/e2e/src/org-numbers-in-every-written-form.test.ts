import { expect } from 'chai';
import { type Customer, overEveryInstallation, recordsOf } from './support/index.js';

const { organization } = recordsOf(import.meta.url);

const swedish = organization({ name: 'Mälarsten AB', countryCode: 'SE', organizationNumber: '556989-1001' });
const norwegian = organization({ name: 'Fjellheim AS', countryCode: 'NO', organizationNumber: '889000101' });
const danish = organization({ name: 'Havblik ApS', countryCode: 'DK', organizationNumber: '24890101' });
const finnish = organization({ name: 'Järvenpää Oy', countryCode: 'FI', organizationNumber: '0189010-2' });
/** One number that two registers have. */
const twinInDenmark = organization({ name: 'Tvilling ApS', countryCode: 'DK', organizationNumber: '24890202' });
const twinInFinland = organization({ name: 'Kaksonen Oy', countryCode: 'FI', organizationNumber: '2489020-2' });

const organizations = [swedish, norwegian, danish, finnish, twinInDenmark, twinInFinland];
const nameOf = new Map(organizations.map(({ id, name }) => [id, name]));

/**
 * Expects each number to find the organization of the given name, or to end with the given status
 * or error.
 */
async function found(customer: Customer, ...items: object[]): Promise<(string | undefined)[]> {
  const results = await customer.matchOrganizations(...items);
  return results.map((result) => nameOf.get(result.organization?.id ?? '') ?? result.error ?? result.status);
}

overEveryInstallation('Organization numbers are read in every written form', { organizations }, (api) => {
  it("drops separators and the register's prefix or suffix [D identifiers.2]", async () => {
    const customer = await api.customer();
    const written = {
      [swedish.name]: [
        '5569891001',
        '556989-1001',
        '556989 1001',
        '55.69.89.10.01',
        ' 556989-1001 ',
        '556989–1001',
        'SE556989100101',
        'se 556989-1001 01',
        'SE5569891001',
        '165569891001',
        '16556989-1001',
      ],
      [norwegian.name]: [
        '889000101',
        '889 000 101',
        '889.000.101',
        'NO889000101MVA',
        'NO 889 000 101 MVA',
        '889000101mva',
      ],
      [danish.name]: ['24890101', '24 89 01 01', 'DK24890101', 'dk-24890101'],
      [finnish.name]: ['0189010-2', 'FI01890102', 'FI 0189010-2', '01890102'],
    };
    for (const [name, numbers] of Object.entries(written)) {
      const results = await found(customer, ...numbers.map((orgNumber) => ({ orgNumber })));
      expect(results, numbers.join(', ')).to.deep.equal(numbers.map(() => name));
    }
  });

  it('derives the register from the digit count: 10 SE, 9 NO, 8 DK or FI [D identifiers.2]', async () => {
    const customer = await api.customer();
    const results = await customer.matchOrganizations(
      { orgNumber: '5569891001' },
      { orgNumber: '889000101' },
      { orgNumber: '24890101' },
      { orgNumber: '01890102' },
    );
    expect(results.map(({ organization: of }) => of?.countryCode)).to.deep.equal(['SE', 'NO', 'DK', 'FI']);
  });

  it('tries eight digits without a country in Denmark first, then in Finland [D identifiers.2]', async () => {
    const customer = await api.customer();
    expect(
      await found(
        customer,
        { orgNumber: '24890202' },
        { orgNumber: '24890202', countryCode: 'FI' },
        { orgNumber: '24890202', countryCode: 'DK' },
        { orgNumber: 'FI24890202' },
        // A hyphen before the last digit can only be Finnish.
        { orgNumber: '2489020-2' },
        { orgNumber: '2489010-1' },
      ),
    ).to.deep.equal([
      twinInDenmark.name,
      twinInFinland.name,
      twinInDenmark.name,
      twinInFinland.name,
      twinInFinland.name,
      'not_found',
    ]);
  });

  it('searches only the named register [D identifiers.2]', async () => {
    const customer = await api.customer();
    expect(
      await found(
        customer,
        { orgNumber: '556989-1001', countryCode: 'SE' },
        { orgNumber: '889000101', countryCode: 'NO' },
        { orgNumber: '0189010-2', countryCode: 'FI' },
        { orgNumber: '01890102', countryCode: 'DK' },
        { orgNumber: '889000101', countryCode: 'SE' },
        { orgNumber: '5569891001', countryCode: 'NO' },
      ),
    ).to.deep.equal([
      swedish.name,
      norwegian.name,
      finnish.name,
      'not_found',
      'invalid_org_number',
      'invalid_org_number',
    ]);
  });

  it('reports no digits, or a digit count that no register has, as malformed [4.1.2] [D identifiers.2]', async () => {
    const customer = await api.customer();
    const malformed = ['acme', '-', 'SE', 'MVA', '1234567', '55698910011', '1234567890123', '+', '55698910o1'];
    const results = await found(customer, ...malformed.map((orgNumber) => ({ orgNumber })));
    expect(results).to.deep.equal(malformed.map(() => 'invalid_org_number'));
  });

  it('reports a wrong check digit as not found, not as malformed [D identifiers.2]', async () => {
    const customer = await api.customer();
    expect(
      await found(
        customer,
        { orgNumber: '556989-1002' },
        { orgNumber: '889000102' },
        { orgNumber: '24890103' },
        { orgNumber: '0189010-3' },
      ),
    ).to.deep.equal(['not_found', 'not_found', 'not_found', 'not_found']);
  });

  it('drops the century of twelve Swedish digits, whichever century it is [D identifiers.2]', async () => {
    const customer = await api.customer();
    expect(
      await found(customer, { orgNumber: '165569891001' }, { orgNumber: '165569891001', countryCode: 'SE' }),
    ).to.deep.equal([swedish.name, swedish.name]);
    expect(await found(customer, { orgNumber: '165569891001', countryCode: 'NO' })).to.deep.equal([
      'invalid_org_number',
    ]);
  });

  it("shows each number in its register's form [D identifiers.2]", async () => {
    const customer = await api.customer();
    const results = await customer.matchOrganizations(
      { orgNumber: 'SE 5569891001 01' },
      { orgNumber: 'NO 889 000 101 MVA' },
      { orgNumber: 'DK24890101' },
      { orgNumber: '01890102', countryCode: 'FI' },
    );
    expect(results.map(({ organization: of }) => of?.organizationNumber)).to.deep.equal([
      '556989-1001',
      '889000101',
      '24890101',
      '0189010-2',
    ]);
  });
});
