import { expect } from 'chai';
import { unexplainedContractions } from '#testing/contractions.js';
import { schemas } from './index.js';

/**
 * Migrations that contracted before this rule had a test. An applied migration is never edited, so
 * they stand here, with the reason. Nothing is added: a new migration explains itself in a comment.
 */
const EARLIER: Readonly<Record<string, string>> = {
  'credits/0002_reservations': 'its unique index is on a column that the same migration adds, and that may be null',
  'credits/0005_one_grant_a_reference':
    'the grants of the release before follow the rule; a repeated reference was a defect',
  'edge/0008_accounts_move_out':
    'views take the place of the tables in the same transaction; nobody calls the functions',
  'edge/0010_gateway_reads_no_request_log': 'the admin API of the release before, the only reader, ended with 0008',
};

describe('a migration expands, and a later release contracts', () => {
  const migrations = schemas.flatMap(({ schema, migrations: all }) =>
    // The first one of a schema has no release before it.
    all.slice(1).map(({ name, sql }) => ({ name: `${schema}/${name}`, sql })),
  );
  for (const { name, sql } of migrations.filter((each) => EARLIER[each.name] === undefined))
    it(`${name} takes nothing away from the release before`, () => {
      expect(unexplainedContractions(sql)).to.deep.equal([]);
    });

  it('has no exception that is not needed', () => {
    const needed = migrations.filter(({ sql }) => unexplainedContractions(sql).length > 0).map(({ name }) => name);
    expect(needed).to.have.members(Object.keys(EARLIER));
  });

  const refused: Readonly<Record<string, readonly [sql: string, ...objects: string[]]>> = {
    'a dropped table': ['drop table if exists a.one, a.two cascade', 'a.one', 'a.two'],
    'a dropped function': ['drop function a.tidy(date, text)', 'a.tidy'],
    'a dropped index': ['drop index a.one_idx', 'a.one_idx'],
    'a drop inside of a block': ['do $$ begin if true then drop view a.one; end if; end $$', 'a.one'],
    'a dropped column': ['alter table a.one drop column if exists name, drop age', 'a.one.name', 'a.one.age'],
    'a dropped key': ['alter table a.one drop constraint one_name_key', 'a.one.one_name_key'],
    'a dropped default': ['alter table a.one alter name drop default', 'a.one.name'],
    'a renamed column': ['alter table a.one rename column name to title', 'a.one.name'],
    'a renamed table': ['alter table a.one rename to two', 'a.one.two'],
    'another type': ['alter table a.one alter column age type bigint', 'a.one.age'],
    'not null': ['alter table a.one\n  alter column age set not null', 'a.one.age'],
    'a column that old writers leave out': ['alter table a.one add column age integer not null', 'a.one.age'],
    'a new key': ['alter table a.one add constraint one_key unique (name, age)', 'a.one.one_key'],
    'a new unique index': ['create unique index one_idx on a.one (name)', 'a.one'],
    'a revoked right': ['revoke select (name), update on a.one from somebody', 'a.one'],
  };
  for (const [title, [sql, ...objects]] of Object.entries(refused))
    it(`refuses ${title}`, () => {
      expect(unexplainedContractions(sql).map(({ object }) => object)).to.deep.equal(objects);
    });

  const accepted: Readonly<Record<string, string>> = {
    'a table': 'create table a.one (id integer not null, name text unique)',
    'a nullable column': 'alter table a.one add column age integer',
    'a column with a default': "alter table a.one add column age integer not null default 0, add tag text default 'x'",
    'a constraint that is looser': 'alter table a.one drop constraint one_age_check, alter column age drop not null',
    'what it created itself':
      'create table a.one (id integer); alter table a.one alter id set not null; drop table a.one',
    'a right that only the public had': 'revoke execute on function a.tidy(date) from public',
    'words in comments and strings': "-- drop table a.one;\ncomment on table a.one is 'drop table a.one'",
    'what a comment accounts for': '-- Contract: a.one.age is unused since 0.2.0.\nalter table a.one drop column age',
  };
  for (const [title, sql] of Object.entries(accepted))
    it(`accepts ${title}`, () => {
      expect(unexplainedContractions(sql)).to.deep.equal([]);
    });

  it('accepts only the object that the comment names', () => {
    const sql = '-- Contract: a.one.age is unused since 0.2.0.\nalter table a.one drop column age, drop column name';
    expect(unexplainedContractions(sql)).to.deep.equal([{ action: 'drop column', object: 'a.one.name' }]);
  });
});
