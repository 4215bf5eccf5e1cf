import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { run } from '../run.js';

async function scriptFor(shell: string): Promise<string> {
  const stdout = new PassThrough();
  const written = text(stdout);
  expect(await run(['completion', shell], {}, { stdout, stderr: new PassThrough() })).to.equal(0);
  stdout.end();
  return written;
}

/** Lines that a person has typed up to the cursor, with what the shell offers, in any order. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['prospect acc', ['account']],
  ['prospect key ', ['create', 'list', 'roll', 'revoke', 'log', 'help']],
  ['prospect key ro', ['roll']],
  ['prospect help key', ['key']],
  ['prospect --json cred', ['credits']],
  ['prospect key create --acc', ['--account']],
  ['prospect key create --account key --na', ['--name']],
  ['prospect key create --account ', []],
  ['prospect key list --j', ['--json']],
  ['prospect price set --subject ', ['contact', 'switchboard', 'organization']],
  ['prospect price set --subject con', ['contact']],
  ['prospect price set --subject=sw', ['switchboard']],
  ['prospect price set --group account --info-type ph', ['phone']],
  ['prospect import contacts --format can', ['canonical']],
  ['prospect import contacts people', ['people.jsonl']],
  ['prospect import contacts people.jsonl --rejects peo', ['people.jsonl']],
  ['prospect completion ', ['bash', 'zsh', 'fish']],
  ['prospect completion z', ['zsh']],
  ['prospect key show', []],
];

/** Offers of the shells, one on each line. `$1` of each is the script, `$2` the typed line. */
const DRIVERS: Readonly<Record<string, string>> = {
  // As readline does it: words end at white space and at =.
  bash: `source "$1"; COMP_LINE=$2; COMP_POINT=\${#2}
    line=\${2//=/ = }; read -ra COMP_WORDS <<< "$line"; [[ $line == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    "$(complete -p prospect | sed 's/.*-F \\([^ ]*\\).*/\\1/')"; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // In a terminal of its own, as completion works only in the line editor.
  zsh: `zmodload zsh/zpty; zpty shell zsh -fi
    zpty -w shell "PROMPT=; autoload -U compinit; compinit -u -D; source $1; cd \${1:h}
      zstyle ':completion:*' list-grouped no; zstyle ':completion:*' verbose no; stty -echo columns 40; LISTMAX=0
      compadd() { local -a __m __a; [[ \\$* == *' -O '* || \\$* == *' -A '* || \\$* == *' -D '* ]] && { builtin compadd \\"\\$@\\"; return }
        builtin compadd -O __m \\"\\$@\\"; print -rl -- \\"<\\"\\$^__m\\">\\"; builtin compadd \\"\\$@\\"; }
      bindkey '^I' complete-word; echo ready''now"
    zpty -r shell out '*readynow*'
    zpty -n -w shell "$2"$'\\t'; zpty -w shell $'\\C-u'"echo do''ne"; zpty -r shell out '*done*'
    print -r -- "$out" | tr -d '\\r' | grep -o '<[^<>]*>' | tr -d '<>' | sort -u`,
  fish: `source $argv[1]; cd (dirname $argv[1]); complete -C $argv[2] | cut -f1 | string replace -r '^--[a-z-]+=' ''`,
};

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  bash: ['--noprofile', '--norc', '-c'],
  zsh: ['-f', '-c'],
  fish: ['--no-config', '-c'],
};

describe('completion', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'prospect-completion-'));
    await writeFile(path.join(folder, 'people.jsonl'), '');
  });
  after(() => rm(folder, { recursive: true }));

  for (const [shell, driver] of Object.entries(DRIVERS)) {
    describe(`in ${shell}${spawnSync(shell, ['--version']).status === 0 ? '' : ` (pending: ${shell} is not installed)`}`, function () {
      this.timeout(60_000);
      // zsh completes only in a terminal, and drops what is typed before its line editor is there.
      if (shell === 'zsh') this.retries(2);
      let script: string;

      before(async function () {
        if (spawnSync(shell, ['--version']).status !== 0) this.skip();
        script = path.join(folder, `script.${shell}`);
        await writeFile(script, await scriptFor(shell));
      });

      for (const [line, offered] of CASES) {
        it(`offers ${offered.length === 0 ? 'nothing' : offered.join(', ')} for: ${line}`, () => {
          // bash and zsh take the word after the script as $0.
          const argv = [...(FLAGS[shell] ?? []), driver, ...(shell === 'fish' ? [] : [shell]), script, line];
          const { stdout, stderr } = spawnSync(shell, argv, { cwd: folder, encoding: 'utf8' });
          expect(stderr).to.equal('');
          expect(stdout.split('\n').filter((each) => each !== '')).to.have.members([...offered]);
        });
      }
    });
  }

  it('is wrong usage for another shell, which names the ones there are', async () => {
    const stderr = new PassThrough();
    expect(await run(['completion', 'csh'], {}, { stdout: new PassThrough(), stderr })).to.equal(2);
    expect(String(stderr.read())).to.include('Allowed choices are bash, zsh, fish');
  });
});
