import {
  BigValueColorMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  VizLegendOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type Panel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** A panel: one question, and the queries that answer it. */
export interface Question {
  /** Ends with a question mark. */
  readonly title: string;
  /** What a good answer looks like, and what to do about another one. */
  readonly description: string;
  /** A unit of Grafana, such as `s` or `reqps`. */
  readonly unit: string;
  readonly queries: readonly Query[];
  /** Values from which the colour changes, in ascending order. Default: always green. */
  readonly thresholds?: readonly Threshold[];
  /** Alerts whose runbooks the panel links to. */
  readonly alerts?: readonly string[];
  /** Adds a link to the traces of the services that the question is about. */
  readonly traces?: boolean;
  /** `now`: only the newest value counts. Default: the course of time. */
  readonly shows?: 'now' | 'course';
  readonly min?: number;
  readonly max?: number;
}

export interface Query {
  readonly expr: string;
  /** Legend, with `{{label}}` for the value of a label. */
  readonly legend: string;
}

export interface Threshold {
  readonly from: number;
  readonly color: 'green' | 'orange' | 'red';
}

/** The data source, which the reader of a dashboard chooses. */
export const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Selects the installations that the reader of a dashboard chose. */
export const HERE = 'namespace=~"$namespace"';

/** Returns the query of a quantile of a histogram, by the given labels. */
export function quantile(q: number, histogram: string, selector: string, by: readonly string[]): string {
  const labels = ['le', ...by].join(', ');
  return `histogram_quantile(${q}, sum by (${labels}) (rate(${histogram}_bucket{${selector}}[$__rate_interval])))`;
}

/** Returns the query of the rate per second of a counter, by the given labels. */
export function rate(counter: string, selector: string, by: readonly string[]): string {
  return `sum by (${by.join(', ')}) (rate(${counter}{${selector}}[$__rate_interval]))`;
}

/** Limits a metric that every Node.js process has to processes of this product. */
export function ofOurs(metric: string, selector: string): string {
  return `${metric}{${selector}} and on (job, instance) prospect_build_info`;
}

/** Returns the file of an alert's runbook: its name in kebab-case. */
export function runbookOf(alert: string): string {
  return `${alert.replace(/(?<!^)(?=[A-Z])/g, '-').toLowerCase()}.md`;
}

export function toPanel(question: Question): Panel {
  const builder = question.shows === 'now' ? stat() : timeseries(question);
  builder
    .title(question.title)
    .description(question.description)
    .datasource(DATASOURCE)
    .unit(question.unit)
    .thresholds(thresholdsOf(question.thresholds ?? []))
    .links((question.alerts ?? []).map(runbookLink))
    .targets(question.queries.map((query, index) => target(query, index, question.shows)));
  if (question.min !== undefined) builder.min(question.min);
  if (question.max !== undefined) builder.max(question.max);
  if (question.traces === true) builder.dataLinks([tracesLink('Traces of this time')]);
  return builder.build();
}

function stat(): StatBuilder {
  return new StatBuilder().colorMode(BigValueColorMode.Background);
}

function timeseries({ thresholds = [] }: Question): TimeseriesBuilder {
  return new TimeseriesBuilder()
    .lineWidth(1)
    .fillOpacity(8)
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true),
    )
    .thresholdsStyle(
      new GraphThresholdsStyleConfigBuilder().mode(
        thresholds.length > 0 ? GraphThresholdsStyleMode.Dashed : GraphThresholdsStyleMode.Off,
      ),
    );
}

function thresholdsOf(thresholds: readonly Threshold[]): ThresholdsConfigBuilder {
  // Below the first value. JSON has no -Infinity: Grafana reads null.
  const first = { value: null, color: 'green' };
  const steps = thresholds.map(({ from, color }) => ({ value: from, color }));
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([first, ...steps]);
}

function target({ expr, legend }: Query, index: number, shows: Question['shows']): DataqueryBuilder {
  const query = new DataqueryBuilder()
    .datasource(DATASOURCE)
    .expr(expr)
    .legendFormat(legend)
    .refId(String.fromCodePoint(65 + index));
  return shows === 'now' ? query.instant() : query.range();
}

function runbookLink(alert: string): DashboardLinkBuilder {
  return link(`Runbook: ${alert}`, `\${runbooks}/${runbookOf(alert)}`);
}

/** Links to Explore with the slow and failed traces of the chosen time. */
export function tracesLink(title: string): DashboardLinkBuilder {
  return link(title, explore('{ status = error || duration > 250ms }'));
}

/** Links to Explore with the trace whose id the reader entered: the `traceId` of a problem. */
export function traceLink(title: string): DashboardLinkBuilder {
  return link(title, explore('${traceId}'));
}

function explore(query: string): string {
  const datasource = { type: 'tempo', uid: '${tempo}' };
  const pane = {
    datasource: '${tempo}',
    queries: [{ refId: 'A', datasource, queryType: 'traceql', query }],
    range: { from: '${__from}', to: '${__to}' },
  };
  // Variables stay readable: Grafana replaces them only where `$`, `{` and `}` are not encoded.
  const panes = encodeURIComponent(JSON.stringify({ traces: pane })).replace(
    /%24%7B(\w+)%7D/g,
    (_, name: string) => `\${${name}}`,
  );
  return `/explore?schemaVersion=1&panes=${panes}`;
}

function link(title: string, url: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder(title).type(DashboardLinkType.Link).url(url).targetBlank(true);
}
