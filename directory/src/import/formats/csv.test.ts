import { expect } from 'chai';
import { collect, inPieces } from '#testing/formats.js';
import { readCsv, type CsvOptions } from './csv.js';
import type { OrganizationRecord } from './canonical-records.js';

const OPTIONS: CsvOptions<OrganizationRecord> = {
  title: 'a register in CSV',
  requiredColumns: ['Number', 'Name'],
  delimiter: ';',
  map: (row) =>
    row.text('status') === 'closed'
      ? { reason: 'deleted_record', field: 'status' }
      : { record: { countryCode: 'DK', organizationNumber: row.text('NUMBER'), name: row.text('Name') } },
};
const HEADER = 'number;name;status\n';

describe('reading CSV', () => {
  const read = (text: string) => collect(readCsv(inPieces(Buffer.from(text), 10), OPTIONS));

  it('maps rows by column name in any letter case, and leaves out empty values', async () => {
    expect(await read(`${HEADER}50000001; Havlund ApS ;\n50000002;;open\n`)).to.deep.equal([
      { line: 2, record: { countryCode: 'DK', organizationNumber: '50000001', name: 'Havlund ApS' } },
      { line: 3, record: { countryCode: 'DK', organizationNumber: '50000002', name: undefined } },
    ]);
  });

  it('turns the rejection of a row by its mapping into a reject with the line', async () => {
    expect(await read(`${HEADER}50000001;"Havlund\nApS";closed\n`)).to.deep.equal([
      { line: 2, reason: 'deleted_record', field: 'status' },
    ]);
  });

  it('yields blocks of bounded size', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `${index};Havlund;\n`);
    const sizes: number[] = [];
    for await (const block of readCsv(inPieces(Buffer.from(HEADER + rows.join('')), 1_000), OPTIONS)) {
      sizes.push(block.length);
    }
    expect(sizes).to.deep.equal([500, 500, 200]);
  });

  it('names the file and the missing column when a required column is missing', async () => {
    const error = await read('number;firm\n1;x\n').catch((reason: unknown) => reason);
    expect(error).to.deep.include({
      code: 'validation_failed',
      detail: 'The input is not a register in CSV: the header has no column Name',
    });
  });
});
