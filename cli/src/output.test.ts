import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createOutput, type Output } from './output.js';

describe('output', () => {
  const written = (json: boolean, write: (output: Output) => void): { stdout: string; stderr: string } => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    write(createOutput({ stdout, stderr }, json));
    return { stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
  };

  it('as JSON is one line with the value as it came, and nothing said beside it', () => {
    const value = { id: 'x', limits: { search: 20 }, none: null };
    const { stdout, stderr } = written(true, (output) => {
      output.record(value);
      output.note('for people');
    });
    expect(stdout).to.equal(`${JSON.stringify(value)}\n`);
    expect(stderr).to.equal('');
  });

  it('of no rows is an empty array as JSON, and says so to people', () => {
    const none = (output: Output): void => output.rows<{ id: string }>([], ['id']);
    expect(written(true, none).stdout).to.equal('[]\n');
    expect(written(false, none).stdout).to.equal('(none)\n');
  });

  it('shows people the columns in order, lists and objects spelt out, and a dash for nothing', () => {
    const row = { id: 'x', roles: ['ceo', 'cfo'], limits: { search: 20 }, revokedAt: null, hidden: 'no' };
    const { stdout } = written(false, (output) => output.rows([row], ['revokedAt', 'id', 'roles', 'limits']));
    const lines = stdout.split('\n');
    expect(lines[1]).to.match(/^│ revokedAt +│ id +│ roles +│ limits +│$/);
    expect(lines[3]).to.match(/^│ – +│ x +│ ceo, cfo +│ search: 20 +│$/);
    expect(stdout).not.to.include('hidden');
  });

  it('lets no value control the terminal', () => {
    const { stdout } = written(false, (output) => output.record({ name: 'Rød\u001b[2J\u009b2J\u0007\r Firma' }));
    // eslint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(stdout).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).to.include('Rød').and.include('Firma');
  });
});
