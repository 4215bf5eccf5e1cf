import { expect } from 'chai';
import { mapColumns, ORGANIZATION_HEADERS, PEOPLE_HEADERS } from './columns.js';

describe('columns', () => {
  it('are found by the headers of common programs, whatever their case, spaces and punctuation', () => {
    const read = mapColumns(PEOPLE_HEADERS, [
      'Förnamn',
      'Efternamn',
      'E-post',
      'Org.nr',
      'Company LinkedIn URL',
      'Note',
    ]);
    expect(read(['Åsa', ' Exempel ', 'asa@nordvik.example', '', 'https://x.example', 'n'])).to.deep.equal({
      firstName: 'Åsa',
      lastName: 'Exempel',
      email: 'asa@nordvik.example',
      organizationLinkedInUrl: 'https://x.example',
    });
  });

  it('mean the organization in a file of organizations, where LinkedIn is the page of the company', () => {
    const read = mapColumns(ORGANIZATION_HEADERS, ['Name', 'LinkedIn', 'Y-tunnus']);
    expect(read(['Nordvik', 'page', '0112038-9'])).to.deep.equal({ linkedInUrl: 'page', orgNumber: '0112038-9' });
  });

  it('can be chosen, and have to be where two mean the same', () => {
    const columns = ['Domain', 'Website', 'Kontakt'];
    expect(() => mapColumns(PEOPLE_HEADERS, columns)).to.throw('"Domain" and "Website" both mean domain');
    const read = mapColumns(PEOPLE_HEADERS, columns, { domain: 'website', name: 'Kontakt' });
    expect(read(['a', 'b', 'c'])).to.deep.equal({ domain: 'b', name: 'c' });
  });

  it('are asked for when none is known, or when one that was chosen is missing', () => {
    expect(() => mapColumns(PEOPLE_HEADERS, ['Foo'])).to.throw('The file has Foo.');
    expect(() => mapColumns(PEOPLE_HEADERS, ['Foo'], { name: 'Bar' })).to.throw('There is no column "Bar".');
    expect(() => mapColumns(PEOPLE_HEADERS, ['Foo'], { nom: 'Foo' })).to.throw('There is no field "nom".');
  });
});
