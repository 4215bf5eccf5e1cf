import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MONITORING } from '#testing/prometheus.js';
import { metricOf, namesIn, read, recordingRules, shippedAlerts, shippedDashboards } from '#testing/shipped.js';
import { expect } from 'chai';
import { runbookOf } from './panels.js';

const RUNBOOKS = '../../docs/runbooks';
const SECTIONS = ['What it means', 'How to look', 'What to do', 'What not to do'];

/**
 * `prospect credits release <account>`: the subcommand and its options. Ends where the code does.
 */
const COMMANDS = /\bprospect((?: [a-z][a-z-]*)+)([^`\n#|]*)/g;

/** Returns the calls of the command in the code of a page, as subcommand and named options. */
function callsIn(text: string): { readonly command: string; readonly options: readonly string[] }[] {
  const code = [...text.matchAll(/```sh\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  return code
    .flatMap((each) => each.split('\n'))
    .filter((line) => /^\s*prospect /.test(line))
    .flatMap((line) => [...line.matchAll(COMMANDS)])
    .map(([, command = '', rest = '']) => ({
      command: command.trim(),
      options: [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option),
    }));
}

describe('Runbooks', function () {
  this.timeout(60_000);
  const pages = read(RUNBOOKS, '.md').filter(({ file }) => file !== 'README.md');

  it('exist for every alert, and for nothing else', () => {
    const alerts = new Set(shippedAlerts().map(({ alert }) => runbookOf(alert)));
    expect(pages.map(({ file }) => file)).to.have.members([...alerts]);
  });

  for (const { file, text } of pages) {
    it(`${file} says what it means, how to look, what to do and what not to do`, () => {
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).to.deep.equal(SECTIONS);
      const empty = text.split(/^## .+$/m).filter((section) => section.trim() === '');
      expect(empty).to.deep.equal([]);
      expect(text).to.match(/^# .+\n/);
    });

    it(`${file} links to pages that exist`, () => {
      const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link ?? '');
      const missing = links.filter((link) => !existsSync(path.join(MONITORING, RUNBOOKS, link)));
      expect(missing).to.deep.equal([]);
    });

    it(`${file} asks for metrics that alerts and dashboards ask for`, () => {
      const exprs = [
        ...shippedAlerts().map(({ expr }) => expr),
        ...recordingRules().flatMap(({ record, expr }) => [record, expr]),
        ...shippedDashboards().flatMap(({ panels }) =>
          panels.flatMap(({ targets = [] }) => targets.map((t) => t.expr)),
        ),
      ];
      const known = new Set(exprs.flatMap(namesIn).map(metricOf));
      const named = namesIn(text).filter((name) => !name.endsWith('_'));
      // Roles of the database begin like metrics.
      const roles = new Set(['prospect_search', 'prospect_reveal', 'prospect_credits', 'prospect_gateway']);
      expect(named.map(metricOf).filter((name) => !known.has(name) && !roles.has(name))).to.deep.equal([]);
    });
  }

  it('name only commands and options that `prospect` has', () => {
    const calls = read(RUNBOOKS, '.md').flatMap(({ text }) => callsIn(text));
    expect(calls).not.to.deep.equal([]);
    const help = new Map<string, string>();
    for (const { command, options } of calls) {
      if (!help.has(command)) {
        const argv = [path.join(MONITORING, '../../cli/bin/prospect.js'), ...command.split(' '), '--help'];
        const { status, stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
        expect(status, command).to.equal(0);
        // commander prints the help of the parent for an unknown subcommand.
        expect(stdout, command).to.include(`Usage: prospect ${command}`);
        help.set(command, stdout);
      }
      for (const option of options.filter((each) => each !== '--help' && each !== '--json'))
        expect(help.get(command), command).to.include(option);
    }
  });
});
