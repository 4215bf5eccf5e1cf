/** `npm run test:faults`. Exits 1 when a promise was broken or a crash point was never reached. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions, USAGE, type FaultOptions } from './options.js';
import { printReport } from './print-report.js';
import { runFaults } from './run.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let options: FaultOptions;
  try {
    options = readOptions(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return 2;
  }
  const home = await mkdtemp(path.join(tmpdir(), 'prospect-faults-'));
  // As root, PostgreSQL runs under another user, who must reach this directory.
  await chmod(home, 0o711);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  say(`seed ${options.seed}; logs and all violations in ${home} until the run is clean`);
  const report = await runFaults({ ...options, home, everyCrashPoint: true, notify: say });
  await writeFile(path.join(home, 'violations.txt'), report.violations.join('\n'));
  say(printReport(options, report));
  const isGood = report.violations.length === 0 && report.unseen.length === 0;
  if (isGood) await rm(home, { recursive: true, force: true });
  return isGood ? 0 : 1;
}
