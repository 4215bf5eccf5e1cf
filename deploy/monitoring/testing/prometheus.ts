import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@prospecting/platform/ports';
import { parse, stringify } from 'yaml';
import { startProgram, untilReady } from './processes.js';

/** The folder of the package. */
export const MONITORING = fileURLToPath(new URL('../..', import.meta.url));

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A running Prometheus. */
export interface Prometheus {
  /** Returns the series that a query answers now. Throws an error with the reason of a refusal. */
  query(expr: string): Promise<readonly Series[]>;
  stop(): Promise<void>;
}

interface Configuration {
  global: Record<string, string>;
  rule_files: string[];
  scrape_configs: { static_configs: { targets: string[]; labels: { service: string } }[] }[];
}

/**
 * Starts Prometheus with the example configuration and the alerts that ship, faster and with these
 * targets by service.
 */
export async function startPrometheus(targets: Readonly<Record<string, string>>): Promise<Prometheus> {
  const directory = mkdtempSync(path.join(tmpdir(), 'prospect-prometheus-'));
  writeFileSync(path.join(directory, 'prometheus.yml'), stringify(configured(targets)));
  for (const file of readdirSync(path.join(MONITORING, 'alerts'))) {
    const rules = readFileSync(path.join(MONITORING, 'alerts', file), 'utf8');
    writeFileSync(path.join(directory, file), rules.replaceAll(/interval: \w+/g, 'interval: 1s'));
  }
  const port = await freePort();
  const prometheus = startProgram('prometheus', [
    `--config.file=${path.join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${path.join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const stop = async (): Promise<void> => {
    await prometheus.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilReady(`http://127.0.0.1:${port}/-/ready`, prometheus);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async query(expr) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expr }),
      });
      const answer = (await response.json()) as { error?: string; data?: { result: readonly Series[] } };
      if (answer.data === undefined) throw new Error(`${expr}: ${answer.error}`);
      return answer.data.result;
    },
    stop,
  };
}

function configured(targets: Readonly<Record<string, string>>): Configuration {
  const shipped = parse(readFileSync(path.join(MONITORING, 'prometheus.yml'), 'utf8')) as Configuration;
  return {
    ...shipped,
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['*.yaml'],
    scrape_configs: shipped.scrape_configs.map((scrape) => ({
      ...scrape,
      static_configs: scrape.static_configs.map(({ labels }) => ({
        labels,
        targets: [targets[labels.service] ?? `no target for ${labels.service}`],
      })),
    })),
  };
}
