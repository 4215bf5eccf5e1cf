import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import { expect } from 'chai';
import { openLogFile } from './log-file.js';

const LIMITS = { maxBytes: 10_000, rotatedFiles: 3 };

describe('log file', () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'prospect-log-'));
    file = path.join(directory, 'prospect.log');
  });

  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  const write = async (from: number, to: number): Promise<void> => {
    const log = openLogFile(file, LIMITS);
    for (let line = from; line < to; line += 1) log.logger.info({ line, filler: 'x'.repeat(400) }, 'filling');
    await log.close();
  };

  /** The lines of a file by the numbers that `write` gave them. */
  const linesOf = async (name: string): Promise<number[]> =>
    (await readFile(path.join(directory, name), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: number }).line);

  it('rotates while the service runs and deletes the oldest file, so that its total size is bounded', async () => {
    await write(0, 500);
    const names = (await readdir(directory)).sort();
    expect(names).to.deep.equal(['prospect.log', 'prospect.log.1', 'prospect.log.2', 'prospect.log.3']);
    for (const name of names) {
      expect((await stat(path.join(directory, name))).size, name).to.be.at.most(LIMITS.maxBytes + 1_000);
    }
  });

  it('loses no line at a rotation and writes all lines before close() resolves', async () => {
    await write(0, 500);
    const kept: number[] = [];
    for (const name of ['prospect.log.3', 'prospect.log.2', 'prospect.log.1']) kept.push(...(await linesOf(name)));
    if ((await stat(file)).size > 0) kept.push(...(await linesOf('prospect.log')));
    const first = kept[0] ?? 500;
    expect(kept).to.deep.equal(Array.from({ length: 500 - first }, (_, index) => first + index));
  });

  it('redacts every field that the API contract marks as personal data', async () => {
    const log = openLogFile(file, LIMITS);
    const fields = Object.fromEntries(PERSONAL_DATA_FIELDS.map((field) => [field, 'a person']));
    log.logger.info({ ...fields, nested: fields }, 'logged by mistake');
    await log.close();
    const text = await readFile(file, 'utf8');
    expect(text).to.include('"jobTitle":"[redacted]"').and.not.include('a person');
  });

  it('continues the log of the last start', async () => {
    await write(0, 3);
    await write(3, 5);
    expect(await linesOf('prospect.log')).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('makes every file readable by its owner only', async () => {
    await write(0, 100);
    const names = await readdir(directory);
    expect(names).to.have.length.above(1);
    for (const name of names) expect((await stat(path.join(directory, name))).mode & 0o777, name).to.equal(0o600);
  });

  it('drops lines, and still closes, when the file cannot be written', async () => {
    await mkdir(file);
    await write(0, 10);
    expect(await readdir(directory)).to.deep.equal(['prospect.log']);
  });
});
