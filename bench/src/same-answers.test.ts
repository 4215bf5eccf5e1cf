import { expect } from 'chai';
import type { Answer } from './exchange.js';
import type { HttpBatches } from './http-batches.js';
import { requireSameAnswers } from './same-answers.js';

function variant(origin: string, answer: Partial<Answer>): HttpBatches {
  const whole: Answer = { headers: {}, body: Buffer.alloc(0), ...answer };
  const none = (): never => {
    throw new Error('nothing is sent');
  };
  return { variant: origin, origin, answers: () => [whole], exchanges: () => [], verify: none, open: none };
}

const one = variant('http://127.0.0.1:8080', {
  headers: { 'content-type': 'application/json', date: 'now', ratelimit: '"overall";r=9', 'content-length': '41' },
  body: Buffer.from('{"url":"http://127.0.0.1:8080/organizations"}'),
});

describe('the answers of two variants', () => {
  it('are the same when only the origin, the date and the rest of a bucket differ', () => {
    const other = variant('http://127.0.0.1:90', {
      headers: {
        date: 'later',
        ratelimit: '"overall";r=8',
        'content-length': '39',
        'content-type': 'application/json',
      },
      body: Buffer.from('{"url":"http://127.0.0.1:90/organizations"}'),
    });
    expect(() => requireSameAnswers(one, other)).not.to.throw();
  });

  it('differ by any other byte or header', () => {
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = one.answers();
    const longer = variant(one.origin, { headers, body: Buffer.concat([body, Buffer.from(' ')]) });
    const bare = variant(one.origin, { headers: {}, body });
    expect(() => requireSameAnswers(one, longer)).to.throw('request 0');
    expect(() => requireSameAnswers(one, bare)).to.throw('request 0');
  });
});
