import { expect } from 'chai';
import fc from 'fast-check';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { isCleanText } from '../identifiers/index.js';
import { copyRow } from './copy-text.js';
import { openSession, startCopy } from './session.js';

describe('COPY text', () => {
  let database: TestDatabase;
  let session: pg.Client;

  before(async () => {
    database = await createTestDatabase([]);
    session = await openSession(database.url);
    await session.query('create temporary table read_back (a text, b boolean, c float8, d text[])');
  });
  after(async () => {
    await session.end();
    await database.drop();
  });

  it('encodes every value so that PostgreSQL reads back the same value', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\\N', '\\.', '', '\t', '\r\n', '"', '{}', 'NULL'),
    );
    const clean = text.filter(isCleanText);
    const row = fc.tuple(
      fc.option(clean, { nil: undefined }),
      fc.boolean(),
      fc.integer(),
      fc.option(fc.array(clean, { maxLength: 4 }), { nil: undefined }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        await session.query('truncate read_back');
        const copy = startCopy(session, 'copy read_back from stdin');
        await copy.write(rows.map((values) => `${copyRow(values)}\n`).join(''));
        await copy.end();
        const found = await session.query<{ a: string | null; b: boolean; c: number; d: string[] | null }>(
          'table read_back',
        );
        expect(found.rows).to.deep.equal(rows.map(([a, b, c, d]) => ({ a: a ?? null, b, c, d: d ?? null })));
      }),
      { numRuns: 60 },
    );
  });
});
