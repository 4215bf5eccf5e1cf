import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const REQUIRED = {
  PUBLIC_PORT: '8080',
  ADMIN_PORT: '8081',
  ADMIN_TOKEN: 'an admin token of these tests alone',
  DATABASE_URL: 'postgres://gateway@db/prospecting',
  SEARCH_TARGET: 'dns:///search:9090',
  REVEAL_TARGET: 'dns:///reveal:9090',
  CREDITS_TARGET: 'dns:///credits:9090',
  BASE_URL: 'https://api.example.com/external/v1',
  APP_URL: 'https://app.example.com',
  STORED_RESPONSE_SECRET: 'a new secret of these tests alone,an old secret of these tests alone',
};

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration of the gateway', () => {
  it('has defaults for everything that need not be said', () => {
    const { server, channels } = loadConfig(REQUIRED);
    expect(server.admin.host, 'never on the network by accident').to.equal('127.0.0.1');
    expect(server.redisUrl).to.equal(undefined);
    expect(server.docsUrl).to.equal(undefined);
    expect(server.responseGuard).to.deep.equal({ ratio: 0.01, onViolation: 'report' });
    expect(server.database).to.include({ poolSize: 10, listenUrl: REQUIRED.DATABASE_URL });
    expect(channels).to.equal(2);
  });

  it('reads several secrets, newest first', () => {
    expect(loadConfig(REQUIRED).server.storedResponseSecrets).to.deep.equal([
      'a new secret of these tests alone',
      'an old secret of these tests alone',
    ]);
  });

  for (const name of Object.keys(REQUIRED)) {
    it(`names ${name} when it is missing`, () => {
      expect(problemsOf({ ...REQUIRED, [name]: undefined })).to.deep.equal([`${name} is not set`]);
    });
  }

  it('names everything that is bad at once, and shows no value', () => {
    const problems = problemsOf({
      ...REQUIRED,
      PUBLIC_PORT: '80800',
      ADMIN_TOKEN: 'hunter2',
      BASE_URL: 'api',
      RESPONSE_GUARD_RATIO: '2',
      STORED_RESPONSE_SECRET: 'hunter2',
    });
    expect(problems.map((problem) => problem.split(':')[0])).to.have.members([
      'PUBLIC_PORT',
      'ADMIN_TOKEN',
      'BASE_URL',
      'RESPONSE_GUARD_RATIO',
      'STORED_RESPONSE_SECRET',
    ]);
    expect(problems.join()).not.to.include('hunter2');
  });

  it('refuses a base address that does not end in the version', () => {
    expect(problemsOf({ ...REQUIRED, BASE_URL: 'https://api.example.com' })).to.have.length(1);
    expect(problemsOf({ ...REQUIRED, BASE_URL: 'https://api.example.com/v1/external/v1' })).to.have.length(1);
  });

  it('has crash points only where a test asks for them, and never in production', async () => {
    expect(loadConfig(REQUIRED).server.crashPoints).to.equal(undefined);
    const asking = { ...REQUIRED, PROSPECT_TEST_CRASH_POINTS: 'gateway.stored=throw@1' };
    const error: unknown = await loadConfig(asking)
      .server.crashPoints?.pass('gateway.stored')
      .catch((failure: unknown) => failure);
    expect(error).to.be.an('error');
    expect(() => loadConfig({ ...asking, NODE_ENV: 'production' })).to.throw(ConfigError);
  });
});
