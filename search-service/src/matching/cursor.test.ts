import { expect } from 'chai';
import fc from 'fast-check';
import { createCursorCodec } from './cursor.js';

const OLD_KEY = 'the old cursor key, for tests only ..';
const NEW_KEY = 'the new cursor key, for tests only ..';
const ACCOUNT = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

const position = fc.record({
  organizationId: fc.uuid(),
  pageSize: fc.integer({ min: 1, max: 50 }),
  afterSortKey: fc.string({ unit: 'grapheme' }).map((text) => `01${text}`),
  afterId: fc.uuid(),
});

describe('cursors', () => {
  const codec = createCursorCodec([OLD_KEY]);

  it('decodes to the position that was encoded [4.2.3]', () => {
    fc.assert(
      fc.property(fc.uuid(), position, (account, at) => {
        expect(codec.decode(account, codec.encode(account, at))).to.deep.equal(at);
      }),
    );
  });

  it('rejects a cursor with any single bit flipped [4.2.4] [D results.3]', () => {
    fc.assert(
      fc.property(position, fc.nat(), (at, random) => {
        const bytes = Buffer.from(codec.encode(ACCOUNT, at), 'base64url');
        const bit = random % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(codec.decode(ACCOUNT, bytes.toString('base64url'))).to.equal(undefined);
      }),
    );
  });

  it('rejects a cursor with any character changed, added or removed, including spare bits [4.2.4]', () => {
    const character = fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_', '=', '+', '/', ' ', '\n', '.', '~', 'å');
    fc.assert(
      fc.property(position, fc.nat(), character, fc.constantFrom(0, 1), (at, random, changed, removed) => {
        const cursor = codec.encode(ACCOUNT, at);
        const index = random % (cursor.length + 1);
        const altered = cursor.slice(0, index) + changed + cursor.slice(index + removed);
        fc.pre(altered !== cursor);
        expect(codec.decode(ACCOUNT, altered)).to.equal(undefined);
      }),
    );
  });

  it('rejects a cursor truncated at any position [4.2.4]', () => {
    const cursor = codec.encode(ACCOUNT, fc.sample(position, 1)[0] ?? expect.fail());
    for (let length = 0; length < cursor.length; length++) {
      expect(codec.decode(ACCOUNT, cursor.slice(0, length))).to.equal(undefined);
    }
  });

  it('rejects a cursor of another account [D results.3]', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), position, (account, other, at) => {
        fc.pre(account !== other);
        expect(codec.decode(other, codec.encode(account, at))).to.equal(undefined);
      }),
    );
  });

  it('rejects any other text [4.2.4]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        expect(codec.decode(ACCOUNT, text)).to.equal(undefined);
      }),
    );
  });

  it('accepts cursors of an old key only while that key is configured [D results.3]', () => {
    const at = fc.sample(position, 1)[0] ?? expect.fail();
    const cursor = codec.encode(ACCOUNT, at);
    expect(createCursorCodec([NEW_KEY, OLD_KEY]).decode(ACCOUNT, cursor)).to.deep.equal(at);
    expect(createCursorCodec([NEW_KEY]).decode(ACCOUNT, cursor)).to.equal(undefined);
    expect(createCursorCodec([NEW_KEY, OLD_KEY]).encode(ACCOUNT, at)).to.equal(
      createCursorCodec([NEW_KEY]).encode(ACCOUNT, at),
    );
  });

  describe('during a rotation, while old and new processes serve side by side', () => {
    /** Returns true when processes with either list read each other's cursors. */
    const canServeTogether = (one: string[], other: string[]): boolean => {
      const at = fc.sample(position, 1)[0] ?? expect.fail();
      const codecs = [one, other].map(createCursorCodec);
      return codecs.every((writer) =>
        codecs.every((reader) => reader.decode(ACCOUNT, writer.encode(ACCOUNT, at)) !== undefined),
      );
    };

    it('are read by all when the new key is added last, then moved first [D results.3]', () => {
      const rollouts = [[OLD_KEY], [OLD_KEY, NEW_KEY], [NEW_KEY, OLD_KEY]];
      for (const [index, after] of rollouts.entries())
        expect(canServeTogether(rollouts[Math.max(0, index - 1)] as string[], after), after.join()).to.equal(true);
    });

    it('are refused by the old processes when the new key signs in the first step', () => {
      expect(canServeTogether([OLD_KEY], [NEW_KEY, OLD_KEY])).to.equal(false);
    });
  });

  it('does not contain the account', () => {
    const at = fc.sample(position, 1)[0] ?? expect.fail();
    const bytes = Buffer.from(codec.encode(ACCOUNT, at), 'base64url');
    expect(bytes.includes(Buffer.from(ACCOUNT.replaceAll('-', ''), 'hex'))).to.equal(false);
    expect(bytes.includes(ACCOUNT)).to.equal(false);
  });
});
