import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '@prospecting/platform/config';
import { expect } from 'chai';
import { redisFields, toRedisConfig, type RedisConfig } from './redis-config.js';

const CA_FILE = fileURLToPath(import.meta.url);

function read(env: Readonly<Record<string, string>>): RedisConfig | undefined {
  return toRedisConfig(readConfig(redisFields, env));
}

function problems(env: Readonly<Record<string, string>>): string {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.join('\n');
    throw error;
  }
  return '';
}

const NOTHING_SHARED = { username: undefined, password: undefined, caFile: undefined };

describe('configuration of the rate counters', () => {
  it('counts in memory when no Redis is configured', () => {
    expect(read({})).to.equal(undefined);
  });

  it('reads a single server from its URL, and its password from a variable of its own', () => {
    expect(read({ REDIS_URL: 'redis://:hemligt@redis:6379/1' })).to.deep.equal({
      mode: 'single',
      url: 'redis://:hemligt@redis:6379/1',
      ...NOTHING_SHARED,
    });
    expect(read({ REDIS_URL: 'rediss://redis:6379', REDIS_PASSWORD: 'hemligt', REDIS_CA_FILE: CA_FILE })).to.deep.equal(
      {
        mode: 'single',
        url: 'rediss://redis:6379',
        username: undefined,
        password: 'hemligt',
        caFile: CA_FILE,
      },
    );
  });

  it('reads sentinels with their own password', () => {
    expect(
      read({
        REDIS_SENTINELS: 'sentinel-0:26379, [::1]:26380',
        REDIS_SENTINEL_MASTER: 'rates',
        REDIS_SENTINEL_PASSWORD: 'watch',
        REDIS_USERNAME: 'gateway',
        REDIS_PASSWORD: 'hemligt',
      }),
    ).to.deep.equal({
      mode: 'sentinel',
      sentinels: [
        { host: 'sentinel-0', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      master: 'rates',
      sentinelPassword: 'watch',
      tls: false,
      username: 'gateway',
      password: 'hemligt',
      caFile: undefined,
    });
  });

  it('reads cluster nodes, with TLS when asked for it or given an authority', () => {
    const nodes = [{ host: 'node-0', port: 6379 }];
    const env = { REDIS_CLUSTER_NODES: 'node-0:6379' };
    expect(read(env)).to.deep.equal({ mode: 'cluster', nodes, tls: false, ...NOTHING_SHARED });
    expect(read({ ...env, REDIS_TLS: 'true' })).to.deep.include({ tls: true, caFile: undefined });
    expect(read({ ...env, REDIS_CA_FILE: CA_FILE })).to.deep.include({ tls: true, caFile: CA_FILE });
  });

  it('refuses two forms at once, and names both', () => {
    const form = { REDIS_URL: 'redis://redis', REDIS_CLUSTER_NODES: 'node-0:6379' };
    expect(problems(form)).to.equal('REDIS_URL and REDIS_CLUSTER_NODES are set: set only one of them');
    expect(problems({ ...form, REDIS_SENTINELS: 'sentinel-0:26379' })).to.include('REDIS_SENTINELS');
  });

  for (const [rule, env, sentence] of [
    ['sentinels without the name of their primary', { REDIS_SENTINELS: 's:1' }, 'REDIS_SENTINEL_MASTER is not set'],
    ['a primary without sentinels', { REDIS_SENTINEL_MASTER: 'rates' }, 'REDIS_SENTINEL_MASTER: is only for'],
    ['a password without a server', { REDIS_PASSWORD: 'hemligt' }, 'REDIS_PASSWORD: is only for'],
    ['a node without a port', { REDIS_CLUSTER_NODES: 'node-0' }, 'REDIS_CLUSTER_NODES: must be host:port'],
    ['a port that is none', { REDIS_CLUSTER_NODES: 'node-0:99999' }, 'REDIS_CLUSTER_NODES: must be host:port'],
    ['a URL as a node', { REDIS_CLUSTER_NODES: 'redis://u:hemligt@n:1' }, 'REDIS_CLUSTER_NODES: must be host:port'],
    ['two passwords', { REDIS_URL: 'redis://:a@r', REDIS_PASSWORD: 'hemligt' }, 'REDIS_PASSWORD: REDIS_URL has'],
    ['two user names', { REDIS_URL: 'redis://me:a@r', REDIS_USERNAME: 'me' }, 'REDIS_USERNAME: REDIS_URL has'],
    ['REDIS_TLS beside a URL', { REDIS_URL: 'redis://r', REDIS_TLS: 'true' }, 'a URL says rediss://'],
    ['an authority without TLS', { REDIS_URL: 'redis://r', REDIS_CA_FILE: CA_FILE }, 'begins with rediss://'],
    [
      'an authority and no TLS',
      { REDIS_CLUSTER_NODES: 'n:1', REDIS_TLS: 'false', REDIS_CA_FILE: CA_FILE },
      'must not be false',
    ],
    ['an unreadable file', { REDIS_URL: 'rediss://r', REDIS_CA_FILE: '/nowhere/ca.crt' }, 'does not exist'],
  ] as const) {
    it(`refuses ${rule} in one sentence that names the variable and shows no secret`, () => {
      const found = problems(env);
      expect(found).to.include(sentence);
      expect(found).not.to.include('hemligt');
    });
  }
});
