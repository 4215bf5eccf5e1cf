import { questionsOf, shippedAlerts, shippedDashboards } from '#testing/shipped.js';
import { expect } from 'chai';
import { toDashboard } from './layout.js';
import { PAGES } from './pages/index.js';
import { runbookOf } from './panels.js';

describe('Dashboards', () => {
  const dashboards = shippedDashboards();

  it('are what `npm run generate` writes', () => {
    const generated = Object.values(PAGES).map((page) => JSON.parse(JSON.stringify(toDashboard(page))) as object);
    expect(dashboards).to.have.deep.members(generated);
  });

  it('have addresses of their own that never change', () => {
    expect(dashboards.map(({ uid }) => uid)).to.have.members([
      'prospecting-money',
      'prospecting-overview',
      'prospecting-services',
      'prospecting-stores',
    ]);
  });

  for (const dashboard of dashboards) {
    it(`${dashboard.uid} asks questions, each with a unit, a description and a query`, () => {
      for (const { title, description = '', targets = [], fieldConfig } of questionsOf(dashboard)) {
        expect(title).to.match(/^[A-Z].+\?$/);
        expect(description, title).to.match(/\.$/);
        expect(targets, title).not.to.deep.equal([]);
        expect(fieldConfig?.defaults.unit, title).to.be.a('string');
      }
    });
  }

  it('link to the runbook of every alert, and to no other', () => {
    const linked = dashboards.flatMap(questionsOf).flatMap(({ links = [] }) => links.map(({ url }) => url));
    const runbooks = shippedAlerts().map(({ alert }) => `\${runbooks}/${runbookOf(alert)}`);
    expect(new Set(linked)).to.deep.equal(new Set(runbooks));
  });

  it('find a trace by the traceId that a problem names', () => {
    const [link] = Object.values(PAGES)
      .flatMap((page) => toDashboard(page).links ?? [])
      .filter(({ title }) => title === 'Trace of a problem');
    const panes = new URL(link?.url ?? '', 'https://grafana.example').searchParams.get('panes') ?? '';
    const { traces } = JSON.parse(panes) as { traces: { datasource: string; queries: { query: string }[] } };
    expect(traces.datasource).to.equal('${tempo}');
    expect(traces.queries.map(({ query }) => query)).to.deep.equal(['${traceId}']);
    expect(link?.url, 'what Grafana replaces is not encoded').to.include('${traceId}');
  });
});
