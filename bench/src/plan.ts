import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bench } from './bench.js';
import { measureCost } from './plan-cost.js';
import { DEFAULTS, PARTS, planFor, type Assumptions, type MeasuredCost, type Plan } from './plan-model.js';
import { renderTable, whole } from './table.js';
import { parseOptions, UsageError, wholeNumber } from './usage.js';

const LOADS = [100, 10_000, 1_000_000];
/** The kept measurement, beside the sources. */
const COST_FILE = new URL('../cost.json', import.meta.url);

const usage = `Options:
  --load LIST            requests a minute (100,10000,1000000)
  --measure              measure the cost of a request here and keep it (Linux; about a minute)
  --cost FILE            the kept measurement (bench/cost.json)
  --spend-share N        share of requests that spend; the others look up 25 items (${DEFAULTS.spendShare})
  --utilization N        share of each core in use at this load (${DEFAULTS.utilization})
  --max-connections N    connections that the database gives to the services (${DEFAULTS.maxConnections})
  --max-database-cores N cores of the largest primary (${DEFAULTS.maxDatabaseCores})
  --core-hour PRICE      price of a core for an hour (${DEFAULTS.pricePerCoreHour})
  --gigabyte-hour PRICE  price of a gigabyte of memory for an hour (${DEFAULTS.pricePerGigabyteHour})
  --organizations N      with --measure: organizations in the data set (100000)
  --seconds N            with --measure: duration of each measurement (10)
  --data-dir DIR         with --measure: directory of the database (.data/bench)
  --json                 one JSON value on standard output`;

/** Computes what a load needs: replicas, cores, connections and money. */
export const planBench: Bench = { summary: 'what a load needs, from the cost of a request', usage, run };

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const value = { type: 'string' } as const;
  const names = ['load', 'cost', 'spend-share', 'utilization', 'max-connections', 'max-database-cores', 'core-hour'];
  const values = parseOptions(args, {
    ...Object.fromEntries(
      [...names, 'gigabyte-hour', 'organizations', 'seconds', 'data-dir'].map((name) => [name, value]),
    ),
    measure: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const number = (name: string, fallback: number, maximum: number): number => {
    const text = values[name];
    const given = text === undefined ? fallback : Number(text);
    if (!(given > 0 && given <= maximum)) throw new UsageError(`--${name} must be above 0 and at most ${maximum}`);
    return given;
  };
  const assumptions: Assumptions = {
    spendShare: values['spend-share'] === '0' ? 0 : number('spend-share', DEFAULTS.spendShare, 1),
    utilization: number('utilization', DEFAULTS.utilization, 1),
    maxConnections: wholeNumber(values, 'max-connections', DEFAULTS.maxConnections, [1, 1_000_000]),
    maxDatabaseCores: wholeNumber(values, 'max-database-cores', DEFAULTS.maxDatabaseCores, [1, 10_000]),
    maxRedisOperations: DEFAULTS.maxRedisOperations,
    pricePerCoreHour: number('core-hour', DEFAULTS.pricePerCoreHour, 1_000),
    pricePerGigabyteHour: number('gigabyte-hour', DEFAULTS.pricePerGigabyteHour, 1_000),
  };
  const loads = values['load'] === undefined ? LOADS : String(values['load']).split(',').map(Number);
  if (loads.some((load) => !(load > 0))) throw new UsageError('--load must be requests a minute, separated by commas');
  const file = values['cost'] === undefined ? COST_FILE : path.resolve(String(values['cost']));
  if (values['measure'] === true) {
    const size = {
      organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
      seconds: wholeNumber(values, 'seconds', 10, [1, 600]),
      dataDir: path.resolve(String(values['data-dir'] ?? '.data/bench')),
    };
    const measured = await measureCost(size, signal);
    await writeFile(file, `${JSON.stringify(measured, undefined, 2)}\n`);
  }
  const cost = await readCost(file);
  const plans = loads.map((load) => planFor(load, cost, assumptions));
  process.stdout.write(
    values['json'] === true
      ? `${JSON.stringify({ bench: 'plan', cost, assumptions, plans })}\n`
      : render(cost, assumptions, plans),
  );
}

async function readCost(file: string | URL): Promise<MeasuredCost> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as MeasuredCost;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`no measurement to plan with (${reason}); run with --measure`);
  }
}

function render(cost: MeasuredCost, assumptions: Assumptions, plans: readonly Plan[]): string {
  const { spendShare, utilization, pricePerCoreHour, pricePerGigabyteHour } = assumptions;
  const { lookup, spend } = cost.calls;
  const ms = (seconds: number): string => (seconds * 1_000).toFixed(2);
  const costs = renderTable(
    ['CPU ms of a request', ...PARTS, 'transactions'],
    Object.entries({ 'lookup of 25 items': lookup, 'spend of 1 contact': spend }).map(([name, call]) => [
      name,
      ...PARTS.map((part) => ms(call.cpuSeconds[part])),
      call.transactions.toFixed(1),
    ]),
  );
  const rows: readonly (readonly [string, (plan: Plan) => string])[] = [
    ['gateway', (plan) => whole(plan.replicas.gateway)],
    ['search-service', (plan) => whole(plan.replicas['search-service'])],
    ['reveal-service', (plan) => whole(plan.replicas['reveal-service'])],
    ['credits-service', (plan) => whole(plan.replicas['credits-service'])],
    ['cores of services', (plan) => whole(plan.serviceCores)],
    ['cores of the database', (plan) => whole(plan.databaseCores)],
    ['transactions a second', (plan) => whole(plan.transactionsPerSecond)],
    ['connections', (plan) => whole(plan.connections)],
    ['memory, GB', (plan) => whole(plan.gigabytes)],
    ['money a month', (plan) => whole(plan.moneyPerMonth)],
  ];
  const plan = renderTable(
    ['requests a minute', ...plans.map(({ requestsPerMinute }) => whole(requestsPerMinute))],
    rows.map(([name, valueOf]) => [name, ...plans.map((each) => valueOf(each))]),
  );
  const notes = plans.map(({ requestsPerMinute, bottleneck, exceeded }) => {
    const share = whole((bottleneck.need / bottleneck.limit) * 100);
    const advice = exceeded.map(({ name, advice: what }) => `\n    exceeds ${name}: ${what}`).join('');
    return `  ${whole(requestsPerMinute)}: first ${bottleneck.name} (${share} % of ${whole(bottleneck.limit)})${advice}`;
  });
  return [
    `measured ${cost.measuredAt} on ${cost.machine}`,
    costs,
    `${whole(spendShare * 100)} % spends; ${whole(utilization * 100)} % of each core in use; ` +
      `${pricePerCoreHour} a core-hour, ${pricePerGigabyteHour} a GB-hour`,
    plan,
    'limits:',
    ...notes,
    '',
  ].join('\n');
}
