import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const env = {
  GRPC_LISTEN: '0.0.0.0:50052',
  ADMIN_PORT: '9090',
  DATABASE_URL: 'postgres://prospect_reveal@reveal-db/prospect',
  DIRECTORY_DATABASE_URL: 'postgres://prospect_reveal@directory-db/prospect',
};

describe('loadConfig', () => {
  it('reads both databases, which may be two servers', () => {
    const config = loadConfig({ ...env, DIRECTORY_DATABASE_POOL_SIZE: '3' });
    expect(config.revealDatabase).to.deep.equal({ url: env.DATABASE_URL, poolSize: 10 });
    expect(config.directoryDatabase).to.deep.equal({ url: env.DIRECTORY_DATABASE_URL, poolSize: 3 });
    expect(config.serving).to.include({ grpcListen: env.GRPC_LISTEN, adminPort: 9090 });
  });

  it('names every variable that is missing or bad', () => {
    expect(() => loadConfig({ ...env, DATABASE_URL: '', DIRECTORY_DATABASE_URL: 'mysql://x' }))
      .to.throw(ConfigError)
      .with.property('problems')
      .that.deep.equals(['DATABASE_URL is not set', 'DIRECTORY_DATABASE_URL: must be a postgres:// URL']);
  });
});
