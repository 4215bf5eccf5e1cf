import { largest, type Use } from './cost-model.js';
import type { Measurement } from './measure.js';
import { fixed, renderTable, whole } from './table.js';

/** What one kind of request costs over one transport, per request. */
export interface Cost extends Use {
  readonly operation: string;
  readonly transport: string;
  readonly requests: number;
  readonly measurement: Measurement;
}

const LARGEST = 5;
const MAX_TEXT = 80;
/** Statements that run less often than in one of a hundred requests are the background's. */
const RARE = 0.01;

/** Renders one line of each cost, then each cost in detail. */
export function renderCosts(costs: readonly Cost[]): string {
  return [renderOverview(costs), ...costs.map(renderCost)].join('\n\n');
}

function renderOverview(costs: readonly Cost[]): string {
  const sum = <Each>(all: readonly Each[], of: (each: Each) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  return renderTable(
    ['request', 'transport', 'requests/s', 'p50 ms', 'CPU ms', 'statements', 'allocated KB'],
    costs.map(({ operation, transport, measurement, processes, statements }) => [
      operation,
      transport,
      whole(measurement.requestsPerSecond),
      fixed(measurement.p50Ms),
      fixed(sum(processes, ({ cpuMs }) => cpuMs)),
      fixed(sum(statements, ({ calls }) => calls)),
      whole(sum(processes, ({ allocatedBytes = 0 }) => allocatedBytes) / 1_000),
    ]),
  );
}

function renderCost(cost: Cost): string {
  const { operation, transport, processes, hops, statements } = cost;
  const processTable = renderTable(
    ['process', 'CPU ms', 'of it GC ms', 'allocated KB'],
    processes.map(({ name, cpuMs, gcMs, allocatedBytes }) => [
      name,
      fixed(cpuMs),
      gcMs === undefined ? '' : fixed(gcMs),
      allocatedBytes === undefined ? '' : whole(allocatedBytes / 1_000),
    ]),
  );
  const hopTable = renderTable(
    ['hop', 'calls', 'bytes there', 'bytes back'],
    hops.map(({ from, to, calls, sentBytes, receivedBytes }) => [
      `${from} → ${to}`,
      calls === undefined ? '' : fixed(calls),
      whole(sentBytes),
      whole(receivedBytes),
    ]),
  );
  const statementTable = renderTable(
    ['statement', 'role', 'calls', 'rows', 'ms', 'ms each'],
    statements
      .filter(({ calls }) => calls >= RARE)
      .map(({ role, text, calls, rows, ms }) => [
        shortened(text),
        role,
        fixed(calls),
        fixed(rows),
        fixed(ms),
        fixed(ms / calls),
      ]),
  );
  const items = largest(cost, LARGEST).map(
    ({ name, ms }, index) => `${index + 1}. ${fixed(ms)} ms  ${shortened(name)}`,
  );
  return [
    `${operation}, ${transport}, per request:`,
    processTable,
    hopTable,
    statementTable,
    'The five largest:',
    ...items,
  ].join('\n');
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
