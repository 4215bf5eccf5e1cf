import { ConfigError } from '@prospecting/platform/config';
import { expect } from 'chai';
import { loadConfig } from './config.js';

const env = {
  GRPC_LISTEN: '0.0.0.0:50052',
  ADMIN_PORT: '9090',
  DATABASE_URL: 'postgres://prospect_reveal@reveal-db/prospect',
  DIRECTORY_DATABASE_URL: 'postgres://prospect_reveal@directory-db/prospect',
  CREDITS_TARGET: 'dns:///credits:50053',
};

describe('loadConfig', () => {
  it('reads both databases, which may be two servers', () => {
    const config = loadConfig({ ...env, DIRECTORY_DATABASE_POOL_SIZE: '3' });
    expect(config.revealDatabase).to.deep.equal({ url: env.DATABASE_URL, poolSize: 10 });
    expect(config.directoryDatabase).to.deep.equal({ url: env.DIRECTORY_DATABASE_URL, poolSize: 3 });
    expect(config.serving).to.include({ grpcListen: env.GRPC_LISTEN, adminPort: 9090 });
  });

  it('reads where credits-service is, and when recovery takes a reservation for abandoned', () => {
    const config = loadConfig({ ...env, RECOVERY_GRACE_MS: '20000' });
    expect(config.creditsTarget).to.equal('dns:///credits:50053');
    expect(config.recovery).to.deep.equal({ graceMs: 20_000, intervalMs: 2_000 });
  });

  it('[D money.2] by default looks early and often enough to release within 15 s what a dead process reserved', () => {
    const { graceMs, intervalMs } = loadConfig(env).recovery;
    // The pause between two runs is drawn from half to one and a half times the interval.
    expect(graceMs + 1.5 * intervalMs).to.be.at.most(13_000);
  });

  it('has crash points only where a test asks for them, and never in production', async () => {
    expect(loadConfig(env).crashPoints).to.equal(undefined);
    const asking = { ...env, PROSPECT_TEST_CRASH_POINTS: 'reveal.reserved=throw@1' };
    const error: unknown = await loadConfig(asking)
      .crashPoints?.pass('reveal.reserved')
      .catch((failure: unknown) => failure);
    expect(error).to.be.an('error');
    expect(() => loadConfig({ ...asking, NODE_ENV: 'production' })).to.throw(ConfigError);
  });

  it('names every variable that is missing or bad', () => {
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
