import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createOutput, type Output } from './output.js';

describe('the output', () => {
  const written = (json: boolean, write: (output: Output) => void): { stdout: string; stderr: string } => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    write(createOutput({ stdout, stderr }, json));
    return { stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
  };

  it('prints JSON as one line with the unchanged value, and no remarks', () => {
    const value = { id: 'x', limits: { search: 20 }, none: null };
    const { stdout, stderr } = written(true, (output) => {
      output.record(value);
      output.note('for people');
    });
    expect(stdout).to.equal(`${JSON.stringify(value)}\n`);
    expect(stderr).to.equal('');
  });

  it('prints an empty list as [] in JSON, and as (none) for people', () => {
    const none = (output: Output): void => output.rows<{ id: string }>([], ['id']);
    expect(written(true, none).stdout).to.equal('[]\n');
    expect(written(false, none).stdout).to.equal('(none)\n');
  });

  it('prints a table with the columns in order, lists and objects as text, and a dash for null', () => {
    const row = { id: 'x', roles: ['ceo', 'cfo'], limits: { search: 20 }, revokedAt: null, hidden: 'no' };
    const { stdout } = written(false, (output) => output.rows([row], ['revokedAt', 'id', 'roles', 'limits']));
    const lines = stdout.split('\n');
    expect(lines[1]).to.match(/^│ revokedAt +│ id +│ roles +│ limits +│$/);
    expect(lines[3]).to.match(/^│ – +│ x +│ ceo, cfo +│ search: 20 +│$/);
    expect(stdout).not.to.include('hidden');
  });

  it('replaces control characters in values', () => {
    const { stdout } = written(false, (output) => output.record({ name: 'Rød\u001b[2J\u009b2J\u0007\r Firma' }));
    // eslint-disable-next-line no-control-regex -- the expression searches for control characters
    expect(stdout).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).to.include('Rød').and.include('Firma');
  });
});
