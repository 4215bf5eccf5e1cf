import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { KeyedRequest } from './keyed-request.js';
import { spendIdOf } from './spend-id.js';

const REQUEST: KeyedRequest = {
  keyId: 'c1f4a1de-2a63-4b7e-8b2f-6f0a9d3e4b21',
  idempotencyKey: 'k',
  fingerprint: createHash('sha256').update('request').digest(),
};

describe('the name of a spend', () => {
  it('is 64 hexadecimal digits, the same for the same request anywhere and at any time', () => {
    expect(spendIdOf(REQUEST)).to.match(/^[0-9a-f]{64}$/);
    expect(spendIdOf({ ...REQUEST, fingerprint: Buffer.from(REQUEST.fingerprint) })).to.equal(spendIdOf(REQUEST));
  });

  it('is another one for another key identity, Idempotency-Key or fingerprint', () => {
    const requests = fc.record({
      keyId: fc.uuid(),
      idempotencyKey: fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
      fingerprint: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(requests, requests, fc.constantFrom('keyId', 'idempotencyKey', 'fingerprint'), (one, other, part) => {
        const same = one[part].toString('hex') === other[part].toString('hex');
        expect(spendIdOf({ ...one, [part]: other[part] }) === spendIdOf(one)).to.equal(same);
      }),
    );
  });
});
