import { kindOf, type Injector, type FaultContext } from './injector.js';

/** Kills processes as a power cut would; the supervisor restarts them. */
export const processFaults: Injector = [[3, killProcess]];

function killProcess({ random, supervisor }: FaultContext): string | undefined {
  const name = random.pick(supervisor.names());
  return supervisor.kill(name) ? `SIGKILL of ${kindOf(name)}` : undefined;
}
