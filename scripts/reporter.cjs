// mocha's usual report, then one line for each failed test. With TEST_SUMMARY, also writes the result to that file as JSON.
'use strict';

const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { reporters, Runner } = require('mocha');

const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;

class SummaryReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const pending = [];
    const failed = [];
    runner.on(EVENT_TEST_PENDING, (test) => pending.push(test.fullTitle()));
    runner.on(EVENT_TEST_FAIL, (test) => failed.push(`${sourceFileOf(test)}: ${test.titlePath().join(' › ')}`));
    runner.once(EVENT_RUN_END, () => {
      if (failed.length > 0) console.log(`Failed:\n${failed.map((line) => `  ${line}`).join('\n')}\n`);
      const file = process.env.TEST_SUMMARY;
      if (file === undefined) return;
      const { passes, failures } = this.stats;
      writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, pending }));
    });
  }
}

/** The TypeScript file of a test, as `npm test --` takes it. */
function sourceFileOf(test) {
  if (test.file === undefined) return 'unknown file';
  const compiled = path.relative(path.join(__dirname, '..'), test.file);
  return compiled.replace(/(^|[\\/])dist([\\/])/, '$1src$2').replace(/\.js$/, '.ts');
}

module.exports = SummaryReporter;
