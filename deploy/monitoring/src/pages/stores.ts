import type { Page } from '../layout.js';
import { HERE } from '../panels.js';

/** Databases, their replicas, and Redis, as the services see them. */
export const STORES: Page = {
  uid: 'prospecting-stores',
  title: 'Prospecting: do the databases and Redis keep up?',
  description: 'As the services see them. The dashboards of your PostgreSQL and Redis say the rest.',
  rows: [
    {
      title: 'PostgreSQL',
      questions: [
        {
          title: 'Does anyone wait for a connection?',
          description: 'Callers without a connection, by pool. They wait for 2 s at most.',
          unit: 'none',
          min: 0,
          thresholds: [{ from: 1, color: 'red' }],
          alerts: ['PoolSaturated'],
          queries: [
            {
              expr: `prospect_pool_connections{state="waiting", ${HERE}}`,
              legend: '{{service}} {{instance}} {{pool}}',
            },
          ],
        },
        {
          title: 'How many connections are in use?',
          description: 'By pool, summed over its replicas. DATABASE_POOL_SIZE limits each process.',
          unit: 'none',
          min: 0,
          alerts: ['PoolSaturated'],
          queries: [
            {
              expr: `sum by (service, pool) (prospect_pool_connections{state="used", ${HERE}})`,
              legend: '{{service}} {{pool}}',
            },
          ],
        },
        {
          title: 'How many connections are open in all?',
          description: 'Used and idle: compare it with max_connections of the server.',
          unit: 'none',
          min: 0,
          queries: [
            { expr: `sum by (service) (prospect_pool_connections{state!="waiting", ${HERE}})`, legend: '{{service}}' },
          ],
        },
        {
          title: 'How much of the disk of the bundled database is free?',
          description: 'Needs the metrics of the kubelet. PostgreSQL stops when the disk is full.',
          unit: 'percentunit',
          min: 0,
          max: 1,
          thresholds: [
            { from: 0, color: 'red' },
            { from: 0.05, color: 'orange' },
            { from: 0.2, color: 'green' },
          ],
          alerts: ['DatabaseDiskFilling'],
          queries: [
            {
              expr: `kubelet_volume_stats_available_bytes{persistentvolumeclaim=~".*postgresql.*", ${HERE}} / kubelet_volume_stats_capacity_bytes{persistentvolumeclaim=~".*postgresql.*", ${HERE}}`,
              legend: '{{namespace}} {{persistentvolumeclaim}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Read replicas',
      questions: [
        {
          title: 'How far are the replicas behind?',
          description: 'At most, by replica. search-service leaves out a replica that is too far behind.',
          unit: 's',
          min: 0,
          thresholds: [{ from: 10, color: 'orange' }],
          alerts: ['ReplicaLagging'],
          queries: [
            { expr: `max by (namespace, replica) (prospect_replica_lag_seconds{${HERE}})`, legend: '{{replica}}' },
          ],
        },
        {
          title: 'Which replicas serve?',
          description: '1 while a search-service uses a replica.',
          unit: 'none',
          min: 0,
          max: 1,
          alerts: ['ReplicaOutOfUse'],
          queries: [{ expr: `prospect_replica_in_use{${HERE}}`, legend: '{{replica}} {{instance}}' }],
        },
      ],
    },
    {
      title: 'Redis',
      questions: [
        {
          title: 'Which gateways count without Redis?',
          description: '1 while a gateway counts requests in its own memory. A gateway without REDIS_URL is not here.',
          unit: 'none',
          min: 0,
          max: 1,
          thresholds: [{ from: 1, color: 'red' }],
          alerts: ['RedisFallback'],
          queries: [{ expr: `prospect_rate_limiter_fallback{${HERE}}`, legend: '{{instance}}' }],
        },
      ],
    },
  ],
};
