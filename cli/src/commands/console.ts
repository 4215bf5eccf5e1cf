import type { Command } from 'commander';
import type { Context } from '../context.js';
import { parseText } from '../argument-parsers.js';
import { examples } from '../help.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface Link {
  readonly url: string;
  readonly expiresAt: string;
}

/** Adds `prospect console …`. */
export function addConsoleCommands(program: Command, context: Context): void {
  const console = program
    .command('console')
    .description('give people access to the console')
    .addHelpText('after', examples('prospect console link --user anna@example.com'));

  console
    .command('link')
    .description('print a link that signs a user in once, within 15 minutes; earlier links of the user end')
    .requiredOption('--user <id or email>', 'user', parseText)
    .addHelpText('after', examples('prospect console link --user anna@example.com'))
    .action(async ({ user }: { user: string }) => {
      const admin = await context.admin();
      const link = await writeOnce(SAFE_TO_REPEAT, () => admin.send<Link>('POST', '/console/links', { user }));
      if (context.wantsJson()) context.output().record({ ...link });
      else context.streams.stdout.write(`${link.url}\n`);
    });
}
