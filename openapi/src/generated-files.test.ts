import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { format, resolveConfig } from 'prettier';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

async function formatted(text: string, committedFile: string): Promise<string> {
  return format(text, { ...(await resolveConfig(committedFile)), filepath: committedFile });
}

describe('the generated files', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a script of this package with its output sent to `file` of the temporary folder. */
  async function generate(script: string, file: string): Promise<string> {
    const output = join(folder, file);
    await run('npm', ['run', '--silent', script, '--', '--output', output], { cwd: packageFolder });
    return readFile(output, 'utf8');
  }

  for (const [script, file] of [
    ['bundle', 'openapi.json'],
    ['types', 'src/generated/api.ts'],
  ] as const) {
    it(`${file} is current (if not: npm run generate -w openapi)`, async () => {
      const committedFile = join(packageFolder, file);
      const fresh = await generate(script, file.replaceAll('/', '-'));
      expect(await formatted(fresh, committedFile)).to.equal(await readFile(committedFile, 'utf8'));
    });
  }
});
