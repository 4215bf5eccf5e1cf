import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json } from '@prospecting/platform/json';
import { canonicalJson, fingerprint, operationIdOf, type KeyedRequest } from './keyed-request.js';

const shuffled = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

describe('fingerprint', () => {
  const same = (a: string, b: string): boolean =>
    fingerprint('POST', '/p', JSON.parse(a) as Json).equals(fingerprint('POST', '/p', JSON.parse(b) as Json));

  const equal: [string, string][] = [
    ['{"a": 1, "b": [1, 2]}', '{ "b":[1,2],"a":1}'],
    ['{"a": 1.0}', '{"a": 1e0}'],
    [String.raw`{"\u0061": "\u00e5"}`, '{"a": "å"}'],
    ['9007199254740993', '9007199254740992'],
  ];
  for (const [a, b] of equal) {
    it(`is the same for ${a} and ${b}`, () => {
      expect(same(a, b)).to.equal(true);
    });
  }

  const different: [string, string][] = [
    ['{"a": [1, 2]}', '{"a": [2, 1]}'],
    ['{"a": null}', '{}'],
    ['{"a": null}', '{"a": 1e999}'],
    ['{"a": 0}', '{"a": -0}'],
    ['{"a": "1"}', '{"a": 1}'],
    ['[["a"], []]', '[["a", []]]'],
    ['{"a": {"b": 1}}', '{"a": {}, "b": 1}'],
    ['{"__proto__": 1}', '{}'],
    ['{"__proto__": {"a": 1}}', '{"a": 1}'],
    ['{"constructor": 1}', '{}'],
    ['"1e999"', '1e999'],
  ];
  for (const [a, b] of different) {
    it(`differs for ${a} and ${b}`, () => {
      expect(same(a, b)).to.equal(false);
    });
  }

  it('depends on the method and the path', () => {
    const prints = [fingerprint('POST', '/a', {}), fingerprint('PUT', '/a', {}), fingerprint('POST', '/b', {})];
    expect(new Set(prints.map(String)).size).to.equal(3);
  });

  it('does not depend on the order of keys but on everything else in a body', () => {
    const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonicalJson(shuffled(a))).to.equal(canonicalJson(a));
        expect(JSON.parse(canonicalJson(a))).to.deep.equal(a);
        if (canonicalJson(a) === canonicalJson(b)) expect(a).to.deep.equal(b);
      }),
    );
  });
});

const REQUEST: KeyedRequest = {
  keyId: 'c1f4a1de-2a63-4b7e-8b2f-6f0a9d3e4b21',
  idempotencyKey: 'k',
  fingerprint: createHash('sha256').update('request').digest(),
};

describe('operationIdOf', () => {
  it('returns 64 hexadecimal digits, always the same for the same request', () => {
    expect(operationIdOf(REQUEST)).to.match(/^[0-9a-f]{64}$/);
    expect(operationIdOf({ ...REQUEST, fingerprint: Buffer.from(REQUEST.fingerprint) })).to.equal(
      operationIdOf(REQUEST),
    );
  });

  it('returns another id for another API key, Idempotency-Key or fingerprint', () => {
    const requests = fc.record({
      keyId: fc.uuid(),
      idempotencyKey: fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }),
      fingerprint: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(requests, requests, fc.constantFrom('keyId', 'idempotencyKey', 'fingerprint'), (one, other, part) => {
        const same = one[part].toString('hex') === other[part].toString('hex');
        expect(operationIdOf({ ...one, [part]: other[part] }) === operationIdOf(one)).to.equal(same);
      }),
    );
  });
});
