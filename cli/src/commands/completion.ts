import { Argument, type Command } from 'commander';
import type { Context } from '../context.js';
import { completeAll } from '../deferred.js';
import { examples } from '../help.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const INSTALL_HELP = `
Install it for one user, and again after an upgrade:
  bash  prospect completion bash > ~/.local/share/bash-completion/completions/prospect
        (without the package bash-completion: write it to any file, and source that in ~/.bashrc)
  zsh   prospect completion zsh > ~/.zsh/_prospect
        (with fpath=(~/.zsh $fpath) before compinit in ~/.zshrc)
  fish  prospect completion fish > ~/.config/fish/completions/prospect.fish

It completes commands, options, listed values and files. It calls nothing: ids of accounts and keys
are not completed, because each would wait for the service.`;

/** Adds `prospect completion`. Its script is made from the commands, so it knows them all. */
export function addCompletionCommand(program: Command, { streams }: Context): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(SHELLS))
    .addHelpText('after', examples('prospect completion bash > prospect.bash', 'prospect completion fish | source'))
    .addHelpText('after', INSTALL_HELP)
    .action(async (shell: Shell) => {
      await completeAll(program);
      streams.stdout.write(await scriptOf(shell, program));
    });
}

async function scriptOf(shell: Shell, program: Command): Promise<string> {
  const { toNodes } = await import('../completion/tree.js');
  const nodes = toNodes(program);
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash.js')).toBash(nodes);
    case 'zsh':
      return (await import('../completion/zsh.js')).toZsh(nodes);
    case 'fish':
      return (await import('../completion/fish.js')).toFish(nodes);
  }
}
