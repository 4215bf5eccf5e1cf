import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MONITORING } from '#testing/prometheus.js';
import { metricOf, namesIn, read, recordingRules, shippedAlerts, shippedDashboards } from '#testing/shipped.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { runbookOf } from './panels.js';

const RUNBOOKS = '../../docs/runbooks';
const SECTIONS = ['What it means', 'How to look', 'What to do', 'What not to do'];

const OPERATING = '../../docs/operating';

/** A word of a shell: with quotes around it, or without. */
const WORD = /"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'|&;)#]+/g;

/** Returns the arguments of each call of the command in the code of a page. */
function callsIn(text: string): string[][] {
  const code = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  return code
    .flatMap((each) => each.replaceAll(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)#.*/, '').replaceAll(/<[^<>]+>/g, 'PLACEHOLDER'))
    .flatMap((line) => [...line.matchAll(/(?:^|[\s('])prospect((?: +(?:"[^"]*"|'[^']*'|[^\s"'|&;)>]+))+)/g)])
    .map(([, rest = '']) => [...rest.matchAll(WORD)].map(([word]) => word.replaceAll(/^["']|["']$/g, '')))
    .filter(([first = '']) => /^[a-z]/.test(first));
}

/** What the tests use of a command of commander. */
interface Parser {
  readonly commands: readonly Parser[];
  readonly options: { parseArg?: unknown; argChoices?: unknown }[];
  readonly registeredArguments: { parseArg?: unknown; argChoices?: unknown }[];
  action(act: () => void): unknown;
  parseAsync(argv: readonly string[], options: { readonly from: 'user' }): Promise<unknown>;
}

/** Returns the command's own definition. It parses, does nothing, and takes any placeholder as a value. */
async function createParser(): Promise<Parser> {
  const file = path.join(MONITORING, '../../cli/dist/program.js');
  const { createProgram } = (await import(pathToFileURL(file).href)) as {
    createProgram: (env: object, streams: object) => Parser;
  };
  const nowhere = { write: () => true };
  const program = createProgram({}, { stdin: nowhere, stdout: nowhere, stderr: nowhere });
  const disarm = (command: Parser): void => {
    for (const each of [...command.options, ...command.registeredArguments]) {
      delete each.parseArg;
      delete each.argChoices;
    }
    if (command.commands.length === 0) command.action(() => {});
    command.commands.forEach(disarm);
  };
  disarm(program);
  return program;
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

  for (const { file, text } of [...read(RUNBOOKS, '.md'), ...read(OPERATING, '.md')]) {
    it(`${file} shows only calls of \`prospect\` that it understands`, async () => {
      for (const argv of callsIn(text)) {
        // A group without a subcommand names the group.
        const parser = await createParser();
        if (
          argv.length === 1 &&
          parser.commands.some((each) => (each as Parser & { name(): string }).name() === argv[0])
        )
          continue;
        const failure: unknown = await parser.parseAsync(argv, { from: 'user' }).then(
          () => undefined,
          (error: unknown) => error,
        );
        const code = (failure as { code?: string } | undefined)?.code;
        expect(code === 'commander.helpDisplayed' ? undefined : failure, argv.join(' ')).to.equal(undefined);
      }
    });

    it(`${file} names only values that the chart has`, () => {
      const values = parse(readFileSync(path.join(MONITORING, '../helm/prospecting/values.yaml'), 'utf8')) as object;
      const names = [...text.matchAll(/`([a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+)/g)]
        .map(([, name = '']) => name.split('.'))
        .filter(([first = '', , ...rest]) => first in values && !rest.includes('md'));
      // A map that is empty by default takes any name.
      const has = (value: unknown, [first, ...rest]: readonly string[]): boolean =>
        first === undefined ||
        (typeof value === 'object' &&
          value !== null &&
          (Object.keys(value).length === 0 ||
            (first in value && has((value as Record<string, unknown>)[first], rest))));
      expect(names.filter((name) => !has(values, name)).map((name) => name.join('.'))).to.deep.equal([]);
    });
  }

  it('show calls of `prospect`', () => {
    expect(read(RUNBOOKS, '.md').flatMap(({ text }) => callsIn(text)).length).to.be.greaterThan(10);
  });
});
