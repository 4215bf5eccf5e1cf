import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startInstallation, type Installation } from './installation.js';
import { createRunners, findPrograms, type Runner, type Script } from './languages.js';
import type { Language } from './page.js';
import { guidePages, ROOT, type GuidePage } from './pages.js';
import { differenceOf } from './printed.js';
import { outputsOf } from './scripts.js';

const NAMES: Readonly<Record<Language, string>> = { bash: 'curl', ts: 'TypeScript', python: 'Python' };
const PAGES = guidePages();
const programs = await findPrograms();

function scriptIn(language: Language, { name, steps }: GuidePage): Script {
  return { name, steps: steps.filter((step) => step.language === language) };
}

describe('the guides', function () {
  this.timeout(120_000);
  let scratch: string;
  let installation: Installation;
  let runners: Readonly<Record<Language, Runner>>;

  before(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'prospect-guides-'));
    const modules = PAGES.map((page) => scriptIn('ts', page));
    runners = await createRunners(ROOT, scratch, programs, modules);
    installation = await startInstallation();
  });
  after(async () => {
    await installation?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Runs the steps of a page in one language, with an account of their own. */
  async function expectAsShown(page: GuidePage, language: Language): Promise<void> {
    const script = scriptIn(language, page);
    const reader = await installation.createReader(`${page.name} in ${NAMES[language]}`, page.credits);
    const { code, stdout, stderr } = await runners[language](script, reader);
    const outputs = outputsOf(stdout);
    for (const [index, step] of script.steps.entries()) {
      const place = `${page.file}:${step.line}`;
      const printed = outputs[index];
      const failed = code !== 0 && index >= outputs.length - 1;
      expect(failed, `${place} fails: ${printed ?? ''}\n${stderr}\n`).to.equal(false);
      expect(printed, `${place} does not run: the script ended before it`).to.be.a('string');
      const found = differenceOf(step, printed ?? '');
      expect(found, `${place} does not print what the page shows: ${found ?? ''}`).to.equal(undefined);
    }
  }

  for (const page of PAGES) {
    describe(page.file, () => {
      it('has only blocks that this test runs or compares', () => expect(page.faults).to.deep.equal([]));

      for (const language of new Set(page.steps.map((step) => step.language))) {
        const missing = programs.missingFor(language);
        const needs = missing === undefined ? '' : ` (needs ${missing})`;
        it(`does what it says in ${NAMES[language]}, block after block${needs}`, async function () {
          if (missing !== undefined) return this.skip();
          await expectAsShown(page, language);
        });
      }
    });
  }

  it('are there: a page each for what an integrator has to know', () => {
    const guides = ['quick-start', 'batches', 'spending-safely', 'idempotency-and-retries', 'rate-limits', 'cursors'];
    const names = PAGES.filter(({ steps }) => steps.length > 0).map(({ name }) => name);
    expect(names).to.include.members([...guides, 'matching', 'masks', 'typescript', 'python']);
  });
});
