import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { openImportBench, type ImportBench } from '#testing/import.js';

/** Less than the size of the input. */
const HEAP_MB = 48;
const RECORDS = 80_000;

describe('memory of an import', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
  });
  after(() => bench.close());

  it('does not grow with the file or with the number of rejects', async function () {
    this.timeout(120_000);
    const index = fileURLToPath(new URL('./index.js', import.meta.url));
    const program = `
      const { importOrganizations } = await import(${JSON.stringify(index)});
      const { Readable } = await import('node:stream');
      function* lines() {
        for (let index = 0; index < ${RECORDS}; index++) {
          const organizationNumber = index % 2 === 0 ? String(100000000 + index) : 'none';
          const description = 'x'.repeat(500) + index;
          yield JSON.stringify({ countryCode: 'NO', organizationNumber, name: 'Fjellvik ' + index, description }) + '\\n';
        }
      }
      const result = await importOrganizations({
        databaseUrl: ${JSON.stringify(bench.database.urlFor('prospect_importer'))},
        input: Readable.from(lines()),
        identityKey: 'key',
      });
      process.stdout.write(JSON.stringify(result));
    `;
    const options = [`--max-old-space-size=${HEAP_MB}`, '--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 110_000 });
    expect(JSON.parse(stdout)).to.include({ read: RECORDS, inserted: RECORDS / 2, rejected: RECORDS / 2 });
  });
});
