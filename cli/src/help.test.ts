import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import type { Command } from 'commander';
import { completeAll } from './deferred.js';
import { ACCOUNT, KEY, nameOf } from './help.js';
import { createProgram } from './program.js';
import { run } from './run.js';

const streams = { stdout: new PassThrough(), stderr: new PassThrough() };

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (chunk) => (text += chunk) });
  command.outputHelp();
  return text;
}

/** The lines of an example that a person would type. */
function examplesOf(command: Command): string[] {
  return [...helpOf(command).matchAll(/^ {2}\$ (.+)$/gm)].map(([, line = '']) => line);
}

/**
 * Returns the arguments of each call of prospect in lines of a shell, as bash understands them. Other
 * programs of a line do nothing.
 */
function argumentsOf(lines: readonly string[], cwd: string): string[][] {
  const script = [
    `prospect() { { printf '%s\\0' "$@"; printf '\\n\\0'; } >&3; }; zcat() { :; }; source() { :; }`,
    ...lines,
  ].join('\n');
  const { output, status } = spawnSync('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  expect(status, String(output[2])).to.equal(0);
  const calls: string[][] = [[]];
  for (const argument of String(output[3]).split('\0').slice(0, -1)) {
    if (argument === '\n') calls.push([]);
    else calls.at(-1)?.push(argument);
  }
  return calls.slice(0, -1);
}

/** Passes arguments through the parser. Returns the command that would run; help runs nothing. */
async function parse(argv: readonly string[]): Promise<string> {
  const program = createProgram({ env: {}, streams });
  let reached = 'prospect';
  for (const command of everyCommand(program)) {
    if (command.commands.length === 0) command.action(() => void (reached = nameOf(command)));
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    if (code !== 'commander.helpDisplayed') throw new Error(`prospect ${argv.join(' ')}: ${message}`, { cause: error });
  }
  return reached;
}

describe('the help', () => {
  const program = createProgram({ env: {}, streams });
  let folder: string;

  before(async () => {
    await completeAll(program);
    folder = await mkdtemp(path.join(tmpdir(), 'prospect-help-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('describes every command, argument and option', () => {
    for (const command of everyCommand(program)) {
      expect(command.description(), nameOf(command)).not.to.equal('');
      for (const { description, flags } of command.options)
        expect(description, `${nameOf(command)} ${flags}`).not.to.equal('');
      for (const argument of command.registeredArguments)
        expect(argument.description, `${nameOf(command)} ${argument.name()}`).not.to.equal('');
    }
  });

  it('has --csv for every command that lists', () => {
    const lists = everyCommand(program).filter((command) => /^list\b/.test(command.description()));
    expect(lists.map(nameOf)).to.include.members([
      'prospect changes',
      'prospect user list',
      'prospect database status',
    ]);
    for (const command of lists)
      expect(
        command.options.map(({ long }) => long),
        nameOf(command),
      ).to.include('--csv');
  });

  it('shows examples of every command, which the parser accepts', async function () {
    if (spawnSync('bash', ['--version']).status !== 0) this.skip();
    for (const command of everyCommand(program)) {
      const lines = examplesOf(command);
      expect(lines, `${nameOf(command)} --help has no example`)
        .not.to.equal(undefined)
        .and.not.have.length(0);
      const calls = argumentsOf(lines, folder);
      expect(calls, `${nameOf(command)}: each example calls prospect`).to.have.length.of.at.least(lines.length);
      const reached = await Promise.all(calls.map(parse));
      const isOf = (name: string): boolean => `${name} `.startsWith(`${nameOf(command)} `);
      expect(reached.some(isOf), `${nameOf(command)}: an example shows another command: ${reached.join()}`).to.equal(
        true,
      );
    }
  });

  it('keeps its lines within 120 columns', () => {
    for (const command of everyCommand(program)) {
      const long = helpOf(command)
        .split('\n')
        .filter((line) => line.length > 120);
      expect(long, nameOf(command)).to.deep.equal([]);
    }
  });
});

describe('a message about wrong usage', () => {
  const messageOf = async (...argv: string[]): Promise<string> => {
    const stderr = new PassThrough();
    expect(await run(argv, {}, { stdout: new PassThrough(), stderr })).to.equal(2);
    return String(stderr.read());
  };

  it('suggests the nearest command', async () => {
    expect(await messageOf('acount', 'list')).to.include('Did you mean account?');
    expect(await messageOf('key', 'lst')).to.include('Did you mean list?');
  });

  it('suggests the nearest option, of the command and of all commands', async () => {
    expect(await messageOf('key', 'roll', KEY, '--overlp', '1h')).to.include('Did you mean --overlap?');
    expect(await messageOf('price', 'list', '--jsn')).to.include('Did you mean --json?');
  });

  it('points to the help of the command', async () => {
    expect(await messageOf('key', 'roll', '17')).to.include('Run prospect key roll --help');
    expect(await messageOf('key', 'lst')).to.include('Run prospect key --help');

    expect(await messageOf('account', 'update', ACCOUNT), 'found by the action').to.include(
      'Run prospect account update --help',
    );
  });
});
