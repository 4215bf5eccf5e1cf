import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const COMMAND = fileURLToPath(new URL('../bin/prospect.js', import.meta.url));
const LOAD = `export async function load(url, context, next) {
  if (url.startsWith('file:')) fs.writeSync(2, url + '\\n');
  return next(url, context);
}`;
/** Makes Node.js name every file that it loads, on standard error. */
const HOOKS = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(`import fs from 'node:fs';\n${LOAD}`)}));`;

function filesOf(...argv: readonly string[]): string[] {
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  // Port 9 belongs to the discard service, and nothing listens there.
  const env = { PROSPECT_ADMIN_URL: 'http://127.0.0.1:9', PROSPECT_ADMIN_TOKEN: 'token' };
  const { stderr } = spawnSync(process.execPath, ['--import', hooks, COMMAND, ...argv], { env, encoding: 'utf8' });
  return stderr.split('\n').filter((line) => line.startsWith('file:'));
}

/** What a call must not wait for unless it works with it: each takes 0.1 s or more. */
const HEAVY =
  /directory\/dist|platform\/dist\/(postgres|config\/index)|cli\/dist\/certificates|node_modules\/(zod|pg|libphonenumber-js|@peculiar)\//;

describe('a call of prospect', function () {
  this.timeout(60_000);

  for (const argv of [
    ['--help'],
    ['key', 'list', '--account', '0198c0de-5a5a-7000-8000-0123456789ab'],
    ['import', '--help'],
  ]) {
    it(`loads no database driver, importer or certificate for: prospect ${argv.join(' ')}`, () => {
      const files = filesOf(...argv);
      expect(files.filter((file) => file.endsWith('/cli/dist/program.js'))).to.have.length(1);
      expect(files.filter((file) => HEAVY.test(file))).to.deep.equal([]);
    });
  }

  it('loads the importer for an import, so the check above can fail', () => {
    expect(filesOf('import', 'contacts', '--help').some((file) => HEAVY.test(file))).to.equal(true);
  });
});
