import { NativeSelect, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useRead } from '../../api/queries.js';
import type { Spending } from '../../api/types.js';
import { formatCounted, formatCredits } from '../../format/numbers.js';
import { formatDay, utcDay } from '../../format/times.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { CoinsIcon } from '../../parts/icons.js';
import { Section } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Amount, To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { toChart, type SpendingChart } from './series.js';

const Bars = lazy(async () => ({ default: (await import('./spending-bars.js')).SpendingBars }));

const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '92', label: 'Last 92 days' },
];

/**
 * What was spent, by day and key: as a chart for the shape, and as tables for the numbers.
 * @param props.isBrief leaves out the days' table, which the page of the credits has. Default: false.
 */
export function SpendingSection({ isBrief = false }: { isBrief?: boolean }): ReactNode {
  const { accountId } = useScope();
  const [days, setDays] = useState('30');
  const now = Date.now();
  const spending = useRead<Spending>(`/accounts/${accountId}/spending`, {
    from: utcDay(now, 1 - Number(days)),
    // The end is not included.
    to: utcDay(now, 1),
  });
  return (
    <Section
      title="Spending"
      lead="By day and key. A day is a day in UTC."
      actions={
        <NativeSelect
          aria-label="Range of the spending"
          data={RANGES}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
      }
    >
      <Loaded query={spending} skeleton={<Skeleton height={260} role="status" aria-label="Loading" />}>
        {(found) => <Charted spending={found} chart={toChart(found)} isBrief={isBrief} />}
      </Loaded>
    </Section>
  );
}

interface ChartedProps {
  readonly spending: Spending;
  readonly chart: SpendingChart;
  readonly isBrief: boolean;
}

function Charted({ spending, chart, isBrief }: ChartedProps): ReactNode {
  if (chart.total === 0) {
    return (
      <Empty title="Nothing was spent in these days" icon={<CoinsIcon />}>
        <p>Lookups are free. Credits are spent when a request reveals something that was masked.</p>
      </Empty>
    );
  }
  const spent = spending.days.filter(({ credits }) => credits > 0);
  return (
    <>
      <p className="figure">
        <span className="figure-value">{formatCredits(chart.total)}</span> on {formatCounted(spent.length, 'day')}
      </p>
      <div
        className="chart"
        role="img"
        aria-label={`Bars of the credits spent per day, stacked by key; ${formatCredits(chart.total)} in all. The tables have the numbers.`}
      >
        <Suspense fallback={<Skeleton height={260} />}>
          <Bars chart={chart} />
        </Suspense>
      </div>
      <SpendingTables chart={chart} days={isBrief ? [] : spent} />
    </>
  );
}

type Day = Spending['days'][number];

function SpendingTables({ chart, days }: { chart: SpendingChart; days: readonly Day[] }): ReactNode {
  const { base } = useScope();
  const keyColumns: Column<SpendingChart['series'][number]>[] = [
    { title: 'Key', isHeader: true, render: ({ name }) => name },
    { title: 'Credits', align: 'end', render: ({ credits }) => <Amount credits={credits} /> },
  ];
  const dayColumns: Column<Day>[] = [
    {
      title: 'Day',
      isHeader: true,
      render: ({ day }) => <To to={`${base}/reveals?from=${day}&to=${day}&zone=utc`}>{formatDay(day)}</To>,
    },
    { title: 'By key', render: (day) => byKeyInWords(day, chart) },
    { title: 'Credits', align: 'end', render: ({ credits }) => <Amount credits={credits} /> },
  ];
  return (
    <>
      <DataTable caption="Credits by key" columns={keyColumns} rows={chart.series} rowKey={({ id }) => id} />
      {days.length > 0 && (
        <details className="more">
          <summary>Numbers by day</summary>
          <DataTable caption="Credits by day" columns={dayColumns} rows={days.toReversed()} rowKey={({ day }) => day} />
        </details>
      )}
    </>
  );
}

function byKeyInWords({ day }: Day, chart: SpendingChart): string {
  const row = chart.rows.find((each) => each.day === day);
  return chart.series
    .filter(({ id }) => Number(row?.[id] ?? 0) > 0)
    .map(({ id, name }) => `${name}: ${Number(row?.[id] ?? 0)}`)
    .join(', ');
}
