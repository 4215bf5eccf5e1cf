import { loadDocument, operations, validateRequest, type BodyOperationId } from '@prospecting/openapi';
import { expect } from 'chai';
import { parseJson, type Json, type JsonObject } from '@prospecting/platform/json';
import { fingerprint, parseIdempotencyKey } from '../idempotency/index.js';
import { intentOf } from '../routes/terms.js';
import { parseContactQuery, parseContactsPageQuery } from './contact-query.js';
import { parseItems, type QueryParser } from './item.js';
import { parseOrganizationQuery } from './organization-query.js';
import { parsePersonQuery } from './person-query.js';

const MAX_HOLD_MS = 20;
const MAX_BODY_BYTES = 256 * 1024;
const ITEMS = 25;

const parsers: Readonly<Record<BodyOperationId, QueryParser<object>>> = {
  match_organizations: parseOrganizationQuery,
  match_organization_contacts: parseContactsPageQuery,
  match_organization_switchboards: parseOrganizationQuery,
  match_people: parsePersonQuery,
  reveal_contacts: parseContactQuery,
};

/** Returns every field of an operation's items, as the contract lists them. */
function itemFieldsOf(operationId: BodyOperationId): string[] {
  const { schemas } = loadDocument().components;
  const schemaAt = (reference = ''): (typeof schemas)[string] | undefined => schemas[reference.split('/').at(-1) ?? ''];
  const request = schemaAt(operations[operationId].requestSchema);
  const fields = Object.keys(schemaAt(request?.properties?.['items']?.items?.$ref)?.properties ?? {});
  if (fields.length === 0) throw new Error(`the contract lists no item fields of ${operationId}`);
  return fields;
}

/**
 * Returns distinct characters: punycode inserts them one by one, each at a cost that grows with the
 * length.
 */
function distinct(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + (index % 0x5000))).join('');
}

const URL_START = 'https://www.linkedin.com/company/';
const PERSON_START = 'https://www.linkedin.com/in/';

/** Texts of about a given length that are slow to parse, to normalize or to reject. */
const slowTexts: Readonly<Record<string, (length: number) => string>> = {
  'a long host': (length) => `${distinct(length)}.se`,
  'a host of many labels': (length) => `${'ö.'.repeat(length / 2)}se`,
  'a long punycode host': (length) => `xn--${'b'.repeat(length)}.se`,
  'a host of many www labels': (length) => `${'www.'.repeat(length / 4)}se`,
  'an address at a long host': (length) => `a@${distinct(length)}.se`,
  'an address with many dots': (length) => `${'a.'.repeat(length / 2)}@acme.se`,
  'an organization page with unordered marks': (length) => `${URL_START}a${'\u0301\u0316'.repeat(length / 2)}`,
  'a person page with unordered marks': (length) => `${PERSON_START}a${'\u0301\u0316'.repeat(length / 2)}`,
  'a page with an encoded slug': (length) => `${PERSON_START}${'%CC%81%CC%96'.repeat(length / 12)}`,
  'a page at a long host': (length) => `https://${distinct(length)}.linkedin.com/company/acme`,
  'unordered marks': (length) => `a${'\u0301\u0316'.repeat(length / 2)}`,
  'ligatures that expand to eighteen characters': (length) => '\ufdfa'.repeat(length),
  'loose hyphens': (length) => 'a -'.repeat(length / 3),
  'spaces before the end': (length) => `a${' '.repeat(length)}b`,
  digits: (length) => '7'.repeat(length),
  'digits with separators': (length) => '7-.'.repeat(length / 3),
  'a UUID that goes on': (length) => '5b0e8c7e-3c55-5b43-9d0c-1f3f8f6f2a10'.repeat(length / 36),
  'surrogate pairs': (length) => '😀'.repeat(length / 2),
  'escaped quotes': (length) => '\\"'.repeat(length / 2),
};

/** Lengths around the limits of the parsers, and all that a body can carry per item. */
const LENGTHS = [200, 253, 1_200, 2_000, 3_300];

