import { brregOrganization, type BrregFields } from './brreg-record.js';
import { readCsv, type CsvRow } from './csv.js';
import { defineFormat } from './format.js';

/** The register writes a line break inside an address as a line break or as `/n`. */
const LINE_BREAK = /\r?\n|\/n/;

export const brregCsv = defineFormat({
  name: 'brreg-csv',
  kinds: ['organizations'],
  source: 'brreg',
  description: "CSV files of units and of branches of Norway's Enhetsregisteret (data.brreg.no)",
  read: (bytes) =>
    readCsv(bytes, {
      title: "the Norwegian register's CSV",
      requiredColumns: ['organisasjonsnummer', 'navn', 'organisasjonsform.kode'],
      map: (row) => brregOrganization(brregFields(row)),
    }),
});

function brregFields(row: CsvRow): BrregFields {
  return {
    text: (path) => row.text(path),
    lines: (path) =>
      (row.text(path) ?? '')
        .split(LINE_BREAK)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
  };
}
