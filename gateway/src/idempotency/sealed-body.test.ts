import { expect } from 'chai';
import fc from 'fast-check';
import { openBody, sealBody, toSealingKey, type Seal } from './sealed-body.js';

const KEY = toSealingKey('the first secret of these tests, invented');
const OLD_KEY = toSealingKey('the other secret of these tests, invented');
const BODY = Buffer.from('{"email":"astrid@example.se"}');
const seal: Seal = { idempotencyKey: 'k-1', boundTo: Buffer.from('row') };

describe('sealed bodies', () => {
  it('open to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ minLength: 1 }), (bytes, idempotencyKey) => {
        const own = { ...seal, idempotencyKey };
        const body = Buffer.from(bytes);
        expect(openBody([KEY], own, sealBody(KEY, own, body))?.equals(body)).to.equal(true);
      }),
    );
  });

  it('contain no plain text of the body or the key, and use a new nonce each time', () => {
    const sealed = sealBody(KEY, seal, BODY);
    expect(sealed.toString('latin1')).not.to.match(/astrid|email|k-1/);
    expect(sealed.equals(sealBody(KEY, seal, BODY)), 'a new nonce').to.equal(false);
  });

  it('open with any of the configured secrets', () => {
    expect(openBody([KEY, OLD_KEY], seal, sealBody(OLD_KEY, seal, BODY))).to.deep.equal(BODY);
  });

  it('do not open under another secret, Idempotency-Key or row', () => {
    const sealed = sealBody(KEY, seal, BODY);
    expect(openBody([OLD_KEY], seal, sealed)).to.equal(undefined);
    expect(openBody([KEY], { ...seal, idempotencyKey: 'k-2' }, sealed)).to.equal(undefined);
    expect(openBody([KEY], { ...seal, boundTo: Buffer.from('another') }, sealed)).to.equal(undefined);
  });

  it('do not open after any bit was changed', () => {
    const sealed = sealBody(KEY, seal, BODY);
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] as number) ^ 1;
      expect(openBody([KEY], seal, changed), `byte ${byte}`).to.equal(undefined);
    }
    expect(openBody([KEY], seal, sealed.subarray(0, 10))).to.equal(undefined);
  });
});
