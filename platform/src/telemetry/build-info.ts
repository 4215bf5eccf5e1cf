import { readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

interface Package {
  readonly version: string;
}

/** The release, which is the version of every package of this repository. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Package;

const NAME = 'prospect_build_info';

/**
 * Shows the service and its release as a metric. A process that runs several services calls it for
 * each.
 */
export function registerBuildInfo(registry: Registry, service: string): void {
  const existing = registry.getSingleMetric(NAME) as Gauge<'service' | 'version'> | undefined;
  const gauge =
    existing ??
    new Gauge({
      name: NAME,
      help: 'Always 1. The release that a service runs.',
      labelNames: ['service', 'version'],
      registers: [registry],
    });
  gauge.set({ service, version }, 1);
}