const RUNS = 7;

/**
 * Returns the CPU time of the fastest of several runs in milliseconds, because the machine that
 * runs the tests may be loaded.
 */
function holdOf(run: () => unknown): number {
  let fastest = Infinity;
  for (let round = 0; round < RUNS && fastest > MAX_HOLD_MS / 4; round++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1_000);
  }
  return fastest;
}

/**
 * Runs each step of a request that reads its body, as the middleware does, and returns the steps
 * that hold the event loop too long.
 */
function slowSteps(operationId: BodyOperationId, bytes: Buffer): string[] {
  const slow: string[] = [];
  const step = <Value>(name: string, run: () => Value): Value => {
    const hold = holdOf(run);
    if (hold > MAX_HOLD_MS) slow.push(`${name} takes ${hold.toFixed(0)} ms`);
    return run();
  };
  const json = step('parseJson', () => parseJson(bytes));
  if (json === undefined) return slow;
  step('intentOf', () => intentOf({ reveals: 'when_revealing' }, json));
  const checked = step('validateRequest', () => validateRequest(operationId, json));
  if (!('body' in checked)) return slow;
  step('parseItems', () => parseItems(checked.body.items, parsers[operationId]));
  step('fingerprint', () => fingerprint('POST', operations[operationId].path, json));
  return slow;
}

function bodyOf(operationId: BodyOperationId, item: JsonObject): Buffer {
  const items: Json[] = Array.from({ length: ITEMS }, () => item);
  const infoTypes = operationId === 'reveal_contacts' ? { infoTypes: ['email'] } : {};
  return Buffer.from(JSON.stringify({ items, ...infoTypes, maxCredits: 1 }));
}

/**
 * Returns an item in which only one field is slow, with the fields that its parser needs to get
 * that far.
 */
function itemWith(field: string, text: string): JsonObject {
  if (field === 'organization') {
    return { name: 'Astrid Exempel', organization: { linkedInUrl: text, domain: text, orgNumber: text } };
  }
  if (field === 'countryCode') return { orgNumber: '5560123457', countryCode: text };
  if (field === 'name') return { name: text, organization: { domain: 'acme.se' } };
  return { [field]: text };
}

/** Fills what a body has left with one repeated piece, inside a field that no endpoint knows. */
function filled(piece: (index: number) => string, [open, close]: readonly [string, string] = ['[', ']']): string {
  const rest = '"items":[{}],"reveal":["email"],"infoTypes":["email"],"maxCredits":1';
  const pieces: string[] = [];
  for (let size = rest.length + 32, index = 0; ; index++) {
    const next = piece(index);
    size += next.length + 1;
    if (size > MAX_BODY_BYTES) break;
    pieces.push(next);
  }
  return `{${rest},"unknown":${open}${pieces.join(',')}${close}}`;
}

/** Bodies of 256 KiB that are slow as a whole. */
const slowBodies: Readonly<Record<string, () => string>> = {
  'many keys': () => filled((index) => `"${index.toString(36)}":0`, ['{', '}']),
  'many keys in descending order': () => filled((index) => `"${(1e6 - index).toString(36)}":0`, ['{', '}']),
  'many numeric keys': () => filled((index) => `"${index * 7}":0`, ['{', '}']),
  'many numbers': () => filled(() => '0'),
  'many long numbers': () => filled(() => '1.7976931348623157e308'),
  'many empty objects': () => filled(() => '{}'),
  'many small objects': () => filled(() => '{"a":0}'),
  'deep nesting': () => filled(() => '['.repeat(29) + ']'.repeat(29)),
  'nesting beyond the limit': () => filled(() => '['.repeat(60_000) + ']'.repeat(60_000)),
  'a number of many digits': () => filled((index) => (index === 0 ? '9'.repeat(200_000) : '0')),
  'a text of escapes': () => filled(() => '"' + '\\u00e5'.repeat(20) + '"'),
  'many quotes': () => filled(() => '"' + '\\"'.repeat(1_000) + '"'),
  'much white space': () => filled((index) => (index === 0 ? ' '.repeat(200_000) + '0' : '0')),
  'many items': () => `{"items":[${'0,'.repeat(130_000)}0]}`,
  'many values to reveal': () =>
    `{"items":[{}],"maxCredits":1,"reveal":[${'7,'.repeat(65_000)}"email"],"infoTypes":[${'7,'.repeat(60_000)}7]}`,
};

