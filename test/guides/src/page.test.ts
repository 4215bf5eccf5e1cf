import { expect } from 'chai';
import { readPage } from './page.js';

const fenced = (info: string, ...lines: string[]): string[] => ['```' + info, ...lines, '```'];
const group = (...lines: string[]): string[] => ['::: code-group', '', ...lines, '', ':::'];
const call = (curl: string, ts = 'call(); // → 1', python = 'call()  # → 1'): string[] =>
  group(...fenced('bash [curl]', curl), ...fenced('ts [TypeScript]', ts), ...fenced('python [Python]', python));
const read = (...lines: string[]): ReturnType<typeof readPage> => readPage(lines.join('\n'));

describe('a page of the guides', () => {
  it('has the steps of its groups, each with the answer that follows', () => {
    const { steps, faults } = read('# Title', '', ...call('curl a'), 'Then:', ...fenced('json', '{}'), ...call('b'));
    expect(faults).to.deep.equal([]);
    expect(steps.map(({ language, line, answer }) => [language, line, answer?.text])).to.deep.equal([
      ['bash', 5, '{}'],
      ['ts', 8, undefined],
      ['python', 11, undefined],
      ['bash', 22, undefined],
      ['ts', 25, undefined],
      ['python', 28, undefined],
    ]);
  });

  it('reads the printed lines from the arrows, beside a statement or on a line of their own', () => {
    const { steps } = read(...fenced('ts', 'log(1); // → 1', '// a comment', '  // → two → three', '// →none'));
    expect(steps[0]?.shown).to.deep.equal(['1', 'two → three']);
    expect(read(...fenced('python', 'print(1)  # → 1')).steps[0]?.shown).to.deep.equal(['1']);
  });

  it('reports a block that nothing runs, whatever its language', () => {
    for (const info of ['javascript', 'sh', '', 'yaml [curl]'])
      expect(read(...fenced(info, 'x')).faults, info).to.have.length(1);
    expect(read(...fenced('text', 'x')).faults).to.deep.equal([]);
  });

  it('reports a group that leaves a language out', () => {
    expect(read(...group(...fenced('bash [curl]', 'x'), ...fenced('ts [TypeScript]', 'x'))).faults).to.have.length(1);
    expect(read(...group(...fenced('bash [npm]', 'x'), ...fenced('bash [pip]', 'x'))).faults).to.deep.equal([]);
  });

  it('reports an answer to no block, a second answer, and a block that prints nothing of its answer', () => {
    const answer = fenced('json', '{}');
    expect(read(...answer).faults).to.have.length(1);
    expect(read(...call('x'), ...answer, ...answer).faults).to.have.length(1);
    expect(read(...call('x', 'silent();'), ...answer).faults).to.have.length(1);
  });

  it('reports a fence that has no end, and one that it cannot read', () => {
    expect(read('```ts', 'x').faults).to.have.length(1);
    expect(read('> ```ts', '> x', '> ```').faults).to.have.length(2);
  });
});
