import { expect } from 'chai';
import fc from 'fast-check';
import { NIL_UUID, parseUuid } from './index.js';

const UUID = '6f0c2c1e-8d1b-4f0f-9a5e-3b7d2c94a816';

describe('parseUuid', () => {
  it('reads every version, and returns lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(parseUuid(uuid)).to.equal(uuid);
        expect(parseUuid(uuid.toUpperCase())).to.equal(uuid);
      }),
    );
    expect(parseUuid('6f0C2c1E-8d1b-4F0f-9a5e-3b7D2c94a816')).to.equal(UUID);
    expect(parseUuid(NIL_UUID)).to.equal(NIL_UUID);
  });

  it('[4.1.2] rejects everything else', () => {
    const texts = [
      '',
      ' ',
      UUID.slice(1),
      `${UUID}0`,
      ` ${UUID}`,
      `${UUID}\n`,
      `{${UUID}}`,
      UUID.replaceAll('-', ''),
      UUID.replace('a', 'g'),
    ];
    for (const text of texts) expect(parseUuid(text), JSON.stringify(text)).to.equal(undefined);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseUuid(text)).to.equal(undefined);
      }),
    );
  });
});
