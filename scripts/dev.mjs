// npm run dev: runs `npm start`, and rebuilds and restarts it when a source changes. A change that
// does not compile is reported, and the last version that compiled keeps running.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { watch } from 'chokidar';
import { prepare, removeOrphans, ROOT, TSC, tscArguments, workspaces } from './prepare.mjs';

/** A save often touches several files, and an editor may write one file twice. */
const SETTLE_MS = 50;

const WATCHED = /\.(ts|sql|proto|json)$/;
const NOT_WATCHED = /[\\/](dist|node_modules|testing)([\\/]|$)|\.test\.ts$/;

const MAIN = path.join(ROOT, 'embedded/dist/main.js');
const RUNNING_LINE = 'The prospecting data service is running';

prepare({ tests: false });

let ending = false;
/** Time of the oldest change that is not running yet. */
let changedAt;
let timer;
let turn = Promise.resolve();
let compiler;
let product = startProduct();

const watcher = watch(
  // The console has a server of its own that replaces a changed module in the browser:
  // `npm run dev -w console`.
  workspaces()
    .filter((folder) => folder !== 'console')
    .map((folder) => path.join(ROOT, folder)),
  {
    ignoreInitial: true,
    ignored: (file, stats) => NOT_WATCHED.test(file) || (stats?.isFile() === true && !WATCHED.test(file)),
  },
);
watcher.on('all', (_event, file) => {
  if (changedAt === undefined) say(`${path.relative(ROOT, file)} changed …`);
  changedAt ??= performance.now();
  clearTimeout(timer);
  timer = setTimeout(() => {
    turn = turn.then(rebuild);
  }, SETTLE_MS);
});

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end());

/** Compiles what changed and, when it compiles, replaces the running product. */
async function rebuild() {
  if (ending || changedAt === undefined) return;
  const since = changedAt;
  changedAt = undefined;
  removeOrphans();
  const compiled = await compile();
  // A change during the compilation has its own turn.
  if (ending || changedAt !== undefined) return;
  if (!compiled) {
    say(product.isRunning() ? 'Does not compile; the previous version keeps running.' : 'Does not compile.');
    return;
  }
  await product.stop();
  if (!ending) product = startProduct(since);
}

function compile() {
  const argv = [path.join(ROOT, 'node_modules', TSC), ...tscArguments({ tests: false }), '--pretty'];
  compiler = spawn(process.execPath, argv, { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve) => {
    compiler.once('error', () => resolve(false));
    compiler.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * Starts the product. After a change its banner is replaced by one line with the time since that
 * change.
 */
function startProduct(since) {
  const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
    cwd: ROOT,
    stdio: ['ignore', since === undefined ? 'inherit' : 'pipe', 'inherit'],
  });
  let stopping = false;
  let running = true;
  child.stdout?.on('data', (chunk) => {
    if (!chunk.includes(RUNNING_LINE)) return;
    say(`Running again after ${((performance.now() - since) / 1000).toFixed(1)} s.`);
  });
  const exited = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  }).then(() => {
    running = false;
    if (!stopping && !ending) say('The service exited. It starts again at the next change.');
  });
  return {
    isRunning: () => running,
    /** Resolves when the process has exited. The product limits the duration of its own stop. */
    stop() {
      stopping = true;
      child.kill('SIGTERM');
      return exited;
    },
  };
}

async function end() {
  if (ending) return;
  ending = true;
  clearTimeout(timer);
  compiler?.kill();
  await Promise.all([watcher.close(), turn, product.stop()]);
}

function say(line) {
  console.log(`dev: ${line}`);
}
