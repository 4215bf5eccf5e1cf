import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { formatAmount } from '../../format/numbers.js';
import { formatDay } from '../../format/times.js';
import type { SpendingChart } from './series.js';

/** The chart alone. Loaded apart from the pages, because charts are most of the code. */
export function SpendingBars({ chart, height = 260 }: { chart: SpendingChart; height?: number }): ReactNode {
  return (
    <BarChart
      h={height}
      data={chart.rows.map((row) => ({ ...row, day: formatDay(row.day) }))}
      dataKey="day"
      type="stacked"
      series={chart.series.map(({ id, name, color }) => ({ name: id, label: name, color }))}
      valueFormatter={formatAmount}
      withLegend={chart.series.length > 1}
      tickLine="none"
      gridAxis="x"
      xAxisProps={{ interval: 'equidistantPreserveEnd' }}
      barProps={{ isAnimationActive: false, maxBarSize: 28 }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
    />
  );
}
