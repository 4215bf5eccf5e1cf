// The programs of the chart's checks. No package of npm has them.
import { spawnSync } from 'node:child_process';

const PROGRAMS = [
  ['helm', 'version'],
  ['kubeconform', '-v'],
];

/** Returns the names of the programs that are not on the PATH. */
export function missingPrograms() {
  return PROGRAMS.filter(([program, argument]) => spawnSync(program, [argument]).error !== undefined).map(
    ([program]) => program,
  );
}
