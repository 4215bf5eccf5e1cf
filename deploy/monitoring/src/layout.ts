// The SDK prefers the second schema of dashboards, which only Grafana 12 and later read. This one
// every Grafana reads.
/* oxlint-disable typescript/no-deprecated */
import {
  ConstantVariableBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  TextBoxVariableBuilder,
  VariableRefresh,
  VariableSort,
  type Dashboard,
  type Panel,
  type RowPanel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DATASOURCE, HERE, toPanel, traceLink, tracesLink, type Question } from './panels.js';

export interface Row {
  readonly title: string;
  readonly questions: readonly Question[];
}

export interface Page {
  /** Part of its address in Grafana: it never changes. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
  /** Adds the variable `service`. */
  readonly byService?: boolean;
}

/** Replaced by the address of the runbooks, in alerts and dashboards alike. */
export const RUNBOOKS = 'RUNBOOK_BASE_URL';
const TAG = 'prospecting';
const COLUMNS = 24;
const PANEL_HEIGHT = 8;
const IN_A_ROW = 3;

/** Lays the questions of a page out, three beside each other, with numbers that do not change. */
export function toDashboard(page: Page): Dashboard {
  const dashboard = frame(page).build();
  let y = 0;
  let id = 0;
  dashboard.panels = page.rows.flatMap(({ title, questions }): (Panel | RowPanel)[] => {
    const row = new RowBuilder(title).id(++id).gridPos({ x: 0, y, w: COLUMNS, h: 1 }).build();
    y += 1;
    const width = COLUMNS / IN_A_ROW;
    const panels = questions.map((question, index): Panel => {
      const gridPos = {
        x: (index % IN_A_ROW) * width,
        y: y + Math.floor(index / IN_A_ROW) * PANEL_HEIGHT,
        w: width,
        h: PANEL_HEIGHT,
      };
      return { ...toPanel(question), id: ++id, gridPos };
    });
    y += Math.ceil(questions.length / IN_A_ROW) * PANEL_HEIGHT;
    return [row, ...panels];
  });
  return dashboard;
}

function frame({ uid, title, description, byService }: Page): DashboardBuilder {
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags([TAG])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('30s')
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .editable()
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(new DatasourceVariableBuilder('tempo').label('Traces').type('tempo'))
    .withVariable(choice('namespace', 'Namespace', 'label_values(prospect_build_info, namespace)'));
  if (byService === true)
    builder.withVariable(choice('service', 'Service', `label_values(prospect_build_info{${HERE}}, service)`));
  return builder
    .withVariable(new TextBoxVariableBuilder('traceId').label('traceId').defaultValue(''))
    .withVariable(new ConstantVariableBuilder('runbooks').value(RUNBOOKS))
    .link(
      new DashboardLinkBuilder('Prospecting')
        .type(DashboardLinkType.Dashboards)
        .tags([TAG])
        .keepTime(true)
        .asDropdown(true),
    )
    .link(traceLink('Trace of a problem'))
    .link(tracesLink('Slow and failed traces'));
}

/** A variable with the values of a label. All also finds series that lack the label. */
function choice(name: string, label: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(DATASOURCE)
    .query({ query, refId: name })
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
    .current({ text: ['All'], value: ['$__all'], selected: true });
}
