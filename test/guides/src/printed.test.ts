import { expect } from 'chai';
import type { Answer } from './page.js';
import { differenceOf } from './printed.js';

const step = { language: 'bash', code: '', line: 1, shown: [] } as const;

function answered(language: Answer['language'], text: string, printed: string): string | undefined {
  return differenceOf({ ...step, answer: { language, text, line: 2 } }, printed);
}

describe('what a block prints', () => {
  it('is the JSON that the page shows, whatever its layout', () => {
    expect(answered('json', '{ "a": [1, { "b": null }] }', '{"a":[1,{"b":null}]}')).to.equal(undefined);
  });

  it('differs in a value, an element or a member, and the difference is named', () => {
    const cases = [
      ['{"a":1}', '{"a":2}', 'the answer.a is 2, not 1'],
      ['{"a":1}', '{}', 'the answer has no a'],
      ['{"a":1}', '{"a":1,"b":2}', 'the answer also has b'],
      ['[1]', '[1,2]', 'the answer has 2 elements, not 1'],
      ['{"a":{}}', '{"a":[]}', 'the answer.a is [], not an object'],
      ['{}', 'curl: (7)', 'not JSON'],
    ] as const;
    for (const [shown, printed, named] of cases) expect(answered('json', shown, printed)).to.include(named);
  });

  it('may be elided: a value, part of a text, further elements and further members', () => {
    expect(answered('json', '{"id":"…","at":"2026-…"}', '{"id":5,"at":"2026-11-22"}')).to.equal(undefined);
    expect(answered('json', '["a","…"]', '["a","b","c"]')).to.equal(undefined);
    expect(answered('json', '{"a":1,"…":"…"}', '{"a":1,"b":2}')).to.equal(undefined);
  });

  it('has something wherever the page says that it leaves something out', () => {
    expect(answered('json', '["a","…"]', '["a"]')).to.include('1 elements, not more than 1');
    expect(answered('json', '{"a":1,"…":"…"}', '{"a":1}')).to.include('no further members');
  });

  it('has the status, the shown headers and the shown body of an HTTP answer', () => {
    const printed = 'HTTP/1.1 200 OK\r\ncontent-type: x\r\nIdempotent-Replayed: true\r\n\r\n{"a":1}';
    expect(answered('http', 'HTTP/1.1 200 OK\nidempotent-replayed: true', printed)).to.equal(undefined);
    expect(answered('http', 'HTTP/1.1 200 OK\n\n{"a":1}', printed)).to.equal(undefined);
    expect(answered('http', 'HTTP/1.1 402 Payment Required', printed)).to.include('the status is HTTP/1.1 200 OK');
    expect(answered('http', 'HTTP/1.1 200 OK\nRetry-After: 1', printed)).to.include('no header is Retry-After: 1');
    expect(answered('http', 'HTTP/1.1 200 OK\n\n{"a":2}', printed)).to.include('the answer.a is 1, not 2');
  });

  it('is what the arrows show, line by line, and nothing else', () => {
    expect(differenceOf({ ...step, shown: ['0.2', 'id …'] }, '0.2\nid 5\n')).to.equal(undefined);
    expect(differenceOf({ ...step, shown: ['0.2'] }, '0.2\n0.3\n')).to.include('0.3');
    expect(differenceOf({ ...step, shown: ['0.2'] }, '')).to.include('nothing');
    expect(differenceOf(step, 'more')).to.include('more');
  });
});
