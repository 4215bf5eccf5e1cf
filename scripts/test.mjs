// npm test [-- <package, folder or file>… <mocha options>]: every test, against real servers that live as long as the run.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { filesBelow, prepare, ROOT, workspaces } from './prepare.mjs';
import { startRedis } from './redis.mjs';

/** Options of mocha that take the next argument as their value, so that it is not read as a folder. */
const WITH_VALUE = /^(-[fgjRrst]|--(f?grep|jobs|reporter|require|retries|slow|timeout|exclude|ignore))$/;

const OUR_OPTIONS = ['--parallel', '--jobs', String(Math.max(2, availableParallelism()))];

process.exitCode = await main(process.argv.slice(2));

async function main(argv) {
  prepare();
  const { specs, options } = readArguments(argv);
  const scratch = mkdtempSync(path.join(tmpdir(), 'prospect-test-'));
  const stops = [() => rmSync(scratch, { recursive: true, force: true })];
  // Ctrl-C ends mocha, which the terminal tells too; the servers are stopped then as after any other end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  try {
    const environment = {
      ...(await startServers(scratch, stops)),
      TEST_SUMMARY: process.env.TEST_SUMMARY ?? path.join(scratch, 'summary'),
    };
    const code = await runMocha(specs, options, environment);
    if (environment.TEST_REDIS_URL === undefined) explainPending(environment.TEST_SUMMARY);
    return code;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Arguments that are folders or files here choose what runs; the others are mocha's. */
function readArguments(argv) {
  const specs = [];
  const options = [];
  argv.forEach((argument, index) => {
    const isValue = index > 0 && WITH_VALUE.test(argv[index - 1]);
    const chosen = isValue || argument.startsWith('-') ? undefined : testsOf(argument);
    if (chosen === undefined) options.push(argument);
    else specs.push(...chosen);
  });
  if (specs.length === 0) specs.push(...workspaces().flatMap((workspace) => testsOf(workspace) ?? []));
  return { specs, options };
}

/** Compiled tests of a package, a source folder or a source file; undefined when the argument is none of these. */
function testsOf(argument) {
  const location = path.resolve(ROOT, argument);
  const workspace = workspaces().find(
    (each) => location === path.join(ROOT, each) || location.startsWith(path.join(ROOT, each) + path.sep),
  );
  if (workspace === undefined || !existsSync(location)) return undefined;
  const output = path.join(ROOT, workspace, 'dist');
  const within = path.relative(path.join(ROOT, workspace), location).replace(/^(src|dist)(\/|$)/, '');
  if (statSync(location).isFile()) return [path.join(output, within.replace(/\.ts$/, '.js'))];
  return filesBelow(path.join(output, within))
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => path.join(output, within, file))
    .sort();
}

async function startServers(scratch, stops) {
  const environment = {};
  if (process.env.TEST_DATABASE_URL === undefined) {
    const { startPostgres } = await import('../embedded/dist/postgres/index.js');
    // Tests log in as every role of the schemas; the server is gone, with its data, when they end.
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

function explainPending(summaryFile) {
  if (!existsSync(summaryFile)) return;
  const { pending } = JSON.parse(readFileSync(summaryFile, 'utf8'));
  if (pending.length === 0) return;
  console.log(
    `No redis-server on the PATH and no REDIS_URL, so these tests are pending:\n${pending.map((title) => `  ${title}`).join('\n')}\n`,
  );
}
