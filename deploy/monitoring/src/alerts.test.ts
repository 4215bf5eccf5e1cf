import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isInstalled } from '#testing/processes.js';
import { MONITORING } from '#testing/prometheus.js';
import { read, shippedAlerts } from '#testing/shipped.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { RUNBOOKS } from './layout.js';
import { runbookOf } from './panels.js';

interface Case {
  readonly name: string;
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly { readonly exp_labels: Readonly<Record<string, string>> }[];
  }[];
}

function cases(): { readonly alertname: string; readonly severities: readonly string[] }[] {
  return read('tests', '.test.yaml')
    .flatMap(({ text }) => (parse(text) as { tests: Case[] }).tests)
    .flatMap((each) => each.alert_rule_test)
    .map(({ alertname, exp_alerts: expected }) => ({
      alertname,
      severities: expected.map(({ exp_labels: labels }) => labels['severity'] ?? ''),
    }));
}

describe('Alerts', () => {
  const alerts = shippedAlerts();

  for (const { alert, labels, annotations } of alerts) {
    const severity = labels['severity'] ?? '';

    it(`${alert} (${severity}) says whom to wake, what is wrong, and where its runbook is`, () => {
      expect(severity).to.be.oneOf(['page', 'ticket']);
      expect(labels['product']).to.equal('prospecting');
      expect(annotations).to.have.all.keys('summary', 'description', 'runbook_url');
      expect(annotations['summary']).not.to.match(/\.$/);
      expect(annotations['description'])
        .to.match(/\{\{ ?\$(value|labels)/, 'has values')
        .and.to.match(/\.$/);
      expect(annotations['runbook_url']).to.equal(`${RUNBOOKS}/${runbookOf(alert)}`);
    });

    it(`${alert} (${severity}) has a case that fires and one that stays quiet`, () => {
      const own = cases().filter(({ alertname }) => alertname === alert);
      expect(own.some(({ severities }) => severities.includes(severity))).to.equal(true, 'fires');
      expect(own.some(({ severities }) => severities.length === 0)).to.equal(true, 'stays quiet');
    });
  }

  it('fire and stay quiet as their cases say', function () {
    if (!isInstalled('promtool')) return this.skip();
    this.timeout(240_000);
    const files = read('tests', '.test.yaml').map(({ file }) => path.join(MONITORING, 'tests', file));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' });
    expect(status, stdout + stderr).to.equal(0);
  });
});
