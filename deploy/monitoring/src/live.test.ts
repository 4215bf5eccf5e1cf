import { createLoad } from '#testing/load.js';
import { startInstallation, type Installation } from '#testing/installation.js';
import { isInstalled } from '#testing/processes.js';
import { startPrometheus, type Prometheus } from '#testing/prometheus.js';
import {
  metricOf,
  namesIn,
  questionsOf,
  recordingRules,
  shippedAlerts,
  shippedDashboards,
  type ShippedPanel,
} from '#testing/shipped.js';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';

/** Questions without an answer here, and why. */
const UNANSWERED: Readonly<Record<string, string>> = {
  'How close is it to the memory limit of its container?': 'metrics of the kubelet and of kube-state-metrics',
  'How much of the disk of the bundled database is free?': 'metrics of the kubelet',
  'How far are the replicas behind?': 'needs a streaming replica; search-service/src/replicas has one in its tests',
  'What does recovery do?': 'a label begins with its first event: needs a process that dies in a spend',
  'Do answers break the published contract?': 'a label begins with its first event, which is a bug',
};

/** Metrics on no dashboard, and why. */
const UNASKED: Readonly<Record<string, string>> = {};

/** Alerts that may fire here, and why. */
const DESERVED: Readonly<Record<string, string>> = {
  LookupLatencyBudgetBurn: 'a test machine under load is slower than the objective',
  SpendLatencyBudgetBurn: 'a test machine under load is slower than the objective',
};

describe('Prometheus on the running product', function () {
  this.timeout(180_000);
  let installation: Installation;
  let prometheus: Prometheus;

  before(async function () {
    const redisUrl = process.env['TEST_REDIS_URL'];
    if (redisUrl === undefined || !isInstalled('prometheus')) return this.skip();
    installation = await startInstallation(redisUrl);
    const load = await createLoad(installation);
    // Before the first scrape: the metrics of audits are read from their table every 30 s.
    await load.audit();
    prometheus = await startPrometheus(installation.targets);
    const answered = async (): Promise<boolean> => {
      await load.round();
      const open = await Promise.all(
        shippedDashboards()
          .flatMap(questionsOf)
          .filter(({ title }) => UNANSWERED[title] === undefined)
          .map(async (panel) => (await answersOf(panel)).includes(0)),
      );
      return !open.includes(true);
    };
    // Ends as soon as all panels have series; the tests name those that have none.
    await eventually(answered, (all) => all, { timeoutMs: 60_000, intervalMs: 200 });
  });
  after(async () => {
    await prometheus?.stop();
    await installation?.stop();
  });

  /** Returns how many series each query of a panel answers. */
  async function answersOf({ targets = [] }: ShippedPanel): Promise<number[]> {
    return Promise.all(targets.map(async ({ expr }) => (await prometheus.query(filledIn(expr))).length));
  }

  for (const dashboard of shippedDashboards()) {
    for (const panel of questionsOf(dashboard)) {
      const reason = UNANSWERED[panel.title];
      const what = reason === undefined ? 'is answered' : `can be asked (${reason})`;
      it(`${dashboard.uid}: "${panel.title}" ${what}`, async () => {
        const answers = await answersOf(panel);
        if (reason === undefined) expect(answers, JSON.stringify(panel.targets)).not.to.include(0);
      });
    }
  }

  it('every alert and recording rule can be evaluated', async () => {
    for (const { expr } of [...shippedAlerts(), ...recordingRules()]) await prometheus.query(expr);
  });

  it('alerts and dashboards name only metrics that the product or a recording rule has', async () => {
    const known = new Set([...(await exposed()), ...recordingRules().map(({ record }) => record)]);
    const exprs = [
      ...shippedAlerts().map(({ expr }) => expr),
      ...recordingRules().map(({ expr }) => expr),
      ...shippedDashboards().flatMap(exprsOf),
    ];
    const unknown = exprs.flatMap(namesIn).filter((name) => !known.has(metricOf(name)));
    expect([...new Set(unknown)]).to.deep.equal([]);
  });

  it('every metric of the product is on a dashboard, or there is a reason why not', async () => {
    const exprs = shippedDashboards().flatMap(exprsOf);
    const recorded = recordingRules().map(({ expr }) => expr);
    const asked = new Set([...exprs, ...recorded].flatMap(namesIn).map(metricOf));
    const unasked = (await exposed()).filter((name) => name.startsWith('prospect_') && !asked.has(name));
    expect(unasked).to.have.members(Object.keys(UNASKED));
  });

  it('no alert fires, except those that this installation deserves', async () => {
    const alerts = (await prometheus.query('ALERTS{alertstate="firing"}')).map(({ metric }) => metric['alertname']);
    expect([...new Set(alerts)].filter((alert) => DESERVED[alert ?? ''] === undefined)).to.deep.equal([]);
  });

  it('every series has the label `service` of its process', async () => {
    const up = await prometheus.query('up == 1');
    expect(up.map(({ metric }) => metric['service'])).to.have.members(Object.keys(installation.targets));
  });

  /** The names of all metrics of all services. */
  async function exposed(): Promise<string[]> {
    const names = await Promise.all(
      Object.values(installation.targets).map(async (target) => {
        const text = await (await fetch(`http://${target}/metrics`)).text();
        return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
      }),
    );
    return [...new Set(names.flat())];
  }
});

function exprsOf(dashboard: ReturnType<typeof shippedDashboards>[number]): string[] {
  return questionsOf(dashboard).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** Replaces the variables of Grafana as it does when all is chosen. */
function filledIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '30s').replaceAll(/\$(namespace|service)\b/g, '.*');
}
