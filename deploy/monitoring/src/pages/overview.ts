import type { Page } from '../layout.js';
import { HERE, quantile, rate } from '../panels.js';

const BUDGET = 'on (slo) group_left () (1 - prospect:slo_objective:ratio)';
const BURNS = ['AvailabilityBudgetBurn', 'LookupLatencyBudgetBurn', 'SpendLatencyBudgetBurn'];

/** Whether customers are served as promised. */
export const OVERVIEW: Page = {
  uid: 'prospecting-overview',
  title: 'Prospecting: are customers served?',
  description:
    'Start here. Objectives and their error budgets, what customers ask for and get, and whether all parts run.',
  rows: [
    {
      title: 'Promises',
      questions: [
        {
          title: 'How much of each error budget is left?',
          description:
            'Share of the failures that the objective allows in 30 days and that have not happened yet. Below 0 the promise is broken: no risky release until it recovers.',
          unit: 'percentunit',
          shows: 'now',
          max: 1,
          thresholds: [
            { from: -1_000, color: 'red' },
            { from: 0, color: 'orange' },
            { from: 0.25, color: 'green' },
          ],
          alerts: BURNS,
          queries: [
            { expr: `1 - prospect:slo_errors:ratio_rate30d{${HERE}} / ${BUDGET}`, legend: '{{slo}} {{namespace}}' },
          ],
        },
        {
          title: 'How fast do the error budgets burn?',
          description:
            '1 uses a budget up in exactly 30 days. 14.4 for an hour, or 6 for six hours, pages. Look at the failing operations and codes below.',
          unit: 'none',
          min: 0,
          thresholds: [
            { from: 1, color: 'orange' },
            { from: 6, color: 'red' },
          ],
          alerts: BURNS,
          traces: true,
          queries: [{ expr: `prospect:slo_errors:ratio_rate1h{${HERE}} / ${BUDGET}`, legend: '{{slo}} {{namespace}}' }],
        },
        {
          title: 'How many alerts fire?',
          description: 'Alerts of this product that fire now. Each links to its runbook in Alertmanager.',
          unit: 'none',
          shows: 'now',
          thresholds: [{ from: 1, color: 'red' }],
          queries: [
            {
              expr: `count(ALERTS{alertstate="firing", product="prospecting", ${HERE}}) or vector(0)`,
              legend: 'alerts',
            },
          ],
        },
      ],
    },
    {
      title: 'Requests',
      questions: [
        {
          title: 'What do customers ask for?',
          description: 'Requests per second by operation; `none` is a path that no operation has.',
          unit: 'reqps',
          min: 0,
          traces: true,
          queries: [{ expr: rate('prospect_http_requests_total', HERE, ['operation']), legend: '{{operation}}' }],
        },
        {
          title: 'Which problems do they get?',
          description:
            'Answers that are problems, by code and status. 4xx are requests of customers that need a change; a 5xx is ours.',
          unit: 'reqps',
          min: 0,
          alerts: ['AvailabilityBudgetBurn'],
          traces: true,
          queries: [
            {
              expr: rate('prospect_http_requests_total', `code!="ok", ${HERE}`, ['code', 'status']),
              legend: '{{status}} {{code}}',
            },
          ],
        },
        {
          title: 'Which share of the requests fails?',
          description: 'Bad events in 5 minutes: a 5xx, a lookup above 250 ms, a spend above 500 ms.',
          unit: 'percentunit',
          min: 0,
          thresholds: [
            { from: 0.001, color: 'orange' },
            { from: 0.01, color: 'red' },
          ],
          alerts: BURNS,
          traces: true,
          queries: [{ expr: `prospect:slo_errors:ratio_rate5m{${HERE}}`, legend: '{{slo}} {{namespace}}' }],
        },
        {
          title: 'How long do 99 % of the requests take at most?',
          description: 'By operation. The objectives are 250 ms for lookups and 500 ms for contacts/reveal.',
          unit: 's',
          min: 0,
          thresholds: [
            { from: 0.25, color: 'orange' },
            { from: 0.5, color: 'red' },
          ],
          alerts: ['LookupLatencyBudgetBurn', 'SpendLatencyBudgetBurn'],
          traces: true,
          queries: [
            {
              expr: quantile(0.99, 'prospect_http_request_duration_seconds', HERE, ['operation']),
              legend: '{{operation}}',
            },
          ],
        },
        {
          title: 'How long does half of the requests take at most?',
          description: 'The median by operation.',
          unit: 's',
          min: 0,
          traces: true,
          queries: [
            {
              expr: quantile(0.5, 'prospect_http_request_duration_seconds', HERE, ['operation']),
              legend: '{{operation}}',
            },
          ],
        },
        {
          title: 'Which limits do customers exceed?',
          description:
            'Requests in a bucket that was full. One customer who loops is a call to that customer, not an alert.',
          unit: 'reqps',
          min: 0,
          alerts: ['RedisFallback'],
          queries: [{ expr: rate('prospect_buckets_exceeded_total', HERE, ['bucket']), legend: '{{bucket}}' }],
        },
      ],
    },
    {
      title: 'Parts',
      questions: [
        {
          title: 'How many replicas of each service are ready?',
          description: 'Replicas that pass every readiness check. 0 means that the service serves nobody.',
          unit: 'none',
          min: 0,
          alerts: ['NotReady', 'TargetDown', 'PodsNotReady'],
          queries: [
            {
              expr: `sum by (service) (min by (namespace, service, instance) (prospect_ready{${HERE}}))`,
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'Does Prometheus reach every process?',
          description:
            '1 for each process that answers. A process that is missing here is missing in every other panel.',
          unit: 'none',
          min: 0,
          max: 1,
          alerts: ['TargetDown'],
          queries: [{ expr: `up{${HERE}} and on (service) prospect_build_info`, legend: '{{service}} {{instance}}' }],
        },
        {
          title: 'Which versions run?',
          description: 'Processes by service and version. Two versions for longer than a rolling update need a look.',
          unit: 'none',
          shows: 'now',
          alerts: ['SchemaNewerThanCode'],
          queries: [
            { expr: `count by (service, version) (prospect_build_info{${HERE}})`, legend: '{{service}} {{version}}' },
          ],
        },
      ],
    },
  ],
};
