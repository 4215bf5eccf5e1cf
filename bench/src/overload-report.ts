import { recoveredAfterMs } from './overload-plan.js';
import type { Best } from './overload-best.js';
import type { Cores } from './overload-cpu.js';
import type { PhaseResult } from './overload-tally.js';
import type { Readiness } from './readiness.js';
import { fixed, renderTable, whole } from './table.js';

/** What the overload of one transport showed. */
export interface OverloadRow {
  readonly variant: string;
  /** What clients that wait for each answer are served. */
  readonly best: Best;
  /** The same beside a generator that sends the excess to a sink. */
  readonly beside: Best;
  readonly before: PhaseResult;
  readonly during: PhaseResult;
  readonly after: PhaseResult;
  /** CPU time of the overload. */
  readonly cores: Cores;
  readonly readiness: Readiness;
}

/**
 * The latency of before is back when the p99 of a window is within this objective, or within twice
 * the p99 of before on a slower machine.
 */
const OBJECTIVE_MS = 250;
/** A generator that sends later than this is short of time itself. */
const LATE_MS = 25;

interface Judged {
  readonly what: string;
  readonly bound: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Renders the rows as a table, followed by the goals and by what makes a row doubtful. */
export function renderOverload(rows: readonly OverloadRow[]): string {
  const figures: [string, (row: OverloadRow) => string][] = [
    ['best, requests/s', ({ best }) => whole(best.requestsPerSecond)],
    ['best beside a sink, requests/s', ({ beside }) => whole(beside.requestsPerSecond)],
    ['offered/s', ({ during }) => whole(during.offeredPerSecond)],
    ['carried/s', ({ during }) => whole(during.carriedPerSecond)],
    ['carried of best', (row) => fixed(carriedShare(row))],
    [
      'carried of best beside a sink',
      ({ beside, during }) => fixed(during.carriedPerSecond / beside.requestsPerSecond),
    ],
    ['cores at best: product', ({ best }) => fixed(best.cores.product)],
    ['cores at best: PostgreSQL', ({ best }) => fixed(best.cores.postgres)],
    ['cores at best: clients', ({ best }) => fixed(best.cores.clients)],
    ['cores: product', ({ cores }) => fixed(cores.product)],
    ['cores: PostgreSQL', ({ cores }) => fixed(cores.postgres)],
    ['cores: generator', ({ cores }) => fixed(cores.clients)],
    ['p50 ms served', ({ during }) => fixed(during.served.p50Ms)],
    ['p99 ms served', ({ during }) => fixed(during.served.p99Ms)],
    ['p50 ms refused', ({ during }) => fixed(during.refused.p50Ms)],
    ['p99 ms refused', ({ during }) => fixed(during.refused.p99Ms)],
    ['wrong answers', ({ during }) => whole(during.wrong)],
    ['served of the flooding account', ({ during }) => percent(during.successByGroup.flooding)],
    ['served of 4 busy accounts', ({ during }) => percent(during.successByGroup.busy)],
    ['served of 10 small accounts', ({ during }) => percent(during.successByGroup.small)],
    ['GET /credits answered', ({ during }) => percent(during.credits.success)],
    ['p99 ms GET /credits', ({ during }) => fixed(during.credits.p99Ms)],
    ['not ready, of readiness samples', ({ readiness }) => `${readiness.notReady} of ${readiness.asked}`],
    ['p99 ms before', ({ before }) => fixed(before.served.p99Ms)],
    ['back after s', (row) => fixed(recoverySeconds(row))],
  ];
  const table = renderTable(
    ['', ...rows.map(({ variant }) => variant)],
    figures.map(([name, of]) => [name, ...rows.map(of)]),
  );
  return [table, ...rows.flatMap(describeGoals), ...rows.flatMap(describeDoubts)].join('\n');
}

/** Judges a row by the promises to customers. */
export function judgeOverload(row: OverloadRow): Judged[] {
  const { during, readiness } = row;
  const carried = carriedShare(row);
  const { small } = during.successByGroup;
  const seconds = recoverySeconds(row);
  return [
    { what: 'carried', bound: '≥ 0.9 of best', measured: fixed(carried), met: carried >= 0.9 },
    {
      what: 'refused, p99',
      bound: '≤ 50 ms',
      measured: `${fixed(during.refused.p99Ms)} ms`,
      met: during.refused.p99Ms <= 50,
    },
    { what: 'small accounts', bound: '≥ 99 % served', measured: percent(small), met: small >= 0.99 },
    {
      what: 'GET /credits',
      bound: 'all answered',
      measured: percent(during.credits.success),
      met: during.credits.success === 1,
    },
    { what: 'readiness', bound: 'stays', measured: `${readiness.notReady} lost`, met: readiness.notReady === 0 },
    { what: 'wrong answers', bound: 'none', measured: whole(during.wrong), met: during.wrong === 0 },
    { what: 'back', bound: '≤ 5 s after the load', measured: `${fixed(seconds)} s`, met: seconds <= 5 },
  ];
}

function describeGoals(row: OverloadRow): string[] {
  return judgeOverload(row).map(
    ({ what, bound, measured, met }) =>
      `${met ? 'met   ' : 'MISSED'}  ${row.variant}: ${what} ${bound}, measured ${measured}`,
  );
}

/** Names what the generator could not do, because it makes the figures of the product doubtful. */
function describeDoubts({ variant, during }: OverloadRow): string[] {
  const { lateness, unsent } = during;
  const doubts: string[] = [];
  if (lateness.p99Ms > LATE_MS) {
    doubts.push(`${variant}: the generator was late (p99 ${fixed(lateness.p99Ms)} ms): the machine is too busy for it`);
  }
  if (unsent > 0) doubts.push(`${variant}: the generator had no connection for ${unsent} requests (--generator)`);
  return doubts.map((doubt) => `doubt   ${doubt}`);
}

function recoverySeconds({ before, after }: OverloadRow): number {
  return recoveredAfterMs(after.windows, Math.max(OBJECTIVE_MS, 2 * before.served.p99Ms)) / 1_000;
}

function carriedShare({ best, during }: OverloadRow): number {
  return during.carriedPerSecond / best.requestsPerSecond;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
