import { expect } from 'chai';
import { readOptions } from './options.js';

const PARTS = ['promises', 'rollback', 'drain-node'];

describe('the options of test:kind', () => {
  it('make a cluster and run everything by default, with public images', () => {
    expect(readOptions([], { NODE_IMAGE: '' }, PARTS)).to.deep.equal({
      existing: false,
      keep: false,
      only: undefined,
      images: { kindNode: undefined, product: undefined, node: undefined, postgres: 'postgres:18', redis: 'redis:8' },
    });
  });

  it('take several parts after one --only or several', () => {
    const one = readOptions(['--existing', '--only', 'rollback', 'promises'], {}, PARTS);
    const two = readOptions(['--existing', '--only', 'rollback', '--only', 'promises'], {}, PARTS);
    expect(one).to.deep.equal(two);
    expect([...(one.only ?? [])]).to.deep.equal(['rollback', 'promises']);
  });

  it('name an argument or a part that is not there', () => {
    expect(() => readOptions(['rollback'], {}, PARTS)).to.throw('unexpected argument: rollback');
    expect(() => readOptions(['--only', 'rolback'], {}, PARTS)).to.throw(
      'there is no part rolback; parts are promises, rollback, drain-node',
    );
    expect(() => readOptions(['--exsting'], {}, PARTS)).to.throw('--exsting');
  });
});
