import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const HOUR_MS = 3_600_000;

/** Returns the output of a program that runs with a wrong clock. */
function outputOf(program: string, offsetMs: number): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', new URL('shifted-clock.js', import.meta.url).href, '--input-type=module', '--eval', program],
    { env: { FAULTS_CLOCK_OFFSET_MS: String(offsetMs) }, encoding: 'utf8', timeout: 20_000 },
  );
  expect(stderr).to.equal('');
  return stdout.trim();
}

describe('a shifted clock', () => {
  it('shifts every read of the present time', () => {
    const now = Date.now();
    const output = outputOf('console.log(JSON.stringify([Date.now(), new Date().getTime()]))', -HOUR_MS);
    for (const time of JSON.parse(output) as number[]) expect(time).to.be.closeTo(now - HOUR_MS, 20_000);
  });

  it('leaves given times and the speed of time unchanged', () => {
    const program = `
      const given = new Date('2026-01-02T03:04:05.678Z');
      const before = [performance.now(), Date.now()];
      setTimeout(() => {
        const passed = performance.now() - before[0] - (Date.now() - before[1]);
        console.log(given.toISOString(), given instanceof Date, Math.abs(passed) < 1_000);
      }, 10);`;
    expect(outputOf(program, 365 * 24 * HOUR_MS)).to.equal('2026-01-02T03:04:05.678Z true true');
  });
});
