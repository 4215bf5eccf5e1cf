import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { deriveId } from '../identifiers/index.js';
import {
  formatNames,
  importContacts,
  importOrganizations,
  type FormatName,
  type ImportOptions,
  type ImportProgress,
} from './index.js';
import { openImportBench, IDENTITY_KEY, toBytes, type ImportBench } from '#testing/import.js';

/** What the test bench answers, which leaves out the counts that only some imports have. */
const FEW = { read: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0, suppressed: 0 };
const NONE = { ...FEW, leftOut: 0, reasons: {}, removed: 0 };

function organizations(count: number, from = 0): { countryCode: string; organizationNumber: string; name: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    countryCode: 'NO',
    organizationNumber: String(100_000_000 + from + index),
    name: `Fjellvik ${from + index} AS`,
  }));
}

describe('importing a file', () => {
  let bench: ImportBench;
  let folder: string;
  let options: Omit<ImportOptions, 'input'>;

  before(async () => {
    bench = await openImportBench();
    folder = await mkdtemp(join(tmpdir(), 'input-'));
    options = { databaseUrl: bench.database.urlFor('prospect_importer'), identityKey: IDENTITY_KEY };
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await bench.close();
  });
  beforeEach(() => bench.rows('truncate directory.organizations cascade'));

  const countOf = async (table: string) => {
    const [row] = await bench.rows<{ count: string }>(`select count(*) from directory.${table}`);
    return Number(row?.count);
  };
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as { code: string; detail: string },
    );

  describe('its input', () => {
    it('may be a path or a stream, plain or compressed, under any file name', async () => {
      const plain = toBytes(organizations(3));
      const inputs: [string, ImportOptions['input']][] = [];
      for (const [name, bytes] of [
        ['a.jsonl', plain],
        ['b.jsonl.gz', gzipSync(plain)],
        ['c.jsonl', gzipSync(plain)],
      ] as const) {
        await writeFile(join(folder, name), bytes);
        inputs.push(
          [name, join(folder, name)],
          [`${name} as a stream`, Readable.from([...bytes].map((byte) => Buffer.of(byte)))],
        );
      }
      for (const [name, input] of inputs) {
        await bench.rows('truncate directory.organizations cascade');
        const { seconds, ...counts } = await importOrganizations({ ...options, input });
        expect(counts, name).to.deep.equal({ ...NONE, read: 3, inserted: 3 });
        expect(seconds).to.be.greaterThan(0);
      }
    });

    it('may be empty', async () => {
      expect(await bench.run('organizations', '')).to.deep.equal({ ...FEW, rejects: [] });
      expect(await bench.run('contacts', '\n\n')).to.deep.equal({ ...FEW, rejects: [] });
    });

    it('is named in the error when the file does not exist', async () => {
      const error = await failureOf(importOrganizations({ ...options, input: join(folder, 'nowhere.jsonl') }));
      expect(error).to.include({ code: 'validation_failed' });
      expect(error?.detail).to.include('nowhere.jsonl');
    });

    it('fails the import with `validation_failed` when it is truncated gzip', async () => {
      const cut = gzipSync(toBytes(organizations(500))).subarray(0, -20);
      const error = await failureOf(importOrganizations({ ...options, input: Readable.from([cut]) }));
      expect(error).to.include({ code: 'validation_failed' });
    });
  });

  it('fails with `validation_failed` and lists the formats when the format does not fit', async () => {
    const unknown = await failureOf(
      importOrganizations({ ...options, input: Readable.from([]), format: 'xml' as FormatName }),
    );
    expect(unknown).to.include({
      code: 'validation_failed',
      detail: `organizations can be imported as ${formatNames('organizations').join(', ')}, not as xml`,
    });
    const unfit = await failureOf(importContacts({ ...options, input: Readable.from([]), format: 'brreg-json' }));
    expect(unfit?.detail).to.equal(
      `contacts can be imported as ${formatNames('contacts').join(', ')}, not as brreg-json`,
    );
  });

  it('names a rejects file that cannot be written', async () => {
    const rejects = join(folder, 'nowhere', 'rejects.jsonl');
    const error = await failureOf(importOrganizations({ ...options, input: Readable.from([]), rejects }));
    expect(error).to.include({ code: 'validation_failed' });
    expect(error?.detail).to.include(rejects);
  });

  it('fails before it replaces the input when the rejects file is the input', async () => {
    const input = join(folder, 'same.jsonl');
    await writeFile(input, 'one line\n');
    await symlink(input, join(folder, 'link.jsonl'));
    for (const rejects of [input, join(folder, 'link.jsonl')]) {
      const error = await failureOf(importOrganizations({ ...options, input, rejects }));
      expect(error).to.include({ code: 'validation_failed' });
    }
    expect(await readFile(input, 'utf8')).to.equal('one line\n');
  });

  it('names a rejects file that becomes full, and writes nothing', async function () {
    if (process.platform !== 'linux') this.skip();
    const input = Readable.from([toBytes([...organizations(3), {}])]);
    const error = await failureOf(importOrganizations({ ...options, input, rejects: '/dev/full' }));
    expect(error).to.include({ code: 'validation_failed' });
    expect(error?.detail).to.match(/^Cannot write the rejects file \/dev\/full: ENOSPC/);
    expect(await countOf('organizations')).to.equal(0);
  });

  it('fails with `service_unavailable` when the database cannot be reached', async () => {
    const databaseUrl = 'postgres://prospect_importer@127.0.0.1:1/nowhere';
    const error = await failureOf(importOrganizations({ ...options, databaseUrl, input: Readable.from([]) }));
    expect(error).to.include({ code: 'service_unavailable' });
  });

  describe('leaves nothing when it fails half-way', () => {
    it('because the input breaks off', async () => {
      async function* breaking(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(toBytes(organizations(20_000)));
        throw new Error('the pipe broke');
      }
      const error = await failureOf(importOrganizations({ ...options, input: Readable.from(breaking()) }));
      expect(error).to.include({ code: 'validation_failed', detail: 'The input cannot be read: the pipe broke' });
      expect(await countOf('organizations')).to.equal(0);
    });

    it('because the database refuses a row late in the merge', async () => {
      await bench.run('organizations', organizations(3));
      const changed = [...organizations(3).map((each) => ({ ...each, city: 'Bergen' })), ...organizations(1, 50)];
      await bench.rows(
        "alter table directory.organization_identifiers add constraint refuse_late check (value <> 'NO100000050') not valid",
      );
      try {
        const error = await failureOf(importOrganizations({ ...options, input: Readable.from([toBytes(changed)]) }));
        expect(error).to.include({ constraint: 'refuse_late' });
      } finally {
        await bench.rows('alter table directory.organization_identifiers drop constraint refuse_late');
      }
      expect(await bench.rows('select city from directory.organizations')).to.deep.equal([
        { city: null },
        { city: null },
        { city: null },
      ]);
      expect(await bench.run('organizations', changed)).to.include({ inserted: 1, updated: 3 });
    });
  });

  it('waits for a running import, and fails with `service_unavailable` after `waitTimeoutMs`', async () => {
    let begin: () => void = () => {};
    let release: () => void = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    async function* held(): AsyncGenerator<Buffer> {
      begin();
      yield toBytes(organizations(1));
      await released;
      yield toBytes(organizations(1, 1));
    }
    const first = importOrganizations({ ...options, input: Readable.from(held()) });
    await begun;
    const impatient = importOrganizations({ ...options, input: Readable.from([]), waitTimeoutMs: 50 });
    expect(await failureOf(impatient)).to.include({ code: 'service_unavailable' });
    const patient = importOrganizations({ ...options, input: Readable.from([toBytes(organizations(2))]) });
    release();
    expect(await first).to.include({ inserted: 2 });
    expect(await patient).to.include({ inserted: 0, unchanged: 2 });
  });

  it('reports progress in bytes and records up to the merge', async () => {
    const path = join(folder, 'progress.jsonl');
    const bytes = Buffer.concat([toBytes(organizations(1_000)), Buffer.from('{}\n')]);
    await writeFile(path, bytes);
    const seen: ImportProgress[] = [];
    await importOrganizations({ ...options, input: path, onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).to.include({ phase: 'read' });
    expect(seen.at(-1)).to.deep.equal({
      phase: 'merge',
      bytesRead: bytes.length,
      bytesTotal: bytes.length,
      read: 1_001,
      rejected: 1,
      step: 7,
      steps: 7,
    });
  });

  it('vacuums and analyzes the tables after a large import, and leaves it to autovacuum before PostgreSQL 17', async () => {
    const { inserted } = await bench.run('organizations', organizations(5_000));
    expect(inserted).to.equal(5_000);
    const [server] = await bench.rows<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    // There only the owner of a table may, and an import is not its owner.
    if ((server?.version ?? 0) < 170_000) return;
    const [table] = await bench.rows<{ rows: number; visible: number; pages: number }>(
      "select reltuples::int as rows, relallvisible as visible, relpages as pages from pg_class where oid = 'directory.organizations'::regclass",
    );
    expect(table?.rows).to.equal(5_000);
    expect(table?.visible).to.equal(table?.pages);
  });

  it('[D privacy.2] derives ids under the secret of the installation for records without one', async () => {
    const input = () => Readable.from([toBytes(organizations(1))]);
    const idUnder = async (identityKey: string) => {
      await bench.rows('truncate directory.organizations cascade');
      await importOrganizations({ ...options, identityKey, input: input() });
      const [contact] = organizations(1).map((organization) => ({ organization, name: 'Anna Fjellvang' }));
      await importContacts({ ...options, identityKey, input: Readable.from([toBytes([contact ?? {}])]) });
      const [ids] = await bench.rows<{ organization: string; contact: string }>(
        'select organization_id as organization, id as contact from directory.contacts',
      );
      return ids;
    };
    const ids = await idUnder(IDENTITY_KEY);
    expect(ids?.organization).to.equal(deriveId(IDENTITY_KEY, 'organization', 'NO100000000'));
    expect(await idUnder(IDENTITY_KEY)).to.deep.equal(ids);
    const others = await idUnder('the secret of another installation');
    expect(others?.organization).not.to.equal(ids?.organization);
    expect(others?.contact).not.to.equal(ids?.contact);
  });
});
