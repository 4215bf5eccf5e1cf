import { expect } from 'chai';
import fc from 'fast-check';
import { deriveId, parseUuid } from './index.js';

describe('derived ids', () => {
  const KEY = 'the secret of an installation';

  it('never change between releases', () => {
    expect(deriveId(KEY, 'organization', 'NO923609016')).to.equal('ec97fef6-673e-8687-9aae-a14e70f6ea40');
    expect(deriveId(KEY, 'contact', 'NO923609016')).to.equal('98a58852-1bd2-8a43-84a0-ec56e438168e');
  });

  it('[D privacy.2] are version 8 UUIDs, one for each secret, natural key and namespace', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (key, other, secret) => {
        const id = deriveId(KEY, 'organization', key);
        expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(parseUuid(id)).to.equal(id);
        expect(deriveId(KEY, 'contact', key)).not.to.equal(id);
        expect(deriveId(KEY, 'organization', other) === id).to.equal(other === key);
        expect(deriveId(secret, 'organization', key)).not.to.equal(id);
      }),
    );
  });
});
