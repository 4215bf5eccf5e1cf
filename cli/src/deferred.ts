import type { Command } from 'commander';

const deferred = new WeakMap<Command, () => Promise<void>>();

/**
 * Completes the commands of a group only when one of them is called or completed, for what takes
 * long to load, such as a list of formats.
 */
export function completeOnUse(group: Command, complete: () => Promise<void>): void {
  deferred.set(group, complete);
  group.hook('preSubcommand', complete);
}

/** Completes the groups of a program, for what walks over all its commands. */
export async function completeAll(command: Command): Promise<void> {
  await deferred.get(command)?.();
  for (const each of command.commands) await completeAll(each);
}
