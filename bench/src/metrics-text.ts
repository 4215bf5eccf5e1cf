/** One sample of a process's metrics. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the text of a /metrics endpoint. Comments and what is no number are left out. */
export function parseMetrics(text: string): MetricSample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', number] = LINE.exec(line) ?? [];
    const value = Number(number);
    if (name === undefined || !Number.isFinite(value)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', content = '']) => [label, content] as const);
    return [{ name, labels: Object.fromEntries(pairs), value }];
  });
}

/**
 * Returns the sum of a metric over the samples that have these labels. Undefined when there is
 * none.
 */
export function sumOf(
  samples: readonly MetricSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return wanted.length === 0 ? undefined : wanted.reduce((sum, { value }) => sum + value, 0);
}
