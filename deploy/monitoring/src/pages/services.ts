import type { Page } from '../layout.js';
import { HERE, ofOurs, quantile, rate } from '../panels.js';

const CHOSEN = `service=~"$service", ${HERE}`;

/** Every service by the same questions: all have the same layout and the same metrics. */
export const SERVICES: Page = {
  uid: 'prospecting-services',
  title: 'Prospecting: how are the services?',
  description: 'Choose a service above. Its calls, its process, and what only the gateway has.',
  byService: true,
  rows: [
    {
      title: 'Readiness',
      questions: [
        {
          title: 'Which readiness checks fail?',
          description: '1 for a check that keeps the process from serving. `/readyz` of the process says the reason.',
          unit: 'none',
          min: 0,
          max: 1,
          thresholds: [{ from: 1, color: 'red' }],
          alerts: ['NotReady'],
          queries: [{ expr: `1 - prospect_ready{${CHOSEN}}`, legend: '{{service}} {{instance}} {{check}}' }],
        },
        {
          title: 'Which checks fail while the process serves on?',
          description: '1 for a check that fails and is tolerated. `/readyz` of the process says the reason.',
          unit: 'none',
          min: 0,
          max: 1,
          thresholds: [{ from: 1, color: 'orange' }],
          alerts: ['Degraded', 'RedisFallback'],
          queries: [{ expr: `prospect_degraded{${CHOSEN}}`, legend: '{{service}} {{instance}} {{check}}' }],
        },
        {
          title: 'Do code and schemas fit?',
          description: 'Migrations that the code needs and the schema lacks (pending), or has in advance (unknown).',
          unit: 'none',
          min: 0,
          thresholds: [{ from: 1, color: 'orange' }],
          alerts: ['SchemaOlderThanCode', 'SchemaNewerThanCode'],
          queries: [
            {
              expr: `max by (service, schema) (prospect_schema_pending_migrations{${CHOSEN}})`,
              legend: '{{service}} {{schema}} pending',
            },
            {
              expr: `max by (service, schema) (prospect_schema_unknown_migrations{${CHOSEN}})`,
              legend: '{{service}} {{schema}} unknown',
            },
          ],
        },
        {
          title: 'How much of their life do certificates have left?',
          description: 'They are renewed when a third is left. An authority that has years left is well at any share.',
          unit: 'percentunit',
          shows: 'now',
          thresholds: [
            { from: -1e9, color: 'red' },
            { from: 0.08, color: 'orange' },
            { from: 0.25, color: 'green' },
          ],
          alerts: ['CertificateEnding'],
          queries: [
            {
              expr: `min by (service, certificate) ((prospect_tls_certificate_expires_timestamp_seconds{${CHOSEN}} - time()) / (prospect_tls_certificate_expires_timestamp_seconds{${CHOSEN}} - prospect_tls_certificate_starts_timestamp_seconds{${CHOSEN}}))`,
              legend: '{{service}} {{certificate}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Calls between services',
      questions: [
        {
          title: 'Which calls does it answer?',
          description: 'RPCs per second by method, as the server sees them.',
          unit: 'ops',
          min: 0,
          traces: true,
          queries: [{ expr: rate('prospect_rpc_server_calls_total', CHOSEN, ['method']), legend: '{{method}}' }],
        },
        {
          title: 'Which calls does it refuse or fail?',
          description: 'RPCs with an error code. insufficient_credits and the like are answers to customers.',
          unit: 'ops',
          min: 0,
          traces: true,
          queries: [
            {
              expr: rate('prospect_rpc_server_calls_total', `code!="ok", ${CHOSEN}`, ['method', 'code']),
              legend: '{{code}} {{method}}',
            },
          ],
        },
        {
          title: 'How long do 99 % of its answers take at most?',
          description: 'By method, as the server sees them.',
          unit: 's',
          min: 0,
          traces: true,
          thresholds: [{ from: 0.25, color: 'orange' }],
          queries: [
            { expr: quantile(0.99, 'prospect_rpc_server_duration_seconds', CHOSEN, ['method']), legend: '{{method}}' },
          ],
        },
        {
          title: 'How do its own calls to others end?',
          description:
            'RPCs by outcome, as the client sees them. service_unavailable is a callee that does not answer.',
          unit: 'ops',
          min: 0,
          traces: true,
          alerts: ['TargetDown'],
          queries: [
            {
              expr: rate('prospect_rpc_client_calls_total', CHOSEN, ['method', 'code']),
              legend: '{{code}} {{method}}',
            },
          ],
        },
        {
          title: 'How long does it wait for others?',
          description: '99 % of its own calls, by method. Above the time of the server it is the network, or a queue.',
          unit: 's',
          min: 0,
          traces: true,
          thresholds: [{ from: 0.25, color: 'orange' }],
          queries: [
            { expr: quantile(0.99, 'prospect_rpc_client_duration_seconds', CHOSEN, ['method']), legend: '{{method}}' },
          ],
        },
      ],
    },
    {
      title: 'Process',
      questions: [
        {
          title: 'Does the event loop keep up?',
          description: 'The longest wait of 99 % of its turns. Every request waits with it.',
          unit: 's',
          min: 0,
          thresholds: [
            { from: 0.05, color: 'orange' },
            { from: 0.2, color: 'red' },
          ],
          alerts: ['EventLoopLag'],
          queries: [{ expr: ofOurs('nodejs_eventloop_lag_p99_seconds', CHOSEN), legend: '{{service}} {{instance}}' }],
        },
        {
          title: 'How many cores does it use?',
          description: 'One process uses little more than one core: add replicas before it gets there.',
          unit: 'none',
          min: 0,
          thresholds: [{ from: 0.9, color: 'orange' }],
          alerts: ['EventLoopLag'],
          queries: [
            {
              expr: `rate(process_cpu_seconds_total{${CHOSEN}}[$__rate_interval]) and on (job, instance) prospect_build_info`,
              legend: '{{service}} {{instance}}',
            },
          ],
        },
        {
          title: 'How much memory does it use?',
          description: 'Resident memory and the heap in it. A heap that only grows is a leak.',
          unit: 'bytes',
          min: 0,
          alerts: ['MemoryNearLimit'],
          queries: [
            { expr: ofOurs('process_resident_memory_bytes', CHOSEN), legend: '{{service}} {{instance}} resident' },
            { expr: ofOurs('nodejs_heap_size_used_bytes', CHOSEN), legend: '{{service}} {{instance}} heap' },
          ],
        },
        {
          title: 'How close is it to the memory limit of its container?',
          description: 'Needs the metrics of the kubelet and of kube-state-metrics.',
          unit: 'percentunit',
          min: 0,
          max: 1,
          thresholds: [{ from: 0.9, color: 'red' }],
          alerts: ['MemoryNearLimit', 'PodsNotReady'],
          queries: [
            {
              expr: `max by (pod, container) (container_memory_working_set_bytes{container=~"$service", ${HERE}}) / max by (pod, container) (kube_pod_container_resource_limits{resource="memory", container=~"$service", ${HERE}})`,
              legend: '{{pod}}',
            },
          ],
        },
        {
          title: 'When did it start?',
          description: 'Age of each process. A process that is always young crashes or is killed.',
          unit: 's',
          min: 0,
          alerts: ['PodsNotReady'],
          queries: [
            {
              expr: `time() - process_start_time_seconds{${CHOSEN}} and on (job, instance) prospect_build_info`,
              legend: '{{service}} {{instance}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Gateway: connections and keys',
      questions: [
        {
          title: 'How many connections are open?',
          description: 'Public connections by gateway. At PUBLIC_MAX_CONNECTIONS it closes new ones unread.',
          unit: 'none',
          min: 0,
          thresholds: [{ from: 1_800, color: 'orange' }],
          alerts: ['ConnectionsRefused'],
          queries: [{ expr: `prospect_public_connections{${HERE}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Does it refuse connections?',
          description: 'Connections that it closed unread because it had its maximum.',
          unit: 'ops',
          min: 0,
          thresholds: [{ from: 0.01, color: 'red' }],
          alerts: ['ConnectionsRefused'],
          queries: [
            { expr: rate('prospect_public_connections_refused_total', HERE, ['instance']), legend: '{{instance}}' },
          ],
        },
        {
          title: 'How many requests are at work?',
          description:
            'By gateway, and how many may be. The limit falls below PUBLIC_MAX_AT_WORK while the mean request takes more than 1 s.',
          unit: 'none',
          min: 0,
          alerts: ['RequestsRefused'],
          queries: [
            { expr: `prospect_requests_at_work{${HERE}}`, legend: '{{kind}} {{instance}}' },
            { expr: `prospect_requests_at_work_limit{${HERE}}`, legend: 'limit of {{kind}} {{instance}}' },
          ],
        },
        {
          title: 'Does it refuse requests?',
          description:
            'Answered 503 before any work: all places were taken (`full`), or the account had its share (`share`).',
          unit: 'ops',
          min: 0,
          thresholds: [{ from: 0.01, color: 'red' }],
          alerts: ['RequestsRefused'],
          queries: [
            {
              expr: rate('prospect_requests_refused_total', HERE, ['kind', 'reason']),
              legend: '{{kind}} {{reason}}',
            },
          ],
        },
        {
          title: 'Where does it find keys?',
          description:
            '`hit` costs nothing, `miss` a statement. `bypass` and `stale` mean that notifications do not arrive.',
          unit: 'ops',
          min: 0,
          alerts: ['KeyCacheNotListening'],
          queries: [{ expr: rate('prospect_key_lookups_total', HERE, ['outcome']), legend: '{{outcome}}' }],
        },
        {
          title: 'Does it hear of changed keys?',
          description: '1 while notifications arrive and the cache is used.',
          unit: 'none',
          min: 0,
          max: 1,
          alerts: ['KeyCacheNotListening'],
          queries: [{ expr: `prospect_key_cache_listening{${HERE}}`, legend: '{{instance}}' }],
        },
      ],
    },
    {
      title: 'Gateway: log, contract and deletion',
      questions: [
        {
          title: 'Does the request log keep up?',
          description: 'Entries that wait to be written.',
          unit: 'none',
          min: 0,
          alerts: ['RequestLogDropping'],
          queries: [{ expr: `prospect_request_log_queued{${HERE}}`, legend: '{{instance}}' }],
        },
        {
          title: 'Does the request log lose entries?',
          description: 'Lost entries per second. Customers do not see these requests in the log of their keys.',
          unit: 'ops',
          min: 0,
          thresholds: [{ from: 0.001, color: 'red' }],
          alerts: ['RequestLogDropping'],
          queries: [{ expr: rate('prospect_request_log_dropped_total', HERE, ['instance']), legend: '{{instance}}' }],
        },
        {
          title: 'Do answers break the published contract?',
          description: 'Checked answers that break it. Always a bug of ours.',
          unit: 'ops',
          min: 0,
          thresholds: [{ from: 0.001, color: 'red' }],
          alerts: ['ResponseBreaksContract'],
          queries: [
            {
              expr: rate('prospect_response_guard_violations_total', HERE, ['operation', 'status']),
              legend: '{{operation}} {{status}}',
            },
          ],
        },
        {
          title: 'How long are the oldest rows past their time?',
          description:
            'Gateways delete stored responses, missed numbers and days of the request log every 5 minutes; reveal-service deletes reveals, or replaces their ids, every 15 minutes.',
          unit: 's',
          min: 0,
          thresholds: [{ from: 21_600, color: 'red' }],
          alerts: ['RetentionBehind'],
          queries: [
            {
              expr: `max by (namespace, what) (prospect_retention_overdue_seconds{${HERE}})`,
              legend: '{{what}}',
            },
          ],
        },
        {
          title: 'How long ago did each deletion leave nothing past its time?',
          description: 'The last success in any process of the service. What it deletes holds personal data.',
          unit: 's',
          min: 0,
          thresholds: [{ from: 3_600, color: 'red' }],
          alerts: ['RetentionSilent'],
          queries: [
            {
              expr: `time() - max by (namespace, what) (prospect_retention_last_success_timestamp_seconds{${HERE}})`,
              legend: '{{what}}',
            },
          ],
        },
        {
          title: 'How many rows past their time are deleted?',
          description: 'Rows per second by kind, and runs that failed.',
          unit: 'ops',
          min: 0,
          alerts: ['RetentionBehind', 'RetentionSilent'],
          queries: [
            { expr: rate('prospect_retention_deleted_total', HERE, ['what']), legend: '{{what}}' },
            { expr: rate('prospect_retention_failures_total', HERE, ['what']), legend: '{{what}} failed' },
          ],
        },
      ],
    },
  ],
};
