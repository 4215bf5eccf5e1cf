import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import pg from 'pg';
import { schemas } from './schemas.js';

const PAGE = new URL('../../docs/personal-data.md', import.meta.url);
/** Tables of the migrations themselves, and the partitions of a table that is listed. */
const LEFT_OUT = /\.(migrations|migrations_lock|request_log_\d{8})$/;

/** The columns that the page lists, personal or not, by table. */
function listedColumns(): Map<string, string[]> {
  const table = /<!-- columns[^>]*-->([\s\S]*?)<!-- \/columns -->/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
  const rows = table
    .split('\n')
    .filter((line) => /^\| [a-z_]+\.[a-z_]+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map(([, name = '', personal = '', other = '']) => [
      name,
      `${personal} ${other}`.split(' ').filter((column) => column !== ''),
    ]),
  );
}

describe('docs/personal-data.md', () => {
  let database: TestDatabase;
  let actual: Map<string, string[]>;

  before(async () => {
    database = await createTestDatabase(schemas);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
       from information_schema.columns where table_schema = any ($1) group by 1`,
      [schemas.map(({ schema }) => schema)],
    );
    await client.end();
    actual = new Map(rows.filter(({ name }) => !LEFT_OUT.test(name)).map(({ name, columns }) => [name, columns]));
  });
  after(() => database.drop());

  it('lists every table of every schema, and no other', () => {
    expect([...listedColumns().keys()].toSorted()).to.deep.equal([...actual.keys()].toSorted());
  });

  it('says of every column, once, whether it is personal', () => {
    for (const [name, columns] of listedColumns())
      expect(columns.toSorted(), name).to.deep.equal(actual.get(name)?.toSorted());
  });
});
