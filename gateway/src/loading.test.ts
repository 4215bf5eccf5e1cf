import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const GATEWAY = new URL('index.js', import.meta.url).href;
const COUNTER = new URL('rate-limits/redis-counter.js', import.meta.url).href;

/** Returns the CommonJS files in a new process that loads these modules. */
function filesOf(...modules: readonly string[]): string[] {
  const program = `
    import { createRequire } from 'node:module';
    for (const each of ${JSON.stringify(modules)}) await import(each);
    console.log(Object.keys(createRequire(import.meta.url).cache ?? {}).join('\\n'));`;
  const argv = ['--input-type=module', '--eval', program];
  const { stdout } = spawnSync(process.execPath, argv, { env: {}, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => file !== '');
}

const isRedisClient = (file: string): boolean => file.includes('/node_modules/ioredis/');

describe('a gateway', function () {
  this.timeout(60_000);

  it('has no Redis client in its memory unless it counts in Redis', () => {
    const files = filesOf(GATEWAY);
    expect(files.some((file) => file.includes('/node_modules/koa/'))).to.equal(true);
    expect(files.filter(isRedisClient)).to.deep.equal([]);
  });

  it('has one when it does, so the check above can fail', () => {
    expect(filesOf(COUNTER).some(isRedisClient)).to.equal(true);
  });
});
