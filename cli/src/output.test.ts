import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createOutput, type Output, type OutputFormat } from './output.js';

describe('the output', () => {
  const written = (format: OutputFormat, write: (output: Output) => void): { stdout: string; stderr: string } => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    write(createOutput({ stdout, stderr }, format));
    return { stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') };
  };

  it('prints JSON as one line with the unchanged value, and no remarks', () => {
    const value = { id: 'x', limits: { search: 20 }, none: null };
    const { stdout, stderr } = written('json', (output) => {
      output.record(value);
      output.note('for people');
    });
    expect(stdout).to.equal(`${JSON.stringify(value)}\n`);
    expect(stderr).to.equal('');
  });

  it('prints an empty list as [] in JSON, and as (none) for people', () => {
    const none = (output: Output): void => output.rows<{ id: string }>([], ['id']);
    expect(written('json', none).stdout).to.equal('[]\n');
    expect(written('table', none).stdout).to.equal('(none)\n');
  });

  it('prints a table with the columns in order, lists and objects as text, and a dash for null', () => {
    const row = { id: 'x', roles: ['ceo', 'cfo'], limits: { search: 20 }, revokedAt: null, hidden: 'no' };
    const { stdout } = written('table', (output) => output.rows([row], ['revokedAt', 'id', 'roles', 'limits']));
    const lines = stdout.split('\n');
    expect(lines[1]).to.match(/^│ revokedAt +│ id +│ roles +│ limits +│$/);
    expect(lines[3]).to.match(/^│ – +│ x +│ ceo, cfo +│ search: 20 +│$/);
    expect(stdout).not.to.include('hidden');
  });

  it('prints CSV with a header of JSON names, and no remarks', () => {
    const { stdout, stderr } = written('csv', (output) => {
      output.rows([{ id: 'x', name: 'Fjord, AB', limits: { search: 20 }, at: null }], ['id', 'name', 'limits', 'at']);
      output.note('for people');
    });
    expect(stdout).to.equal('id,name,limits,at\r\nx,"Fjord, AB","{""search"":20}",\r\n');
    expect(stderr).to.equal('');
  });

  it('prints the header of an empty list in CSV', () => {
    expect(written('csv', (output) => output.rows<{ id: string }>([], ['id'])).stdout).to.equal('id\r\n');
  });

  it('prints a page of CSV before it asks for the next one, and no further when the reader has closed', async () => {
    const stdout = new PassThrough({ highWaterMark: 1 });
    let asked = 0;
    async function* pages(): AsyncGenerator<{ id: number }[]> {
      for (; asked < 100;) yield await Promise.resolve([{ id: (asked += 1) }]);
    }
    const done = createOutput({ stdout, stderr: new PassThrough() }, 'csv').pages(pages(), ['id']);
    const chunks = stdout[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).to.equal('id\r\n');
    expect(String((await chunks.next()).value)).to.equal('1\r\n');
    expect(asked).to.be.lessThan(5);
    stdout.on('error', () => {}).destroy(new Error('the reader has closed'));
    await done;
    expect(asked).to.be.lessThan(5);
  });

  it('replaces control characters in values', () => {
    const { stdout } = written('table', (output) => output.record({ name: 'Rød\u001b[2J\u009b2J\u0007\r Firma' }));
    // eslint-disable-next-line no-control-regex -- the expression searches for control characters
    expect(stdout).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).to.include('Rød').and.include('Firma');
  });
});
