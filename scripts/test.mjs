// npm test [-- <package, folder or file>… <mocha options>]: runs tests against real servers that
// live as long as the run. npm test -- --unit [<package, folder or file>…]: runs the tests that
// need no server and no other process.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fail, filesBelow, OUTPUTS, prepare, ROOT, workspaces } from './prepare.mjs';
import { startRedis } from './redis.mjs';
import { unitTestFilter } from './unit-tests.mjs';

/**
 * Options of mocha that take the next argument as their value. That argument is not a folder to
 * test.
 */
const WITH_VALUE = /^(-[fgjRrst]|--(f?grep|jobs|reporter|require|retries|slow|timeout|exclude|ignore))$/;

/** What tests need beyond Node. Without one they are pending; not every title can say which. */
const PROGRAMS = 'redis-server or REDIS_URL, prometheus, promtool, chromium, Python with pip, bash, curl';

const OUR_OPTIONS = ['--parallel', '--jobs', String(Math.max(2, availableParallelism()))];

process.exitCode = await main(process.argv.slice(2));

async function main(argv) {
  const unit = argv.includes('--unit');
  // Unit tests give a quick answer. Types are checked by `npm run check`, by every other test run
  // and in the editor.
  prepare({ checkTypes: !unit });
  const { specs, options } = readArguments(argv.filter((argument) => argument !== '--unit'));
  const scratch = mkdtempSync(path.join(tmpdir(), 'prospect-test-'));
  const stops = [() => rm(scratch, { recursive: true, force: true })];
  // On Ctrl-C the terminal also interrupts mocha, which then ends; the servers are stopped as after
  // any other run.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  try {
    const environment = {
      ...(unit || isElsewhere() ? withoutServers() : await startServers(scratch, stops)),
      TEST_SUMMARY: process.env.TEST_SUMMARY ?? path.join(scratch, 'summary'),
    };
    const code = await runMocha(unit ? unitTestsOf(specs) : specs, options, environment);
    if (isElsewhere()) explainLeftOut(environment.TEST_SUMMARY);
    else if (!unit) explainPending(environment.TEST_SUMMARY);
    return code;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Separates the folders and files to test from the options of mocha. */
function readArguments(argv) {
  const specs = [];
  const options = [];
  argv.forEach((argument, index) => {
    const isValue = index > 0 && WITH_VALUE.test(argv[index - 1]);
    if (isValue || argument.startsWith('-')) options.push(argument);
    else specs.push(...chosenTests(argument));
  });
  const all = isElsewhere() ? ['test/e2e'] : workspaces();
  if (specs.length === 0) specs.push(...all.flatMap((workspace) => testsOf(workspace) ?? []));
  return { specs, options };
}

/**
 * The tests of an argument. Ends the process when there is none: mocha would ignore the argument
 * and, without others, run every test.
 */
function chosenTests(argument) {
  const tests = testsOf(argument);
  if (tests !== undefined && tests.length > 0) return tests;
  return fail(`There are no tests in '${argument}'. Name a package, folder or file by its path from the root.`);
}

/**
 * The compiled tests of a package, a source folder or a source file. Undefined when the argument is
 * none of these.
 */
function testsOf(argument) {
  const location = path.resolve(ROOT, argument);
  const workspace = workspaces().find(
    (each) => location === path.join(ROOT, each) || location.startsWith(path.join(ROOT, each) + path.sep),
  );
  if (workspace === undefined || !existsSync(location)) return undefined;
  // A compiled file stands for its source; a package stands for all of its folders.
  const sources = path.join(ROOT, workspace);
  const chosen = location.replace(path.join(sources, 'dist'), path.join(sources, 'src')).replace(/\.js$/, '.ts');
  return OUTPUTS.flatMap(([source, output]) =>
    filesBelow(path.join(sources, output))
      .filter((file) => file.endsWith('.test.js'))
      .filter((file) => isWithin(path.join(sources, source, file.replace(/\.js$/, '.ts')), chosen))
      .map((file) => path.join(sources, output, file)),
  ).toSorted((one, other) => (one < other ? -1 : 1));
}

function isWithin(file, chosen) {
  return file === chosen || file.startsWith(chosen + path.sep);
}

/** The unit tests among compiled tests. Ends the process when there is none. */
function unitTestsOf(specs) {
  const isUnitTest = unitTestFilter();
  const sourceOf = (spec) =>
    spec
      .replace(`${path.sep}dist${path.sep}`, `${path.sep}src${path.sep}`)
      .replace(`${path.sep}build${path.sep}testing${path.sep}`, `${path.sep}testing${path.sep}`)
      .replace(/\.js$/, '.ts');
  const unit = specs.filter((spec) => isUnitTest(sourceOf(spec)));
  if (unit.length === 0)
    fail('None of these is a unit test: each needs a server or another process. Run them without --unit.');
  return unit;
}

/**
 * Returns whether test/e2e runs against an installation that somebody else started; see
 * test/e2e/README.md.
 */
function isElsewhere() {
  return (process.env.E2E_BASE_URL ?? '') !== '';
}

/**
 * Makes a test fail with a telling address when it connects to a database although it counts as a
 * unit test.
 */
function withoutServers() {
  const nowhere = '/unit-tests-have-no-server';
  return { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined, REDIS_URL: undefined, PGHOST: nowhere };
}

async function startServers(scratch, stops) {
  const environment = {};
  if (process.env.TEST_DATABASE_URL === undefined) {
    const { startPostgres } = await import('../embedded/dist/postgres/index.js');
    // trust: tests log in as every role of the schemas. The server and its data are deleted after
    // the run.
    const settings = { max_connections: '400' };
    const postgres = await startPostgres({ durable: false, authentication: 'trust', settings });
    stops.push(() => postgres.stop());
    environment.TEST_DATABASE_URL = postgres.url;
  }
  if (process.env.TEST_REDIS_URL === undefined) {
    const redis = await startRedis(scratch);
    if (redis !== undefined) stops.push(() => redis.stop());
    const url = redis?.url ?? process.env.REDIS_URL;
    if (url !== undefined) environment.TEST_REDIS_URL = url;
  } else {
    environment.TEST_REDIS_URL = process.env.TEST_REDIS_URL;
  }
  return environment;
}

function runMocha(specs, options, environment) {
  const argv = [path.join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...OUR_OPTIONS, ...options, ...specs];
  const mocha = spawn(process.execPath, argv, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((resolve) => {
    mocha.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    mocha.once('exit', (code) => resolve(code ?? 130));
  });
}

/**
 * Names the tests that an installation elsewhere cannot be asked; each title says what it needs.
 */
function explainLeftOut(summaryFile) {
  if (!existsSync(summaryFile)) return;
  const { passed, failed, pending } = JSON.parse(readFileSync(summaryFile, 'utf8'));
  console.log(
    `${passed} passed, ${failed} failed, ${pending.length} left out:\n${pending.map((title) => `  ${title}`).join('\n')}\n`,
  );
}

function explainPending(summaryFile) {
  if (!existsSync(summaryFile)) return;
  const { pending } = JSON.parse(readFileSync(summaryFile, 'utf8'));
  if (pending.length === 0) return;
  console.log(
    `These tests did not run, because a program is missing (${PROGRAMS}):\n${pending.map((title) => `  ${title}`).join('\n')}\n`,
  );
}
