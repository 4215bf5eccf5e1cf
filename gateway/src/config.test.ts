import { ConfigError } from '@prospecting/platform/config';
import { problemsOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const REQUIRED = {
  PUBLIC_PORT: '8080',
  ADMIN_PORT: '8081',
  DATABASE_URL: 'postgres://gateway@db/prospecting',
  SEARCH_TARGET: 'dns:///search:9090',
  REVEAL_TARGET: 'dns:///reveal:9090',
  CREDITS_TARGET: 'dns:///credits:9090',
  BASE_URL: 'https://api.example.com/external/v1',
  APP_URL: 'https://app.example.com',
  STORED_RESPONSE_SECRET: 'a new secret of these invented tests,an old secret of these invented tests',
};

describe('configuration of the gateway', () => {
  it('has defaults for all optional variables', () => {
    const config = loadConfig(REQUIRED);
    expect(config.serving.admin?.host, 'never on the network by accident').to.equal('127.0.0.1');
    expect(config.serving.public).to.deep.equal({ host: '0.0.0.0', port: 8080, maxConnections: 2_000 });
    expect(config.redis).to.equal(undefined);
    expect(config.docsUrl).to.equal(undefined);
    expect(config.responseGuard).to.deep.equal({ ratio: 0.01, onViolation: 'report' });
    expect(config.database.poolSize).to.equal(10);
    expect(config.accounts).to.include({ url: REQUIRED.DATABASE_URL, listenUrl: REQUIRED.DATABASE_URL });
    expect(config.channels).to.equal(2);
  });

  it('reads the URLs of a separate accounts database and of its listener', () => {
    const url = 'postgres://gateway@accounts/prospecting';
    expect(loadConfig({ ...REQUIRED, ACCOUNTS_DATABASE_URL: url }).accounts).to.include({ url, listenUrl: url });
    const listenUrl = 'postgres://gateway@accounts-direct/prospecting';
    const config = loadConfig({ ...REQUIRED, ACCOUNTS_DATABASE_URL: url, ACCOUNTS_DATABASE_LISTEN_URL: listenUrl });
    expect(config.accounts).to.include({ url, listenUrl });
    expect(config.database.url).to.equal(REQUIRED.DATABASE_URL);
  });

  it('reads several secrets in order, newest first', () => {
    expect(loadConfig(REQUIRED).storedResponseSecrets).to.deep.equal([
      'a new secret of these invented tests',
      'an old secret of these invented tests',
    ]);
  });

  for (const name of Object.keys(REQUIRED)) {
    it(`names ${name} when it is missing`, () => {
      expect(problemsOf(() => loadConfig({ ...REQUIRED, [name]: undefined }))).to.deep.equal([`${name} is not set`]);
    });
  }

  it('names every invalid variable in one error, and shows no value', () => {
    const problems = problemsOf(() =>
      loadConfig({
        ...REQUIRED,
        PUBLIC_PORT: '80800',
        PUBLIC_MAX_CONNECTIONS: '0',
        PUBLIC_MAX_AT_WORK: '3',
        BASE_URL: 'api',
        RESPONSE_GUARD_RATIO: '2',
        STORED_RESPONSE_SECRET: 'hunter2',
      }),
    );
    expect(problems.map((problem) => problem.split(':')[0])).to.have.members([
      'PUBLIC_PORT',
      'PUBLIC_MAX_CONNECTIONS',
      'PUBLIC_MAX_AT_WORK',
      'BASE_URL',
      'RESPONSE_GUARD_RATIO',
      'STORED_RESPONSE_SECRET',
    ]);
    expect(problems.join()).not.to.include('hunter2');
  });

  it('rejects a BASE_URL whose path is not the versioned base path', () => {
    expect(problemsOf(() => loadConfig({ ...REQUIRED, BASE_URL: 'https://api.example.com' }))).to.have.length(1);
    expect(
      problemsOf(() => loadConfig({ ...REQUIRED, BASE_URL: 'https://api.example.com/v1/external/v1' })),
    ).to.have.length(1);
  });

  it('has crash points only when a test sets them, and never in production', async () => {
    expect(loadConfig(REQUIRED).crashPoints).to.equal(undefined);
    const asking = { ...REQUIRED, PROSPECT_TEST_CRASH_POINTS: 'gateway.stored=throw@1' };
    const error: unknown = await loadConfig(asking)
      .crashPoints?.pass('gateway.stored')
      .catch((failure: unknown) => failure);
    expect(error).to.be.an('error');
    expect(() => loadConfig({ ...asking, NODE_ENV: 'production' })).to.throw(ConfigError);
  });
});
