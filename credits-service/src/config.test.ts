import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const env = {
  GRPC_LISTEN: '0.0.0.0:50053',
  ADMIN_PORT: '9090',
  DATABASE_URL: 'postgres://prospect_credits@credits-db/prospect',
};

describe('loadConfig', () => {
  it('reads the database and the listeners', () => {
    const config = loadConfig(env);
    expect(config.database).to.deep.equal({ url: env.DATABASE_URL, poolSize: 10 });
    expect(config.serving).to.include({ grpcListen: env.GRPC_LISTEN, adminPort: 9090 });
  });

  it('names every variable that is missing or bad', () => {
    expect(() => loadConfig({ ...env, GRPC_LISTEN: 'nowhere', DATABASE_URL: '' }))
      .to.throw(ConfigError)
      .with.property('problems')
      .that.deep.equals(['GRPC_LISTEN: must be host:port', 'DATABASE_URL is not set']);
  });
});
