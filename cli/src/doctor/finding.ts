import { withTimeout } from '@prospecting/platform/timing';

export type Level = 'ok' | 'warning' | 'failure';

/** The result of one check. It holds no secret. */
export interface Finding {
  /** What was checked: `admin token`. */
  readonly check: string;
  readonly level: Level;
  /** What is so, as a sentence without its full stop. */
  readonly found: string;
  /** What to do: a command or a page of the docs. Null when nothing is wrong. */
  readonly advice: string | null;
}

/** A check may find several things. */
export interface Check {
  readonly name: string;
  run(): Promise<readonly Finding[]>;
}

export const ok = (check: string, found: string): Finding => ({ check, level: 'ok', found, advice: null });
export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  level: 'warning',
  found,
  advice,
});
export const failure = (check: string, found: string, advice: string): Finding => ({
  check,
  level: 'failure',
  found,
  advice,
});

/** Longest run of a check. */
const DEADLINE_MS = 10_000;

/**
 * Runs checks beside each other, so that none waits for another. One that fails or takes too long
 * becomes a finding.
 */
export async function runChecks(checks: readonly Check[], deadlineMs = DEADLINE_MS): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async (check): Promise<readonly Finding[]> => {
      const late = (): Finding[] => [
        failure(
          check.name,
          `no result within ${deadlineMs / 1_000} s`,
          'Look at what it asks: it accepts connections and does not answer.',
        ),
      ];
      try {
        return await withTimeout(check.run(), deadlineMs, late);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return [failure(check.name, `the check failed: ${reason}`, 'Run it again; if it stays, report it.')];
      }
    }),
  );
  return found.flat();
}
