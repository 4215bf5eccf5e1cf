import { expect } from 'chai';
import type { KeySecret } from '../../api/types.js';
import { groupKeys, isOlderThanLog, overlapping } from './group-keys.js';
import { limitError, readLimits } from './limits.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');

function secret(of: Partial<KeySecret>): KeySecret {
  return {
    id: 'a',
    name: 'CRM sync',
    prefix: 'new',
    createdAt: '2026-11-20T00:00:00Z',
    revokedAt: null,
    expiresAt: null,
    limits: { overall: null, search: null, spend: null },
    ...of,
  };
}

describe('keys in the console', () => {
  it('are one line with their old secrets, created when the first secret was', () => {
    const old = secret({ prefix: 'old', createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-11-25T00:00:00Z' });
    const [key, ...others] = groupKeys([secret({}), old], NOW);
    expect(others).to.deep.equal([]);
    expect(key).to.include({ prefix: 'new', createdAt: '2026-01-01T00:00:00Z' });
    expect(key && overlapping(key).map(({ prefix }) => prefix)).to.deep.equal(['old']);
  });

  it('were never used when they are younger than the log and not in it', () => {
    const created = ['2026-11-20T00:00:00Z', '2026-10-01T00:00:00Z'];
    expect(created.map((at) => isOlderThanLog(at, NOW))).to.deep.equal([false, true]);
  });

  it('have no overlap when the old secret has expired, or when the key is revoked', () => {
    const expired = secret({ prefix: 'old', expiresAt: '2026-11-21T00:00:00Z' });
    const revoked = secret({ revokedAt: '2026-11-22T00:00:00Z' });
    const later = secret({ prefix: 'old', expiresAt: '2026-11-25T00:00:00Z' });
    const overlaps = [
      [secret({}), expired],
      [revoked, later],
    ].map((secrets) => groupKeys(secrets, NOW).flatMap(overlapping));
    expect(overlaps).to.deep.equal([[], []]);
  });

  it('are active ones first', () => {
    const keys = groupKeys([secret({ id: 'r', revokedAt: '2026-11-22T00:00:00Z' }), secret({ id: 'a' })], NOW);
    expect(keys.map(({ id }) => id)).to.deep.equal(['a', 'r']);
  });

  it('have limits of whole numbers from 1 to 1,000,000; empty means the default', () => {
    expect(readLimits({ overall: '120', search: '', spend: ' 1,000,000 ' })).to.deep.equal({
      overall: 120,
      spend: 1_000_000,
    });
    for (const text of ['0', '-1', '1.5', 'many', '1000001']) {
      expect(limitError(text), text).to.be.a('string');
      expect(readLimits({ overall: text, search: '', spend: '' }), text).to.equal(undefined);
    }
  });
});
