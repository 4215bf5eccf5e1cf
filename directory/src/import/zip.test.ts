import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { inPieces } from '#testing/formats.js';
import { zipOf, type ZippedFile } from '#testing/zip.js';
import { openInput } from './input.js';
import { isBomb } from './zip.js';

const TEXT = 'first line\nsecond line\n'.repeat(5_000);

describe('a zip file as input', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zip-'));
  });
  after(() => rm(folder, { recursive: true }));

  const unpack = async (input: string | Readable) => {
    const opened = await openInput(input);
    const chunks: Buffer[] = [];
    for await (const chunk of opened.bytes) chunks.push(chunk);
    expect(opened.bytesRead()).to.equal(opened.bytesTotal());
    return Buffer.concat(chunks).toString('utf8');
  };
  const unpackFile = async (...files: ZippedFile[]) => {
    const path = join(folder, 'register.zip');
    await writeFile(path, zipOf(...files));
    return unpack(path);
  };
  const failureOf = (...files: ZippedFile[]) => unpackFile(...files).catch((error: unknown) => error);

  it('is unpacked from a file and from a stream, with its packed size as the total', async () => {
    expect(await unpackFile({ name: 'bulk.txt', data: TEXT })).to.equal(TEXT);
    const zip = zipOf({ name: 'folder/bulk.txt', data: TEXT });
    expect(await unpack(Readable.from(inPieces(zip, 100)))).to.equal(TEXT);
  });

  it('gives its data files one after the other, in the order of their names, without other files', async () => {
    const text = await unpackFile(
      { name: 'part_2.txt', data: '\ufeffb' },
      { name: 'licence.pdf', data: 'no' },
      { name: '__MACOSX/part_1.txt', data: 'no' },
      { name: 'part_1.txt', data: 'a' },
    );
    expect(text).to.equal('a\nb');
  });

  it('fails with `validation_failed` without a data file, and when a file is larger than it claims', async () => {
    expect(await failureOf({ name: 'licence.pdf', data: 'no' })).to.include({ code: 'validation_failed' });
    expect(await failureOf({ name: 'bulk.txt', data: TEXT, claimedSize: 10 })).to.include({
      code: 'validation_failed',
    });
  });

  it('is refused when it would grow as no register does', async () => {
    expect(await failureOf({ name: 'bulk.txt', data: TEXT, claimedSize: 2 ** 31 }))
      .to.include({ code: 'validation_failed' })
      .and.have.property('detail')
      .that.includes('200 times');
    expect(isBomb(1_000_000, 250_000_000)).to.equal(false);
    expect(isBomb(1_000_000, 300_000_000)).to.equal(true);
    expect(isBomb(250_000_000, 4_500_000_000)).to.equal(false);
  });
});
