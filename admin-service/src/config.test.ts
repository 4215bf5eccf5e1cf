import { problemsOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const REQUIRED = {
  ADMIN_PORT: '8081',
  ADMIN_TOKEN: 'an admin token of these tests with 32 characters or more',
  DATABASE_URL: 'postgres://admin@db/prospecting',
  REVEAL_TARGET: 'dns:///reveal:9090',
  CREDITS_TARGET: 'dns:///credits:9090',
  DOCS_URL: 'https://api.example.com/docs',
};

describe('configuration of admin-service', () => {
  it('has a default for every optional variable', () => {
    expect(loadConfig(REQUIRED)).to.deep.equal({
      serving: {
        tls: undefined,
        // Loopback: no installation puts the admin API on the network by accident.
        admin: { host: '127.0.0.1', port: 8081 },
        tracing: { otlpEndpoint: undefined, ratio: 1 },
        logLevel: 'info',
        shutdownLimitMs: 20_000,
      },
      database: { url: REQUIRED.DATABASE_URL, poolSize: 10 },
      requestLogDatabase: { url: REQUIRED.DATABASE_URL, poolSize: 2 },
      targets: { reveal: REQUIRED.REVEAL_TARGET, credits: REQUIRED.CREDITS_TARGET, search: undefined },
      tokens: [REQUIRED.ADMIN_TOKEN],
      docsUrl: REQUIRED.DOCS_URL,
      console: undefined,
    });
  });

  describe('of the console', () => {
    const CONSOLE = {
      ...REQUIRED,
      CONSOLE_PORT: '8082',
      CONSOLE_URL: 'https://console.example.com/',
      SEARCH_TARGET: 'dns:///search:9090',
    };
    const OIDC = {
      CONSOLE_OIDC_ISSUER: 'https://login.example.com/tenant',
      CONSOLE_OIDC_CLIENT_ID: 'console',
      CONSOLE_OIDC_CLIENT_SECRET: 'secret',
    };

    it('opens it on loopback, without sign-in by OIDC', () => {
      const { serving, console } = loadConfig(CONSOLE);
      expect(serving.public).to.deep.include({ host: '127.0.0.1', port: 8082 });
      expect(console).to.deep.equal({
        url: 'https://console.example.com',
        apiUrl: undefined,
        trustedProxies: 0,
        oidc: undefined,
      });
    });

    it('knows the address of the public API for its examples, without slashes at the end', () => {
      const address = 'https://api.example.com/external/v1';
      expect(loadConfig({ ...CONSOLE, BASE_URL: `${address}//` }).console?.apiUrl).to.equal(address);
      expect(problemsOf(() => loadConfig({ ...CONSOLE, BASE_URL: 'api' })).join()).to.include('BASE_URL');
    });

    it('names the provider by its host unless it has a name', () => {
      expect(loadConfig({ ...CONSOLE, ...OIDC }).console?.oidc?.name).to.equal('login.example.com');
      expect(loadConfig({ ...CONSOLE, ...OIDC, CONSOLE_OIDC_NAME: 'Okta' }).console?.oidc?.name).to.equal('Okta');
    });

    for (const [url, accepted] of [
      ['https://console.example.com', true],
      ['http://127.0.0.1:8082', true],
      ['http://localhost:8082', true],
      ['http://console.example.com', false],
      ['http://localhost.example.com', false],
      ['https://console.example.com/path', false],
      ['https://console.example.com?query', false],
    ] as const)
      it(`${accepted ? 'accepts' : 'rejects'} the address ${url}`, () => {
        const problems = problemsOf(() => loadConfig({ ...CONSOLE, CONSOLE_URL: url }));
        expect(problems.length, problems.join()).to.equal(accepted ? 0 : 1);
      });

    it('names everything that is missing', () => {
      expect(problemsOf(() => loadConfig({ ...REQUIRED, CONSOLE_PORT: '8082' })).join()).to.match(
        /CONSOLE_URL.*SEARCH_TARGET/,
      );
      const { CONSOLE_OIDC_CLIENT_SECRET: _, ...half } = OIDC;
      expect(problemsOf(() => loadConfig({ ...CONSOLE, ...half })).join()).to.include('CONSOLE_OIDC_CLIENT_SECRET');
      const plain = { ...OIDC, CONSOLE_OIDC_ISSUER: 'http://login.example.com' };
      expect(problemsOf(() => loadConfig({ ...CONSOLE, ...plain })).join()).to.include('must be https');
    });
  });

  it('has neither a gRPC listener nor a public one, whatever the environment says', () => {
    const { serving } = loadConfig({ ...REQUIRED, GRPC_LISTEN: '0.0.0.0:9090', PUBLIC_PORT: '8080' });
    expect(serving).not.to.have.any.keys('grpc', 'public');
  });

  it('reads the request log from EDGE_DATABASE_URL where the gateway has its own database', () => {
    const url = 'postgres://admin@edge/prospecting';
    const config = loadConfig({ ...REQUIRED, EDGE_DATABASE_URL: url, EDGE_DATABASE_POOL_SIZE: '3' });
    expect(config.requestLogDatabase).to.deep.equal({ url, poolSize: 3 });
    expect(config.database.url).to.equal(REQUIRED.DATABASE_URL);
  });

  it('removes slashes at the end of DOCS_URL, because problem types are appended to it', () => {
    expect(loadConfig({ ...REQUIRED, DOCS_URL: 'https://api.example.com/docs//' }).docsUrl).to.equal(REQUIRED.DOCS_URL);
  });

  it('reads a list of tokens, so that one can be replaced without an outage', () => {
    const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
    expect(loadConfig({ ...REQUIRED, ADMIN_TOKEN: `${old}, ${next}` }).tokens).to.deep.equal([old, next]);
    expect(problemsOf(() => loadConfig({ ...REQUIRED, ADMIN_TOKEN: `${old},short` }))).to.deep.equal([
      'ADMIN_TOKEN: each must have at least 32 characters',
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
        ADMIN_PORT: '80800',
        ADMIN_TOKEN: 'hunter2',
        DATABASE_URL: 'mysql://admin:hunter2@db/prospecting',
        EDGE_DATABASE_URL: 'hunter2',
        EDGE_DATABASE_POOL_SIZE: '0',
        DOCS_URL: 'docs',
      }),
    );
    expect(problems.map((problem) => problem.split(':')[0])).to.have.members([
      'ADMIN_PORT',
      'ADMIN_TOKEN',
      'DATABASE_URL',
      'EDGE_DATABASE_URL',
      'EDGE_DATABASE_POOL_SIZE',
      'DOCS_URL',
    ]);
    expect(problems.join()).not.to.include('hunter2');
  });
});
