import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const ENV = {
  GRPC_LISTEN: '127.0.0.1:0',
  ADMIN_PORT: '0',
  DATABASE_URL: 'postgres://prospect_search@localhost/prospecting',
  CURSOR_KEYS: 'a cursor key of more than 32 characters, another cursor key of more than 32 characters'.replace(
    ', ',
    ',',
  ),
  SOLE_TRADER_KEY: 'a sole trader key of over 32 characters',
};

describe('loadConfig', () => {
  it('reads the environment, with defaults for a development machine', () => {
    expect(loadConfig(ENV)).to.deep.equal({
      serving: {
        grpc: { listen: '127.0.0.1:0' },
        tls: undefined,
        admin: { host: '127.0.0.1', port: 0 },
        tracing: { otlpEndpoint: undefined, ratio: 1 },
        logLevel: 'info',
        shutdownLimitMs: 20_000,
      },
      database: { url: ENV.DATABASE_URL, poolSize: 10 },
      replicas: { urls: [], maxLagMs: 5_000 },
      cursorKeys: ['a cursor key of more than 32 characters', 'another cursor key of more than 32 characters'],
      soleTraderKey: ENV.SOLE_TRADER_KEY,
    });
  });

  it('names every missing or invalid variable together, and no value', () => {
    const read = (): unknown =>
      loadConfig({ ...ENV, GRPC_LISTEN: '', DATABASE_URL: 'mysql://secret', CURSOR_KEYS: 'short-secret' });
    expect(read)
      .to.throw(ConfigError)
      .with.property('problems')
      .that.satisfies((problems: string[]) => {
        const text = problems.join('\n');
        expect(problems.map((problem) => problem.split(/[: ]/)[0])).to.have.members([
          'GRPC_LISTEN',
          'DATABASE_URL',
          'CURSOR_KEYS',
        ]);
        return !text.includes('secret');
      });
  });

  it('reads replicas, and refuses a server that is named twice without showing its password', () => {
    const one = 'postgres://prospect_search:p%2Cw@replica-1/prospecting';
    const other = 'postgres://prospect_search@replica-2:5433/prospecting?sslmode=verify-full';
    const read = (urls: string): unknown => loadConfig({ ...ENV, REPLICA_DATABASE_URLS: urls }).replicas;
    expect(read(`${one}, ${other}`)).to.deep.equal({ urls: [one, other], maxLagMs: 5_000 });
    expect(() => read(`${one},${one}`)).to.throw(ConfigError, 'REPLICA_DATABASE_URLS: names replica-1:5432 twice');
    expect(() => read(`${one},mysql://secret`))
      .to.throw(ConfigError, 'REPLICA_DATABASE_URLS: must be postgres:// URLs')
      .with.property('message')
      .that.does.not.include('secret');
  });
});