/** The slowest host that is short enough: four labels of distinct characters. */
const slowHost = `${Array.from({ length: 4 }, (_, index) => distinct(18 + index)).join('.')}.se`;
const slowSlug = `a${'\u0301\u0316'.repeat(99)}`;
const organizationFields: JsonObject = {
  id: '5b0e8c7e-3c55-5b43-9d0c-1f3f8f6f2a10',
  orgNumber: `556012-3457${' '.repeat(50)}`,
  countryCode: 'SE',
  linkedInUrl: `https://${slowHost.slice(0, 40)}.linkedin.com/company/${slowSlug}`,
  domain: slowHost,
};
/** Slow values that their parsers accept, so that they parse the whole item. */
const slowValidFields: JsonObject = {
  ...organizationFields,
  ref: '😀'.repeat(255),
  cursor: 'c'.repeat(2_000),
  email: `${'a.'.repeat(31)}a@${slowHost}`,
  name: '\ufdfa'.repeat(11),
  organization: organizationFields,
  contactId: '5b0e8c7e-3c55-5b43-9d0c-1f3f8f6f2a10',
};

const personFields: JsonObject = { linkedInUrl: `https://${slowHost.slice(0, 40)}.linkedin.com/in/${slowSlug}` };

const operationIds = Object.keys(parsers) as BodyOperationId[];

describe('the worst input within 256 KiB', function () {
  this.timeout(120_000);

  for (const operationId of operationIds) {
    for (const field of itemFieldsOf(operationId)) {
      it(`holds the event loop for at most ${MAX_HOLD_MS} ms as ${field} of ${operationId}`, () => {
        const slow: string[] = [];
        for (const [kind, textOf] of Object.entries(slowTexts)) {
          for (const length of LENGTHS) {
            const bytes = bodyOf(operationId, itemWith(field, textOf(length)));
            if (bytes.length > MAX_BODY_BYTES) continue;
            slow.push(...slowSteps(operationId, bytes).map((step) => `${kind}, ${length}: ${step}`));
          }
        }
        expect(slow).to.deep.equal([]);
      });
    }

    it(`holds the event loop for at most ${MAX_HOLD_MS} ms when every field of ${operationId} is slow but valid`, () => {
      const fields: JsonObject =
        operationId === 'match_people' ? { ...slowValidFields, ...personFields } : slowValidFields;
      const item = Object.fromEntries(
        Object.entries(fields).filter(([field]) => itemFieldsOf(operationId).includes(field)),
      );
      const bytes = bodyOf(operationId, item);
      expect(bytes.length).to.be.below(MAX_BODY_BYTES);
      expect(slowSteps(operationId, bytes)).to.deep.equal([]);
    });

    for (const [kind, body] of Object.entries(slowBodies)) {
      it(`holds the event loop for at most ${MAX_HOLD_MS} ms with ${kind} in the body of ${operationId}`, () => {
        const bytes = Buffer.from(body());
        expect(bytes.length).to.be.within(MAX_BODY_BYTES / 2, MAX_BODY_BYTES);
        expect(slowSteps(operationId, bytes)).to.deep.equal([]);
      });
    }
  }

  it('holds the event loop for at most 20 ms as an Idempotency-Key', () => {
    for (const text of [
      '"' + '\\\\'.repeat(4_000),
      '"' + 'a'.repeat(8_000) + '"' + ' '.repeat(8_000),
      '\u00c3\u00a5'.repeat(8_000),
    ]) {
      expect(holdOf(() => parseIdempotencyKey(text))).to.be.below(MAX_HOLD_MS);
    }
  });
});
