import { parse } from 'csv-parse/sync';
import { expect } from 'chai';
import fc from 'fast-check';
import { csvHeader, csvLine } from './csv.js';

describe('CSV', () => {
  const cellOf = (value: unknown): string => csvLine({ value }, ['value']).slice(0, -2);

  it('follows RFC 4180: any text comes back from a strict reader, with the apostrophe at most', () => {
    const columns = ['one', 'two'] as const;
    fc.assert(
      fc.property(fc.array(fc.record({ one: fc.string({ unit: 'binary' }), two: fc.string() })), (rows) => {
        const text = csvHeader(columns) + rows.map((row) => csvLine(row, columns)).join('');
        const read: unknown = parse(text, { columns: true, record_delimiter: '\r\n', skip_empty_lines: false });
        const plain = (read as { one: string; two: string }[]).map(({ one, two }) => [one, two]);
        plain.forEach(([one, two], index) => {
          expect([rows[index]?.one, `'${rows[index]?.one}`]).to.include(one);
          expect([rows[index]?.two, `'${rows[index]?.two}`]).to.include(two);
        });
        expect(plain).to.have.length(rows.length);
      }),
    );
  });

  it('marks text that a spreadsheet would run', () => {
    for (const text of ['=1+1', '+4670', '-1', '@SUM(A1)', ' =1', '\t=1', '\r', '＝1', '＋1', '－1', '＠x'])
      expect(cellOf(text).replace(/^"/, ''), JSON.stringify(text)).to.match(/^'/);
    for (const text of ['Fjord AB', 'a=b', '1-2', "O'Hara", '']) expect(cellOf(text), text).to.equal(text);
  });

  it('leaves numbers alone, also negative ones', () => {
    expect([-0.2, 0, 1.5].map(cellOf)).to.deep.equal(['-0.2', '0', '1.5']);
  });

  it('writes null as an empty cell, and lists and objects as JSON', () => {
    expect(cellOf(null)).to.equal('');
    expect(cellOf(true)).to.equal('true');
    expect(cellOf(['ceo', 'cfo'])).to.equal('"[""ceo"",""cfo""]"');
  });
});
