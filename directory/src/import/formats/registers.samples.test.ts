import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { readAll } from '#testing/formats.js';
import { findFormat, type FormatName } from './index.js';

/** What each sample file gives: canonical records, and rejects with line, reason and field. */
describe('the samples of the registers', () => {
  const read = async (format: FormatName, file: string) => {
    const bytes = await readFile(new URL(`../../../sample/registers/${file}`, import.meta.url));
    return readAll(findFormat(format, 'organizations'), bytes);
  };
  const recordsOf = async (format: FormatName, file: string) =>
    (await read(format, file)).map((found) => ('record' in found ? defined(found.record as object) : found));

  it('bolagsverket: two companies, one of them in liquidation', async () => {
    expect(await recordsOf('bolagsverket', 'bolagsverket.txt')).to.deep.equal([
      {
        countryCode: 'SE',
        organizationNumber: '5566778899',
        name: 'Exempel Sverige AB',
        legalForm: 'Aktiebolag',
        foundedYear: 2020,
        description: 'Konsultverksamhet inom IT',
        tags: [],
        city: 'STOCKHOLM',
        postalCode: '11122',
        addressLine1: 'Box 1',
      },
      {
        countryCode: 'SE',
        organizationNumber: '5560000000',
        name: 'Acme AB',
        legalForm: 'Aktiebolag',
        foundedYear: 2020,
        description: 'Runs acme.se; and more',
        tags: ['being_wound_up'],
        city: 'STOCKHOLM',
        postalCode: '11122',
        addressLine1: 'Box 1',
      },
    ]);
  });

  it('scb: one company, in ISO-8859-1, without the person of its c/o line', async () => {
    expect(await recordsOf('scb', 'scb.txt')).to.deep.equal([
      {
        countryCode: 'SE',
        organizationNumber: '5566778899',
        name: 'EXEMPEL SVERIGE AB',
        legalForm: 'Övriga aktiebolag',
        tags: ['sni:62010'],
        city: 'STOCKHOLM',
        postalCode: '11122',
        addressLine1: 'STORGATAN 1',
      },
    ]);
  });

  it('cvr: a foundation, from a page of the index, with the facts that are valid today', async () => {
    expect(await recordsOf('cvr', 'cvr-2018.json')).to.deep.equal([
      {
        countryCode: 'DK',
        organizationNumber: '11617034',
        name: 'F.L.Smidth fonden for diplomingeniørstuderende ved DTU',
        legalForm: 'Fonde og andre selvejende institutioner',
        keywords: ['Foreninger, legater og fonde med sygdomsbekæmpende, sociale og velgørende formål'],
        tags: ['db07:889910'],
        city: 'Kgs. Lyngby',
        postalCode: '2800',
        addressLine1: 'Anker Engelunds Vej 101A',
      },
    ]);
  });

  it('ytj: a company of v3, the rows of a bis search, and the details of a bis company', async () => {
    expect(await recordsOf('ytj', 'ytj-v3.json')).to.deep.equal([
      {
        countryCode: 'FI',
        organizationNumber: '0100130-4',
        name: 'Dynava Oy',
        legalForm: 'Osakeyhtio',
        foundedYear: 1973,
        website: 'https://www.dynava.fi',
        domains: ['dynava.fi'],
        keywords: ['Puhelinpalvelukeskusten toiminta'],
        tags: ['toimi4:82200'],
        city: 'HELSINKI',
        postalCode: '00380',
        addressLine1: 'Valimotie 17-19',
      },
    ]);
    const rows = await recordsOf('ytj', 'ytj-bis-search.json');
    expect(rows).to.have.length(31);
    for (const row of rows) expect(row).to.include({ countryCode: 'FI' }).and.include.keys('name', 'legalForm');
    expect(await recordsOf('ytj', 'ytj-bis-details.json')).to.deep.equal([
      {
        countryCode: 'FI',
        organizationNumber: '2532004-3',
        name: 'Softagram Oy',
        legalForm: 'Osakeyhtiö',
        foundedYear: 2013,
        website: 'https://softagram.com',
        domains: ['softagram.com'],
        keywords: ['Ohjelmistojen suunnittelu ja valmistus'],
        tags: ['toimi:62010'],
        city: 'KEMPELE',
        postalCode: '90450',
        addressLine1: 'Uutelantie 14',
      },
    ]);
  });

  it('gleif: fourteen Danish companies and a Swedish one; an answer of the API about a Greek one is foreign', async () => {
    const records = await recordsOf('gleif', 'gleif.csv');
    expect(records).to.have.length(15);
    expect(records[0]).to.deep.equal({
      countryCode: 'SE',
      organizationNumber: '556081-6604',
      name: 'Air BP Sweden Aktiebolag',
      tags: ['lei:549300YF2JG5OMW7UO84'],
    });
    expect(await read('gleif', 'gleif-api.json')).to.deep.equal([
      { line: 1, reason: 'foreign_record', field: 'Entity.LegalJurisdiction' },
    ]);
  });
});

function defined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
