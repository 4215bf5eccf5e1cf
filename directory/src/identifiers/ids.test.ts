import { expect } from 'chai';
import fc from 'fast-check';
import { anyCase, anyText } from './any-text.js';
import { deriveId, parseUuid } from './ids.js';

const UUID = '6f0c2c1e-8d1b-4f0f-9a5e-3b7d2c94a816';

describe('UUIDs', () => {
  it('are read in any letter case', () => {
    fc.assert(
      fc.property(anyCase(UUID), (text) => {
        expect(parseUuid(text)).to.equal(UUID);
      }),
    );
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(parseUuid(uuid)).to.equal(uuid);
      }),
    );
  });

  it('[4.1.2] anything else is malformed', () => {
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
      fc.property(anyText(), (text) => {
        expect(parseUuid(text)).to.equal(undefined);
      }),
    );
  });
});

describe('derived ids', () => {
  it('stay the same for ever', () => {
    expect(deriveId('organization', 'NO:923609016')).to.equal('de172ddc-48ba-53a2-aed5-e078a9ed904f');
    expect(deriveId('contact', 'NO:923609016')).to.equal('b4012c1b-6dab-5002-b96c-fa2554536d7f');
  });

  it('are version 5 UUIDs, one for each natural key and namespace', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (key, other) => {
        const id = deriveId('organization', key);
        expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(parseUuid(id)).to.equal(id);
        expect(deriveId('contact', key)).not.to.equal(id);
        expect(deriveId('organization', other) === id).to.equal(other === key);
      }),
    );
  });
});
