import { expect } from 'chai';
import { type Outcome, preparePython } from './python.js';
import { type RunningStack, startPythonStack } from './stack.js';

const python = await preparePython();

if ('missing' in python) {
  describe('The Python client', () => {
    it.skip(`passes pytest, mypy and ruff (left out: needs ${python.missing})`);
  });
} else {
  const collected = await python(['-m', 'pytest', '--collect-only', '--quiet']);
  const titles = collected.output.split('\n').filter((line) => line.includes('::'));

  describe('The Python client', function () {
    this.timeout(120_000);

    it('passes mypy --strict', async () => expectSuccess(await python(['-m', 'mypy'])));
    it('passes ruff', async () => {
      expectSuccess(await python(['-m', 'ruff', 'check']));
      expectSuccess(await python(['-m', 'ruff', 'format', '--check']));
    });

    describe('under pytest', () => {
      let stack: RunningStack | undefined;
      let outcome: Outcome;
      before(async () => {
        stack = await startPythonStack();
        outcome = await python(['-m', 'pytest', '--verbose', '--tb=short', '--color=no'], stack.environment);
      });
      after(() => stack?.stop());

      it('finds its tests', () => expect(titles, collected.output).not.to.have.length(0));
      for (const title of titles) {
        it(title, () => {
          const passed = outcome.output.includes(`\n${title} PASSED`);
          if (!passed) throw new Error(outcome.output);
        });
      }
      it('ends without a failure', () => expectSuccess(outcome));
    });
  });
}

function expectSuccess({ code, output }: Outcome): void {
  expect(code, output).to.equal(0);
}
