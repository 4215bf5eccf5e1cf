import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { openImportBench, type ImportBench } from '#testing/import.js';

const RECORDS = 2_000;

/** A full file whose second half is still on its way when the first records are staged. */
const records = (city: string) =>
  Array.from({ length: RECORDS }, (_, index) => ({
    countryCode: 'NO',
    organizationNumber: String(100_000_000 + index),
    name: `Fjellvik ${index} AS`,
    city,
  }));

describe('an interrupted import', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', records('Oslo'));
  });
  after(() => bench.close());

  const cities = async () =>
    (await bench.rows<{ city: string }>('select distinct city from directory.organizations')).map(({ city }) => city);

  /** Runs an import in a process of its own, and ends it when it begins this step. */
  async function interrupt(signal: NodeJS.Signals, step: string): Promise<void> {
    const index = fileURLToPath(new URL('./index.js', import.meta.url));
    const program = `
      const { importOrganizations } = await import(${JSON.stringify(index)});
      const { Readable } = await import('node:stream');
      function* lines() {
        for (let index = 0; index < ${RECORDS}; index++) {
          yield JSON.stringify({ countryCode: 'NO', organizationNumber: String(100000000 + index), name: 'Fjellvik ' + index + ' AS', city: 'Bergen' }) + '\\n';
        }
      }
      await importOrganizations({
        databaseUrl: ${JSON.stringify(bench.database.urlFor('prospect_importer'))},
        input: Readable.from(lines()),
        identityKey: 'test sole trader key',
        onProgress: ({ phase, step }) => process.stdout.write('<' + phase + (step ?? '') + '>'),
      });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let seen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
      if (seen.includes(`<${step}>`)) child.kill(signal);
    });
    const [code] = (await exited) as [number | null];
    expect(code).to.equal(null);
  }

  it('leaves everything as it was, at whatever point it is killed, and succeeds when it is run again', async function () {
    this.timeout(180_000);
    const step = fc.constantFrom('read', 'merge1', 'merge3', 'merge4', 'merge5');
    await fc.assert(
      fc.asyncProperty(step, fc.constantFrom<NodeJS.Signals>('SIGKILL', 'SIGINT'), async (at, signal) => {
        await interrupt(signal, at);
        expect(await cities()).to.deep.equal(['Oslo']);
      }),
      { numRuns: 3 },
    );
    const again = await bench.run('organizations', records('Bergen'));
    expect(again).to.include({ updated: RECORDS });
    expect(await cities()).to.deep.equal(['Bergen']);
  });

  it('fails when its connection is lost, and goes in when it is run again', async () => {
    const before = await cities();
    const lost = bench.run('organizations', records('Tromsø')).then(
      () => undefined,
      (error: unknown) => error,
    );
    const endConnections = () =>
      bench.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'prospect-import' and datname = current_database()`,
      );
    expect(await eventually(endConnections, (ended) => ended.length > 0)).to.not.be.empty;
    expect(await lost).to.include({ code: 'service_unavailable' });
    expect(await cities()).to.deep.equal(before);
    expect(await bench.run('organizations', records('Tromsø'))).to.include({ updated: RECORDS });
  });
});
