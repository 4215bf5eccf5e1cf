import { expect } from 'chai';
import fc from 'fast-check';
import { openBody, sealBody, type Seal } from './sealed-body.js';

const SECRET = 'the first secret of these tests, invented';
const OLD_SECRET = 'the other secret of these tests, invented';
const seal: Seal = { idempotencyKey: 'k-1', boundTo: Buffer.from('row') };

describe('sealed bodies', () => {
  it('opens what it sealed, byte for byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (body, idempotencyKey) => {
        const own = { ...seal, idempotencyKey };
        expect(openBody([SECRET], own, sealBody(SECRET, own, body))).to.equal(Buffer.from(body).toString());
      }),
    );
  });

  it('holds nothing of the body or the key in the open', () => {
    const sealed = sealBody(SECRET, seal, '{"email":"astrid@example.se"}');
    expect(sealed.toString('latin1')).not.to.match(/astrid|email|k-1/);
    expect(sealed.equals(sealBody(SECRET, seal, '{"email":"astrid@example.se"}')), 'a nonce of its own').to.equal(
      false,
    );
  });

  it('opens with any of the configured secrets', () => {
    expect(openBody([SECRET, OLD_SECRET], seal, sealBody(OLD_SECRET, seal, 'body'))).to.equal('body');
  });

  it('does not open under another secret, Idempotency-Key or row', () => {
    const sealed = sealBody(SECRET, seal, 'body');
    expect(openBody([OLD_SECRET], seal, sealed)).to.equal(undefined);
    expect(openBody([SECRET], { ...seal, idempotencyKey: 'k-2' }, sealed)).to.equal(undefined);
    expect(openBody([SECRET], { ...seal, boundTo: Buffer.from('another') }, sealed)).to.equal(undefined);
  });

  it('does not open once any bit of it was changed', () => {
    const sealed = sealBody(SECRET, seal, 'body');
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] as number) ^ 1;
      expect(openBody([SECRET], seal, changed), `byte ${byte}`).to.equal(undefined);
    }
    expect(openBody([SECRET], seal, sealed.subarray(0, 10))).to.equal(undefined);
  });
});
