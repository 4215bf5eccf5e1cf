import { expect } from 'chai';
import { ConfigError, field, readConfig } from './index.js';

const shape = {
  PORT: field.port(),
  DATABASE_URL: field.databaseUrl(),
  KEYS: field.secrets(),
  LEVEL: field.text().default('info'),
};
const good = { PORT: '8080', DATABASE_URL: 'postgres://a@b/c', KEYS: `${'a'.repeat(32)}, ${'b'.repeat(32)}` };

function problems(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(shape, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('reads typed values and defaults', () => {
    expect(readConfig(shape, good)).to.deep.equal({
      ...good,
      PORT: 8080,
      KEYS: ['a'.repeat(32), 'b'.repeat(32)],
      LEVEL: 'info',
    });
  });

  it('names every missing and every invalid variable in one error, without values', () => {
    const found = problems({ PORT: 'eighty', DATABASE_URL: 'mysql://user:hemligt@db', KEYS: '' });
    expect(found).to.have.length(3);
    expect(found.join('\n'))
      .to.match(/^PORT: must be a port, 0 to 65535$/m)
      .and.match(/^DATABASE_URL: /m)
      .and.match(/^KEYS is not set$/m);
    expect(found.join('\n')).to.not.contain('hemligt');
  });
});
