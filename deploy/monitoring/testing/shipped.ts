import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { MONITORING } from './prometheus.js';

/** An alert as it ships. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}

export interface ShippedPanel {
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly links?: readonly { readonly url: string }[];
  readonly targets?: readonly { readonly expr: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
}

export interface ShippedDashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly ShippedPanel[];
}

function rules(): (Alert | RecordingRule)[] {
  return read('alerts', '.yaml').flatMap(({ text }) =>
    (parse(text) as { groups: { rules: (Alert | RecordingRule)[] }[] }).groups.flatMap((group) => group.rules),
  );
}

/** Every alert. One with two severities is there twice. */
export function shippedAlerts(): readonly Alert[] {
  return rules().filter((rule) => 'alert' in rule);
}

export function recordingRules(): readonly RecordingRule[] {
  return rules().filter((rule) => 'record' in rule);
}

export function shippedDashboards(): readonly ShippedDashboard[] {
  return read('dashboards', '.json').map(({ text }) => JSON.parse(text) as ShippedDashboard);
}

/** The panels of a dashboard that ask something. */
export function questionsOf(dashboard: ShippedDashboard): readonly ShippedPanel[] {
  return dashboard.panels.filter(({ type }) => type !== 'row');
}

/** Returns the names of metrics and records in a query that are ours. */
export function namesIn(expr: string): string[] {
  return [...expr.matchAll(/\bprospect[_:][\w:]+/g)].map(([name]) => name);
}

/** Returns the metric of a series of a histogram, or the name itself. */
export function metricOf(series: string): string {
  return series.replace(/_(bucket|count|sum)$/, '');
}

/** The files of a folder of the package with an ending, in the order of their names. */
export function read(folder: string, ending: string): { readonly file: string; readonly text: string }[] {
  const location = path.join(MONITORING, folder);
  return readdirSync(location)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(location, file), 'utf8') }));
}
