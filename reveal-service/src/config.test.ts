import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const env = {
  GRPC_LISTEN: '127.0.0.1:50052',
  ADMIN_PORT: '9090',
  DATABASE_URL: 'postgres://prospect_reveal@reveal-db/prospect',
  DIRECTORY_DATABASE_URL: 'postgres://prospect_reveal@directory-db/prospect',
  CREDITS_TARGET: 'dns:///credits:50053',
};

describe('loadConfig', () => {
  it('reads both databases, which may be on two servers', () => {
    const config = loadConfig({ ...env, DIRECTORY_DATABASE_POOL_SIZE: '3' });
    expect(config.revealDatabase).to.deep.equal({ url: env.DATABASE_URL, poolSize: 10 });
    expect(config.directoryDatabase).to.deep.equal({ url: env.DIRECTORY_DATABASE_URL, poolSize: 3 });
    expect(config.serving.grpc).to.deep.equal({ listen: env.GRPC_LISTEN });
    expect(config.serving.admin).to.include({ port: 9090 });
  });

  it('reads the target of credits-service and the grace period of recovery', () => {
    const config = loadConfig({ ...env, RECOVERY_GRACE_MS: '20000' });
    expect(config.creditsTarget).to.equal('dns:///credits:50053');
    expect(config.recovery).to.deep.equal({ graceMs: 20_000, intervalMs: 2_000 });
  });

  it('[D money.2] runs recovery by default often enough to release within 15 s what a dead process reserved', () => {
    const { graceMs, intervalMs } = loadConfig(env).recovery;
    // The pause between two runs is 0.5 to 1.5 times the interval.
    expect(graceMs + 1.5 * intervalMs).to.be.at.most(13_000);
  });

  it('reads crash points from the environment, and refuses them in production', async () => {
    expect(loadConfig(env).crashPoints).to.equal(undefined);
    const withCrashPoint = { ...env, PROSPECT_TEST_CRASH_POINTS: 'reveal.reserved=throw@1' };
    const error: unknown = await loadConfig(withCrashPoint)
      .crashPoints?.pass('reveal.reserved')
      .catch((failure: unknown) => failure);
    expect(error).to.be.an('error');
    expect(() => loadConfig({ ...withCrashPoint, NODE_ENV: 'production' })).to.throw(ConfigError);
  });

  it('names every missing or invalid variable', () => {
    expect(() => loadConfig({ ...env, DATABASE_URL: '', DIRECTORY_DATABASE_URL: 'mysql://x', CREDITS_TARGET: '' }))
      .to.throw(ConfigError)
      .with.property('problems')
      .that.deep.equals([
        'DATABASE_URL is not set',
        'DIRECTORY_DATABASE_URL: must be a postgres:// URL',
        'CREDITS_TARGET is not set',
      ]);
  });
});
