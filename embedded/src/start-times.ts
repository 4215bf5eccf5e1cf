/**
 * The parts of a start, in order. `build`: packages and compiled files are checked. `modules`: the
 * program is loaded.
 */
export const START_PHASES = ['build', 'modules', 'ports', 'postgres', 'schemas', 'sample', 'services', 'demo'] as const;
export type StartPhase = (typeof START_PHASES)[number];

/** A mark that `npm start` leaves when it has checked the build. */
const BUILD_CHECKED = 'prospect-build-checked';

/** Measures where the time of a start goes. */
export interface StartTimes {
  /** Notes that a phase, which began when the one before it ended, has ended. */
  end(phase: StartPhase): void;
  /** Milliseconds by phase, for those that have ended. */
  phases(): Readonly<Partial<Record<StartPhase, number>>>;
  /** Milliseconds since the process began. */
  total(): number;
  /** Milliseconds of CPU time of the process: on a busy machine, all other times are longer. */
  cpu(): number;
}

/** Begins with the start of the process. Called when the program is loaded. */
export function createStartTimes(now: () => number = () => performance.now()): StartTimes {
  const phases: Partial<Record<StartPhase, number>> = {};
  let last = 0;
  const endAt = (phase: StartPhase, at: number): void => {
    phases[phase] = Math.round(at - last);
    last = at;
  };
  const [checked] = performance.getEntriesByName(BUILD_CHECKED);
  if (checked !== undefined) endAt('build', checked.startTime);
  endAt('modules', now());
  return {
    end: (phase) => endAt(phase, now()),
    phases: () => ({ ...phases }),
    total: () => Math.round(now()),
    cpu() {
      const { user, system } = process.cpuUsage();
      return Math.round((user + system) / 1_000);
    },
  };
}
