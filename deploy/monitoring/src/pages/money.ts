import type { Page } from '../layout.js';
import { HERE, quantile, rate } from '../panels.js';

const REVEAL = `method=~".*RevealSpender/Reveal", ${HERE}`;
const AGE = [
  { from: 15, color: 'orange' },
  { from: 60, color: 'red' },
] as const;

/** Whether every credit is where it belongs. */
export const MONEY: Page = {
  uid: 'prospecting-money',
  title: 'Prospecting: do spends charge what they should?',
  description: 'Spends, what they charge, and everything that watches over the money.',
  rows: [
    {
      title: 'Spends',
      questions: [
        {
          title: 'How do spends end?',
          description:
            '`ok` charged, `dry_run` quoted; every other outcome is an error code and charged nothing. insufficient_credits and credit_cap_exceeded are answers to customers, not failures.',
          unit: 'ops',
          min: 0,
          traces: true,
          alerts: ['AvailabilityBudgetBurn'],
          queries: [{ expr: rate('prospect_spends_total', HERE, ['outcome']), legend: '{{outcome}}' }],
        },
        {
          title: 'How many credits are charged in an hour?',
          description:
            'Credits by kind of information, at the rate of the last minutes. 0 in working hours needs a look.',
          unit: 'none',
          min: 0,
          queries: [
            {
              expr: `3600 * ${rate('prospect_credits_charged_total', HERE, ['info_type'])}`,
              legend: '{{info_type}}',
            },
          ],
        },
        {
          title: 'How long does a reveal take inside reveal-service?',
          description: 'Snapshot, reservation and commit, without the edge. Median and 99 %.',
          unit: 's',
          min: 0,
          traces: true,
          thresholds: [{ from: 0.4, color: 'red' }],
          alerts: ['SpendLatencyBudgetBurn'],
          queries: [
            { expr: quantile(0.5, 'prospect_rpc_server_duration_seconds', REVEAL, []), legend: 'median' },
            { expr: quantile(0.99, 'prospect_rpc_server_duration_seconds', REVEAL, []), legend: '99 %' },
          ],
        },
        {
          title: 'Do retries get the first answer?',
          description:
            'Requests with an Idempotency-Key. Many `in_use` mean that clients retry before the first try has ended; `reused` is a bug of a client.',
          unit: 'ops',
          min: 0,
          queries: [{ expr: rate('prospect_idempotency_total', HERE, ['outcome']), legend: '{{outcome}}' }],
        },
      ],
    },
    {
      title: 'Reservations',
      questions: [
        {
          title: 'How old is the oldest abandoned reservation?',
          description: 'Recovery resolves one within 15 s. Credits of an older one are missing from a balance.',
          unit: 's',
          min: 0,
          thresholds: AGE,
          alerts: ['ReservationPendingTooLong'],
          queries: [
            {
              expr: `max by (namespace) (prospect_recovery_oldest_reservation_seconds{${HERE}})`,
              legend: 'oldest {{namespace}}',
            },
          ],
        },
        {
          title: 'How many reservations did broken spends leave?',
          description: 'Reservations that the last run of recovery found. It rises for seconds after a process died.',
          unit: 'none',
          min: 0,
          thresholds: [{ from: 100, color: 'orange' }],
          alerts: ['RecoveryFailing'],
          queries: [
            {
              expr: `max by (namespace) (prospect_recovery_pending_reservations{${HERE}})`,
              legend: 'pending {{namespace}}',
            },
          ],
        },
        {
          title: 'How long ago did recovery succeed?',
          description: 'By process; each runs every 2 s. One that runs is enough.',
          unit: 's',
          min: 0,
          thresholds: [
            { from: 30, color: 'orange' },
            { from: 120, color: 'red' },
          ],
          alerts: ['RecoverySilent'],
          queries: [
            {
              expr: `time() - prospect_recovery_last_success_timestamp_seconds{${HERE}}`,
              legend: '{{instance}}',
            },
          ],
        },
        {
          title: 'What does recovery do?',
          description: 'Reservations that it captured or released. `failed` repeats until its cause is gone.',
          unit: 'ops',
          min: 0,
          alerts: ['RecoveryFailing'],
          queries: [{ expr: rate('prospect_recovery_total', HERE, ['outcome']), legend: '{{outcome}}' }],
        },
        {
          title: 'Do captures and releases wait?',
          description: 'Ended spends whose reservation is not resolved yet, by process. The queue holds 10,000.',
          unit: 'none',
          min: 0,
          thresholds: [
            { from: 200, color: 'orange' },
            { from: 5_000, color: 'red' },
          ],
          alerts: ['SettlementQueueGrowing'],
          queries: [{ expr: `prospect_settlements_queued{${HERE}}`, legend: '{{instance}}' }],
        },
        {
          title: 'How do settlements end?',
          description: '`lost` is left to recovery. `refused` means that the books disagree, and pages.',
          unit: 'ops',
          min: 0,
          alerts: ['ResolutionRefused'],
          queries: [{ expr: rate('prospect_resolutions_total', HERE, ['result']), legend: '{{result}}' }],
        },
      ],
    },
    {
      title: 'Books',
      questions: [
        {
          title: 'How many differences did the last audit find?',
          description: 'Anything but 0 is a wrong balance, charge or reveal.',
          unit: 'none',
          shows: 'now',
          thresholds: [{ from: 1, color: 'red' }],
          alerts: ['AuditFoundDifferences'],
          queries: [
            { expr: `max by (namespace) (prospect_audit_differences{${HERE}})`, legend: 'differences {{namespace}}' },
          ],
        },
        {
          title: 'How long ago was the last audit?',
          description: 'The last one that began, and the last one that finished without differences or with.',
          unit: 's',
          shows: 'now',
          thresholds: [{ from: 26 * 3600, color: 'red' }],
          alerts: ['AuditNotRun'],
          queries: [
            {
              expr: `time() - max by (namespace) (prospect_audit_last_run_timestamp_seconds{${HERE}})`,
              legend: 'ran {{namespace}}',
            },
            {
              expr: `time() - max by (namespace) (prospect_audit_last_success_timestamp_seconds{${HERE}})`,
              legend: 'finished {{namespace}}',
            },
          ],
        },
        {
          title: 'Do clocks and databases agree?',
          description: 'Beyond 2 s either way a process moves no money.',
          unit: 's',
          thresholds: [
            { from: -2, color: 'green' },
            { from: 2, color: 'red' },
          ],
          alerts: ['ClockOff'],
          queries: [{ expr: `prospect_clock_skew_seconds{${HERE}}`, legend: '{{service}} {{instance}} {{database}}' }],
        },
      ],
    },
  ],
};
