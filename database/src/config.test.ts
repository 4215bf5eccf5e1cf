import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { readMigrationConfig } from './config.js';

const URL = 'postgres://administrator@db/prospect';

describe('the configuration of a migration', () => {
  const problemsOf = (env: Record<string, string>): readonly string[] => {
    try {
      readMigrationConfig(env);
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
    return [];
  };

  it('migrates every schema by one URL, in their order', () => {
    const { targets, passwords, waitMs } = readMigrationConfig({ MIGRATION_DATABASE_URL: URL });
    const order = ['directory', 'reveal', 'credits', 'accounts', 'edge'];
    expect(targets.map(({ module, url }) => [module.schema, url])).to.deep.equal(order.map((schema) => [schema, URL]));
    expect({ passwords, waitMs }).to.deep.equal({ passwords: {}, waitMs: 120_000 });
  });

  it('gives a schema the server of its own variable', () => {
    const own = 'postgres://prospect_credits_owner@money/credits';
    const { targets } = readMigrationConfig({ MIGRATION_DATABASE_URL: URL, MIGRATION_CREDITS_DATABASE_URL: own });
    for (const { module, url } of targets) expect(url).to.equal(module.schema === 'credits' ? own : URL);
  });

  it('needs no common URL when every schema has its own', () => {
    const names = ['DIRECTORY', 'REVEAL', 'CREDITS', 'ACCOUNTS', 'EDGE'].map(
      (each) => `MIGRATION_${each}_DATABASE_URL`,
    );
    const env = Object.fromEntries(names.map((name) => [name, URL]));
    expect(readMigrationConfig(env).targets).to.have.length(5);
    expect(problemsOf({ ...env, MIGRATION_EDGE_DATABASE_URL: '' })).to.have.length(1);
  });

  it('names the variable that is missing or wrong, and never its value', () => {
    expect(problemsOf({}).join()).to.match(/^MIGRATION_DATABASE_URL\b/);
    const wrong = { MIGRATION_DATABASE_URL: 'mysql://a-secret@db', MIGRATION_WAIT_SECONDS: 'soon' };
    const problems = problemsOf(wrong).join();
    expect(problems).to.include('MIGRATION_DATABASE_URL').and.include('MIGRATION_WAIT_SECONDS');
    expect(problems).not.to.include('a-secret');
  });

  it('reads the password of every role, owners included', () => {
    const { passwords } = readMigrationConfig({
      MIGRATION_DATABASE_URL: URL,
      ROLE_PASSWORD_PROSPECT_SEARCH: 'one',
      ROLE_PASSWORD_PROSPECT_CREDITS_OWNER: 'two',
      ROLE_PASSWORD_SOMEBODY: 'not ours',
    });
    expect(passwords).to.deep.equal({ prospect_search: 'one', prospect_credits_owner: 'two' });
  });
});
