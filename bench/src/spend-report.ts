import { describeGoal, judge, SPEND_GOALS, type JudgedGoal } from './goals.js';
import { toRows, type Row, type Sample } from './rows.js';
import { fixed, renderTable, whole } from './table.js';

/** One kind of load. */
export interface Scenario {
  /** The number of contacts in one request. */
  readonly contacts: number;
  readonly accounts: number;
}

export interface ScenarioRows extends Scenario {
  readonly rows: readonly Row[];
  readonly goals: readonly JudgedGoal[];
}

/** Returns the rows of one scenario, compared with its own ceiling. */
export function toScenarioRows(scenario: Scenario, samples: readonly Sample[]): ScenarioRows {
  const rows = toRows(samples, scenario.contacts);
  return { ...scenario, rows, goals: judge(rows, SPEND_GOALS) };
}

/** Renders all rows in one table, followed by the goals. */
export function renderSpends(scenarios: readonly ScenarioRows[]): string {
  const table = renderTable(
    ['variant', 'contacts', 'accounts', 'connections', 'spends/s', 'p50 ms', 'p99 ms', 'ratio'],
    scenarios.flatMap(({ contacts, accounts, rows }) =>
      rows.map((row) => [
        row.variant,
        String(contacts),
        whole(accounts),
        String(row.connections),
        whole(row.requestsPerSecond),
        fixed(row.p50Ms),
        fixed(row.p99Ms),
        row.ratio === undefined ? '' : fixed(row.ratio),
      ]),
    ),
  );
  const goals = scenarios.flatMap((scenario) =>
    scenario.goals.map((goal) => `${describeGoal(goal)} (${nameOf(scenario)})`),
  );
  return [table, ...goals].join('\n');
}

export function nameOf({ contacts, accounts }: Scenario): string {
  return `${contacts === 1 ? '1 contact' : `${contacts} contacts`}, ${accounts === 1 ? 'one account' : `${whole(accounts)} accounts`}`;
}
