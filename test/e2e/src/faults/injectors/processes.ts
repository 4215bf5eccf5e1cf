import { kindOf, type Injector, type Surroundings } from './injector.js';

/** Processes end as in a power cut; the supervisor starts them again. */
export const processFaults: Injector = [[3, killProcess]];

function killProcess({ random, supervisor }: Surroundings): string | undefined {
  const name = random.pick(supervisor.names());
  return supervisor.kill(name) ? `SIGKILL of ${kindOf(name)}` : undefined;
}
