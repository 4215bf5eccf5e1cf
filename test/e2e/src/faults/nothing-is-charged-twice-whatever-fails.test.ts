import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { describeNeeds } from '../support/index.js';
import { printReport } from './print-report.js';
import { runFaults } from './run.js';

/** A short run. `npm run test:faults` makes the full one. */
const FAULTS = { faults: 50, minutes: 0.15, seed: 20260315 };

describeNeeds('processes', 'Nothing is charged twice, whatever fails', function () {
  this.timeout(180_000);

  let home: string | undefined;
  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'prospect-faults-'));
    // As root, PostgreSQL runs under another user, who must reach this directory.
    await chmod(home, 0o711);
  });
  after(async () => {
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  });

  it('charges every operation once and reveals every success through kills, cuts, lost replies, locks and wrong clocks [4.5.4] [7]', async () => {
    const options = { ...FAULTS, home: home as string, everyCrashPoint: false, notify: () => {} };
    const report = await runFaults(options);
    expect(report.violations.length, printReport(options, report)).to.equal(0);
    expect(report.faults.total(), printReport(options, report)).to.be.greaterThan(20);
    expect(report.operations).to.be.greaterThan(0);
  });
});
