import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

  it('rejects a database URL whose password is not encoded, which would name another server', () => {
    expect(problems({ ...good, DATABASE_URL: 'postgres://a:hem#lig/t@b/c' })).to.deep.equal([
      'DATABASE_URL: must be a URL: percent-encode what is special in its password',
    ]);
  });

  describe('from files', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'prospect-config-'));
    });
    after(() => rmSync(folder, { recursive: true }));

    function fileWith(content: string): string {
      const file = path.join(mkdtempSync(path.join(folder, 'value-')), 'file');
      writeFileSync(file, content);
      return file;
    }
    const { DATABASE_URL: url, ...others } = good;

    for (const [what, content] of Object.entries({
      'without a line break': url,
      'with a line break at its end': `${url}\n`,
      'with a Windows line break at its end': `${url}\r\n`,
    }))
      it(`reads a value ${what}`, () => {
        const env = { ...others, DATABASE_URL_FILE: fileWith(content) };
        expect(readConfig(shape, env)).to.deep.include({ DATABASE_URL: url });
      });

    it('drops one line break only: a secret may end with another', () => {
      expect(readConfig({ TEXT: field.text() }, { TEXT_FILE: fileWith('a\n\n') })).to.deep.equal({ TEXT: 'a\n' });
    });

    it('reads every type of variable', () => {
      const env = { PORT_FILE: fileWith('8080'), DATABASE_URL_FILE: fileWith(url), KEYS_FILE: fileWith(good.KEYS) };
      expect(readConfig(shape, env)).to.deep.equal(readConfig(shape, good));
    });

    it('reads a variable whose own name ends in _FILE as it is', () => {
      expect(readConfig({ TLS_FILE: field.text() }, { TLS_FILE: '/a' })).to.deep.equal({ TLS_FILE: '/a' });
    });

    it('counts an empty variable as not set, whichever of the two it is', () => {
      const file = fileWith(url);
      expect(readConfig(shape, { ...others, DATABASE_URL: '', DATABASE_URL_FILE: file })).to.have.property(
        'PORT',
        8080,
      );
      expect(readConfig(shape, { ...good, DATABASE_URL_FILE: '' })).to.have.property('PORT', 8080);
    });

    it('rejects a variable that is set twice, and names both', () => {
      expect(problems({ ...good, DATABASE_URL_FILE: fileWith(url) })).to.deep.equal([
        'DATABASE_URL and DATABASE_URL_FILE are both set; set one of them',
      ]);
    });

    it('names the variable, the file and the reason of every file that it cannot use', () => {
      const [missing, directory, empty] = [path.join(folder, 'missing'), path.join(folder, 'folder'), fileWith('\n')];
      mkdirSync(directory);
      const env = { PORT_FILE: missing, DATABASE_URL_FILE: directory, KEYS_FILE: empty, LEVEL_FILE: missing };
      expect(problems(env)).to.deep.equal([
        `PORT_FILE: ${missing} does not exist`,
        `DATABASE_URL_FILE: ${directory} cannot be read (EISDIR)`,
        `KEYS_FILE: ${empty} is empty`,
        `LEVEL_FILE: ${missing} does not exist`,
      ]);
    });

    it('names the file of an invalid value, without the value', () => {
      const file = fileWith('mysql://user:hemligt@db');
      expect(problems({ ...others, DATABASE_URL_FILE: file })).to.deep.equal([
        `DATABASE_URL (from ${file}): must be a postgres:// URL`,
      ]);
    });
  });
});
