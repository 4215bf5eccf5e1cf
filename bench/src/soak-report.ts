import { drawSeries } from './soak-chart.js';
import type { Verdict } from './soak-flatness.js';
import { judgeSoak, type SoakFindings, type SoakGoal } from './soak-goals.js';
import type { Outage } from './soak-outages.js';
import { METRICS, verdictsOf, worstOf, type MetricName, type Series } from './soak-series.js';
import { fixed } from './table.js';

const NAME_WIDTH = 33;
const FIGURE_WIDTH = 9;
const MIN_CHART = 12;
const MAX_CHART = 80;

/** The width of the terminal that is assumed where there is none. */
export const DEFAULT_COLUMNS = 120;
const VERDICT_WIDTH = 26;

/** Renders charts, restarts and goals, in lines of at most `columns` characters if possible. */
export function renderSoak(found: SoakFindings, columns: number): string {
  const left = columns - NAME_WIDTH - 3 * FIGURE_WIDTH - VERDICT_WIDTH - 2;
  const width = Math.max(MIN_CHART, Math.min(MAX_CHART, left));
  const charts = (Object.keys(METRICS) as MetricName[]).flatMap((metric) => {
    const series = found.series.filter((each) => each.metric === metric && each.points.length > 0);
    return series.length === 0 ? [] : [head(metric, width), ...series.map((each) => line(each, found, width))];
  });
  const outages = found.outages.map(describeOutage);
  const goals = judgeSoak(found).map(describeGoal);
  return [...charts, '', ...outages, ...(outages.length === 0 ? [] : ['']), ...goals].join('\n');
}

function head(metric: MetricName, width: number): string {
  const figures = ['lowest', 'highest', 'last'].map((each) => each.padStart(FIGURE_WIDTH)).join('');
  return `${METRICS[metric].title.padEnd(NAME_WIDTH + width + 2)}${figures}`;
}

function line(series: Series, { durationMs }: SoakFindings, width: number): string {
  const { subject, points } = series;
  const values = points.map(({ value }) => value);
  // Not spread into Math.min, which takes only so many arguments.
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  const figures = [lowest, highest, values.at(-1) ?? 0].map((value) => short(value).padStart(FIGURE_WIDTH)).join('');
  const name = `  ${subject}`.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH);
  return `${name}▕${drawSeries(points, durationMs, width)}▏${figures}${describeVerdict(worstOf(verdictsOf(series)))}`;
}

function describeVerdict(verdict: Verdict | undefined): string {
  if (verdict === undefined) return '';
  if (verdict.verdict === 'too short') return '  too short to judge';
  const { before, after } = verdict;
  return `  ${verdict.verdict} (${short(before)} → ${short(after)})`;
}

function short(value: number): string {
  if (value !== 0 && Math.abs(value) < 10) return value.toFixed(1);
  return Math.round(value).toLocaleString('en');
}

function describeOutage({ service, by, fromMs, readyMs, lastFailureMs }: Outage): string {
  const away = readyMs === undefined ? 'did not come back' : `ready again after ${fixed((readyMs - fromMs) / 1_000)} s`;
  const last =
    lastFailureMs === undefined
      ? 'no request failed'
      : `the last failure after ${fixed((lastFailureMs - fromMs) / 1_000)} s`;
  return `${service} ended by ${by} at ${fixed(fromMs / 60_000)} min: ${away}, ${last}`;
}

/** Returns one line that states whether the goal is met. */
export function describeGoal({ name, met, detail }: SoakGoal): string {
  return `${met ? 'met   ' : 'MISSED'}  ${name}: ${detail}`;
}

/** The result as a JSON value: figures of each series, not its samples. */
export function toJson(found: SoakFindings): object {
  const { counts, faults, outages, events, durationMs } = found;
  const series = found.series.map((each) => {
    const values = each.points.map(({ value }) => value);
    return {
      metric: each.metric,
      title: METRICS[each.metric].title,
      subject: each.subject,
      samples: values.length,
      lowest: values.reduce((a, b) => Math.min(a, b)),
      highest: values.reduce((a, b) => Math.max(a, b)),
      last: values.at(-1),
      verdicts: verdictsOf(each),
    };
  });
  return { durationMs, goals: judgeSoak(found), counts, faults, outages, events, series };
}
