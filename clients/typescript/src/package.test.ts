import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** What a program loads, compressed. */
const LARGEST_CODE = 10_000;
/** With the types, their documentation and the README. */
const LARGEST_ARCHIVE = 26_000;

describe('the package that customers install', function () {
  this.timeout(120_000);
  let folder: string;
  let built: string;
  let archive: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-package-'));
    const { stdout } = await run(process.execPath, ['scripts/package.mjs', folder], { cwd: packageFolder });
    [built, archive] = JSON.parse(stdout) as [string, string];
    // Its own folder stands for an installed package.
    await run('tar', ['-xzf', archive, '-C', folder]);
    await run('mkdir', ['-p', join(folder, 'node_modules/@prospecting')]);
    await run('mv', [join(folder, 'package'), join(folder, 'node_modules/@prospecting/client')]);
  });
  after(() => rm(folder, { recursive: true }));

  async function printed(...argv: readonly string[]): Promise<unknown> {
    return JSON.parse((await run(process.execPath, [...argv], { cwd: folder })).stdout) as unknown;
  }

  it('has less than 10 KB of code, and no dependencies', async () => {
    const files = await Promise.all(
      ['index.js', 'node.js', 'index.mjs', 'node.mjs'].map((file) => readFile(join(built, file))),
    );
    expect(gzipSync(Buffer.concat(files), { level: 9 }).length).to.be.below(LARGEST_CODE);
    expect((await readFile(archive)).length).to.be.below(LARGEST_ARCHIVE);
    const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((name) => /dependencies|scripts|private/i.test(name))).to.deep.equal([]);
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: built, strict: true, pack: false });
    const advice = messages.map((message) => formatMessage(message, pkg as Record<string, unknown>));
    expect(advice).to.deep.equal([]);
  });

  it('has right types for CommonJS, ES modules and bundlers (arethetypeswrong)', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(archive))));
    expect(analysis.types).not.to.equal(false);
    const problems = 'problems' in analysis ? analysis.problems : [];
    expect(problems).to.deep.equal([]);
  });

  it('works in CommonJS and in ES modules, with one set of classes', async () => {
    const program = `
      const one = require('@prospecting/client');
      const { FileProgress } = require('@prospecting/client/node');
      (async () => {
        const other = await import('@prospecting/client');
        const node = await import('@prospecting/client/node');
        const same = Object.keys(one).filter((name) => one[name] !== other[name]);
        const failure = await new other.Prospecting({ apiKey: 'k', baseUrl: 'http://localhost:1', maxRetries: 0 })
          .getCredits().catch((error) => error);
        const broken = await new FileProgress('package.json.mjs').load();
        console.log(JSON.stringify([same, Object.keys(one).length, failure.name, failure instanceof one.ConnectionError,
          node.FileProgress === FileProgress, broken]));
      })();`;
    const names = Object.keys(await import('./index.js'));
    expect(await printed('--eval', program)).to.deep.equal([[], names.length, 'ConnectionError', true, true, null]);
  });

  it('needs nothing but web standards, which Node, Deno and Bun share', async () => {
    const { AbortController, TextEncoder, URL, Headers, Response, clearTimeout, crypto, performance, setTimeout } =
      globalThis;
    const standards = {
      AbortController,
      TextEncoder,
      URL,
      Headers,
      Response,
      clearTimeout,
      crypto,
      performance,
      setTimeout,
    };
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sent.push(url, new Headers(init?.headers).get('idempotency-key')?.length);
      return new Response('{"results": [], "creditsCharged": 0}');
    };
    const context = createContext({ ...standards, fetch, module: { exports: {} } });
    runInContext(await readFile(join(built, 'index.js'), 'utf8'), context);
    const program = `(async () => {
      const prospecting = new module.exports.Prospecting({ apiKey: 'k', baseUrl: 'https://api.example.com' });
      const items = [{ contactId: 'c' }];
      for await (const chunk of prospecting.inChunks.revealContacts({ items, infoTypes: ['email'], maxCredits: 1 }));
    })()`;
    await (runInContext(program, context) as Promise<void>);
    expect(sent).to.deep.equal(['https://api.example.com/contacts/reveal', 36]);
  });
});

it('the generated types are current (if not: npm run generate -w clients/typescript)', async function () {
  this.timeout(60_000);
  const { stdout } = await run(process.execPath, ['scripts/generate.mjs', '--print'], { cwd: packageFolder });
  expect(stdout).to.equal(await readFile(join(packageFolder, 'src/generated/api.ts'), 'utf8'));
});
