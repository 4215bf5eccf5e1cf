import type { Bench } from './bench.js';
import { costBench } from './cost.js';
import { importBench } from './import.js';
import { lookupBench } from './lookup.js';
import { overloadBench } from './overload.js';
import { planBench } from './plan.js';
import { soakBench } from './soak.js';
import { spendBench } from './spend.js';
import { startBench } from './start.js';
import { UsageError } from './usage.js';

/** The benchmarks by name. */
const BENCHES: Readonly<Record<string, Bench>> = {
  lookup: lookupBench,
  spend: spendBench,
  import: importBench,
  plan: planBench,
  cost: costBench,
  overload: overloadBench,
  soak: soakBench,
  start: startBench,
};

const [name, ...args] = process.argv.slice(2);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error(`ended by ${signal}`)));
}

try {
  const bench = Object.entries(BENCHES).find(([each]) => each === name)?.[1];
  if (bench === undefined) throw new UsageError(name === undefined ? 'name a benchmark' : `unknown benchmark: ${name}`);
  if (args.includes('--help')) process.stdout.write(`npm run bench -- ${name} [options]\n\n${bench.usage}\n`);
  else await bench.run(args, interrupted.signal);
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  process.stderr.write(`bench: ${error instanceof Error ? describe(error) : String(error)}\n`);
}

function describe(error: Error): string {
  if (interrupted.signal.aborted) return error.message;
  if (!(error instanceof UsageError)) return error.stack ?? error.message;
  const list = Object.entries(BENCHES).map(([each, { summary }]) => `  npm run bench -- ${each.padEnd(8)} ${summary}`);
  return [error.message, ...list, '  (--help after a name lists its options)'].join('\n');
}
