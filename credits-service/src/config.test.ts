import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const env = {
  GRPC_LISTEN: '127.0.0.1:50053',
  ADMIN_PORT: '9090',
  DATABASE_URL: 'postgres://prospect_credits@credits-db/prospect',
};

describe('loadConfig', () => {
  it('reads the database and the listeners from the environment', () => {
    const config = loadConfig(env);
    expect(config.database).to.deep.equal({ url: env.DATABASE_URL, poolSize: 10 });
    expect(config.serving).to.deep.include({
      grpc: { listen: env.GRPC_LISTEN },
      admin: { host: '127.0.0.1', port: 9090 },
    });
  });

  it('sets crash points only when a test asks for them, and rejects them in production', async () => {
    expect(loadConfig(env).crashPoints).to.equal(undefined);
    const asking = { ...env, PROSPECT_TEST_CRASH_POINTS: 'credits.reserved=throw@1' };
    const error: unknown = await loadConfig(asking)
      .crashPoints?.pass('credits.reserved')
      .catch((failure: unknown) => failure);
    expect(error).to.be.an('error');
    expect(() => loadConfig({ ...asking, NODE_ENV: 'production' })).to.throw(ConfigError);
  });

  it('names every variable that is missing or malformed', () => {
    expect(() => loadConfig({ ...env, GRPC_LISTEN: 'nowhere', DATABASE_URL: '' }))
      .to.throw(ConfigError)
      .with.property('problems')
      .that.deep.equals(['GRPC_LISTEN: must be host:port', 'DATABASE_URL is not set']);
  });
});
