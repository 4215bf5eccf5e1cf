import path from 'node:path';
import type { Cluster } from './cluster.js';
import { NODE_PORT } from './cluster.js';
import { REPOSITORY, ROOT, TAGS } from './images.js';
import type { Images } from './options.js';
import { attempt, run, type Outcome } from './shell.js';

/** The name of the release, and with it the first part of every resource's name. */
export const RELEASE = 'prospecting';

export const SERVICES = ['gateway', 'search-service', 'reveal-service', 'credits-service', 'admin-service'] as const;
export type Service = (typeof SERVICES)[number];

/** Pods of each service between disruptions. */
export const REPLICAS = 2;

type Tag = (typeof TAGS)[keyof typeof TAGS];

/** The release in the cluster, by way of helm. */
export interface Release {
  /** Returns as soon as the resources are there; pods start afterwards. */
  install(): Promise<void>;
  /** Upgrades and waits until the new pods serve. `values` are set beside those of the run. */
  upgrade(tag: Tag, values?: readonly string[]): Promise<Outcome>;
  rollback(): Promise<void>;
  uninstall(): Promise<void>;
  /** Renders the chart and lets the API server check every resource. */
  dryRun(): Promise<void>;
  /** Runs `helm test`. */
  test(): Promise<void>;
}

const CHART = path.join(ROOT, 'deploy/helm/prospecting');
const TIMEOUT = '6m';
const TIMEOUT_MS = 420_000;

export function createRelease({ namespace }: Cluster, images: Images, baseUrl: string): Release {
  const named = ['--namespace', namespace];
  const values = (tag: Tag): string => JSON.stringify(valuesOf(images, baseUrl, tag));
  const helm = (argv: readonly string[], input?: string): Promise<string> =>
    run('helm', [...argv, ...named], { ...(input !== undefined && { input }), timeoutMs: TIMEOUT_MS });
  return {
    install: async () => {
      await helm(['install', RELEASE, CHART, '--values', '-'], values(TAGS.current));
    },
    upgrade(tag, own = []) {
      const argv = ['upgrade', RELEASE, CHART, '--values', '-', '--wait', '--timeout', TIMEOUT];
      const set = own.flatMap((value) => ['--set', value]);
      return attempt('helm', [...argv, ...set, ...named], { input: values(tag), timeoutMs: TIMEOUT_MS });
    },
    rollback: async () => {
      await helm(['rollback', RELEASE, '--wait', '--timeout', TIMEOUT]);
    },
    uninstall: async () => {
      await helm(['uninstall', RELEASE, '--wait', '--timeout', TIMEOUT]);
    },
    dryRun: async () => {
      await helm(['install', RELEASE, CHART, '--values', '-', '--dry-run=server'], values(TAGS.current));
    },
    test: async () => {
      await helm(['test', RELEASE, '--logs', '--timeout', '3m']);
    },
  };
}

/** Values for a small machine. Everything else is the default that operators get. */
function valuesOf({ postgres, redis }: Images, baseUrl: string, tag: Tag): object {
  const small = { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '384Mi' } };
  return {
    image: { repository: REPOSITORY, tag },
    public: { baseUrl, tls: { enabled: false }, service: { type: 'NodePort', nodePort: NODE_PORT } },
    defaults: { replicas: REPLICAS, resources: small, databasePoolSize: 5 },
    gateway: { responseGuardRatio: 1 },
    postgresql: {
      image: postgres,
      storage: { size: '2Gi' },
      settings: { max_connections: '200', shared_buffers: '64MB' },
      resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '768Mi' } },
    },
    redis: { image: redis, resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '64Mi' } } },
    migrations: { resources: small },
    tls: { resources: small },
    audit: { resources: small },
  };
}
