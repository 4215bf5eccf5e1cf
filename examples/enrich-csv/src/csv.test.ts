import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { inert, openCsv, toCsv, toCsvHeader, type CsvFile } from './csv.js';
import { UserError } from './user-error.js';

describe('CSV files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enrich-csv-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function opened(content: string | Buffer): Promise<CsvFile> {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, content);
    return openCsv(file);
  }
  async function rowsOf(content: string | Buffer): Promise<string[][]> {
    const rows: string[][] = [];
    for await (const { cells } of (await opened(content)).rows()) rows.push([...cells]);
    return rows;
  }
  async function complaintAbout(content: string | Buffer): Promise<string> {
    try {
      await rowsOf(content);
    } catch (error) {
      expect(error).to.be.instanceOf(UserError);
      return (error as UserError).message.replace(`${folder}/`, '');
    }
    throw new Error('the file was accepted');
  }

  it('reads what Excel writes in the Nordics: byte order mark, semicolons, CRLF, commas in cells', async () => {
    const file = await opened('\uFEFFName;Domain\r\n"Exempel, Åsa";nordvik.example\r\n');
    expect(file.header).to.deep.equal(['Name', 'Domain']);
    expect(file.dialect).to.deep.equal({ delimiter: ';', newline: '\r\n', hasByteOrderMark: true });
    expect(await rowsOf('\uFEFFName;Domain\r\n"Exempel, Åsa";nordvik.example\r\n')).to.deep.equal([
      ['Exempel, Åsa', 'nordvik.example'],
    ]);
  });

  it('reads commas, tabs, quoted delimiters in the header, doubled quotes and line breaks in cells', async () => {
    expect((await opened('a\tb, c\n1\t2\n')).dialect.delimiter).to.equal('\t');
    expect((await opened('"a;b;c",d\n1,2\n')).dialect.delimiter).to.equal(',');
    expect(await rowsOf('a,b\n"say ""hi""","two\nlines"\n')).to.deep.equal([['say "hi"', 'two\nlines']]);
  });

  it('tells the line on which each row begins, below empty lines and cells of several lines', async () => {
    const file = await opened('a,b\n"1\n1",2\n\n3,4\n');
    const lines: number[] = [];
    for await (const { line } of file.rows()) lines.push(line);
    expect(lines).to.deep.equal([2, 5]);
  });

  it('writes files as it reads them', async () => {
    const text = '\uFEFFName;Note\r\nÅsa;"a; ""b""\nc"\r\n';
    const file = await opened(text);
    expect(toCsvHeader(file.header, file.dialect) + toCsv(await rowsOf(text), file.dialect)).to.equal(text);
  });

  it('names line and column of what it cannot read', async () => {
    expect(await complaintAbout('a,b\n1,2\n1\n')).to.equal(
      'people.csv, line 3: the row has 1 cells, and the header 2.',
    );
    expect(await complaintAbout('a,b\n1,2\n1,"x\n1,2\n')).to.match(/^people\.csv, line \d: a quote is opened/);
    expect(await complaintAbout('a,b\n1,2\n1,x"y"\n')).to.match(/^people\.csv, line 3, column "b": /);
    expect(await complaintAbout(Buffer.from('name,city\nOla,Malm\xf6\n', 'latin1'))).to.equal(
      'people.csv, line 2, column "city": this is not UTF-8.',
    );
    expect(await complaintAbout('')).to.match(/^people\.csv is empty/);
    expect(await complaintAbout('a,b,a\n')).to.equal('people.csv, line 1: two columns are called "a".');
  });

  it('gives up on a row longer than 1 MiB, which a quote that is never closed makes of the rest of a file', async () => {
    const complaint = await complaintAbout(`a,b\n1,"${'x,y\n'.repeat(270_000)}`);
    expect(complaint).to.include('longer than 1 MiB');
  });

  it('lets no spreadsheet run a value, and leaves phone numbers as they are', () => {
    const formulas = ['=1+1', '+HYPERLINK("x")', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '+47 1=1'];
    expect(formulas.map(inert)).to.deep.equal(formulas.map((formula) => `'${formula}`));
    // Excel in the Nordics splits a cell of a comma file at its semicolons.
    expect(inert("CEO;=cmd|' /C calc'!A0;x")).to.equal("CEO;'=cmd|' /C calc'!A0;x");
    expect(inert('Oslo, -Bergen')).to.equal("Oslo, '-Bergen");
    for (const harmless of ['+4799000001', '-5', 'Åsa', '', 'a=1']) expect(inert(harmless)).to.equal(harmless);
  });
});
