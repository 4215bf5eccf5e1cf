import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ConfigError } from '../config/index.js';
import { CRASH_POINTS_VARIABLE, readCrashPoints } from './index.js';

const points = ['reveal.planned', 'reveal.reserved'] as const;
const read = (rules: string, env: Record<string, string> = {}) =>
  readCrashPoints({ [CRASH_POINTS_VARIABLE]: rules, ...env }, points, () => {});

describe('crash points', () => {
  it('are off unless the environment asks for them', () => {
    expect(readCrashPoints({}, points)).to.equal(undefined);
    expect(read('')).to.equal(undefined);
    expect(read('credits.reserved=kill@1')).to.equal(undefined);
  });

  it('are rejected in production', () => {
    expect(() => read('reveal.planned=throw@1', { NODE_ENV: 'production' })).to.throw(ConfigError, 'production');
    expect(readCrashPoints({ NODE_ENV: 'production' }, points)).to.equal(undefined);
  });

  it('reject an unknown point and a malformed rule', () => {
    const bad = ['reveal.reserve=kill@1', 'reveal.planned', 'reveal.planned=kill', 'reveal.planned=stall@1'];
    for (const rules of [...bad, 'reveal.planned=kill:5@1', 'reveal.planned=explode@1', 'reveal.planned=kill@0']) {
      expect(() => read(rules), rules).to.throw(ConfigError, CRASH_POINTS_VARIABLE);
    }
  });

  const thrown = async (rules: string, passings: number): Promise<number[]> => {
    const acted: number[] = [];
    const crashPoints = read(rules);
    for (let passing = 1; passing <= passings; passing += 1) {
      await crashPoints?.pass('reveal.planned').catch(() => acted.push(passing));
      await crashPoints?.pass('reveal.reserved');
    }
    return acted;
  };

  it('act once, on the given passing', async () => {
    expect(await thrown('reveal.planned=throw@3', 7)).to.deep.equal([3]);
  });

  it('act on every Nth passing', async () => {
    expect(await thrown('reveal.planned=throw/3', 7)).to.deep.equal([3, 6]);
  });

  it('stall for the duration of the rule', async () => {
    const startedAt = performance.now();
    await read('reveal.planned=stall:40@1')?.pass('reveal.planned');
    expect(performance.now() - startedAt).to.be.greaterThan(35);
  });

  it('announce a rule before it acts', async () => {
    const announced: string[] = [];
    const env = { [CRASH_POINTS_VARIABLE]: 'reveal.planned=throw@2,reveal.reserved=stall:1/1' };
    const crashPoints = readCrashPoints(env, points, ({ point, action }) => announced.push(`${point} ${action}`));
    await crashPoints?.pass('reveal.planned');
    await crashPoints?.pass('reveal.reserved');
    await crashPoints?.pass('reveal.planned').catch(() => announced.push('thrown'));
    expect(announced).to.deep.equal(['reveal.reserved stall', 'reveal.planned throw', 'thrown']);
  });

  it('end the process immediately after the announcement', () => {
    const script = `
      import { readCrashPoints } from ${JSON.stringify(new URL('./index.js', import.meta.url).href)};
      process.on('exit', () => console.log('exit handlers ran'));
      await readCrashPoints(process.env, ['reveal.planned']).pass('reveal.planned');
      console.log('went on');`;
    const { signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { [CRASH_POINTS_VARIABLE]: 'reveal.planned=kill@1' },
      encoding: 'utf8',
      timeout: 20_000,
    });
    const announcement = 'crash point reveal.planned: kill\n';
    expect({ signal, stdout, stderr }).to.deep.equal({ signal: 'SIGKILL', stdout: '', stderr: announcement });
  });
});
