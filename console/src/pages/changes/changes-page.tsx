import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useReadPage } from '../../api/queries.js';
import type { Change } from '../../api/types.js';
import { actionName } from '../../format/words.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { HistoryIcon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/pager.js';
import { ResultCount } from '../../parts/result-count.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Id, Name, Nothing, Status, Time, To } from '../../parts/values.js';
import { ScopeProvider, useScope } from '../../session/scope.js';
import { detailsInWords } from './details-in-words.js';

export function ChangesPage({ isOfAllAccounts = false }: { isOfAllAccounts?: boolean }): ReactNode {
  if (!isOfAllAccounts) return <OfOneAccount />;
  return (
    <ScopeProvider scope={{ accountId: '', base: '' }}>
      <Changes path="/changes" lead="Who changed what, in every account and in the prices." isOfAllAccounts />
    </ScopeProvider>
  );
}

function OfOneAccount(): ReactNode {
  const { accountId } = useScope();
  return (
    <Changes
      path={`/accounts/${accountId}/changes`}
      lead="Who changed what in this account. Nobody can edit this list."
      isOfAllAccounts={false}
    />
  );
}

interface ChangesProps {
  readonly path: string;
  readonly lead: string;
  readonly isOfAllAccounts: boolean;
}

function Changes({ path, lead, isOfAllAccounts }: ChangesProps): ReactNode {
  const after = new URLSearchParams(useLocation().search).get('after') ?? undefined;
  const page = useReadPage<Change>(path, { after });
  const columns = isOfAllAccounts ? [...COLUMNS, ACCOUNT_COLUMN] : COLUMNS;
  return (
    <Page title={isOfAllAccounts ? 'All changes' : 'Changes'} lead={lead}>
      <section className="card" aria-label="Changes">
        <Loaded query={page}>
          {({ entries, next }) =>
            entries.length === 0 ? (
              <Empty title="Nothing has been changed yet" icon={<HistoryIcon />} />
            ) : (
              <>
                <ResultCount count={entries.length} what="change" hasMore={next !== undefined} />
                <DataTable caption="Changes, newest first" columns={columns} rows={entries} rowKey={({ id }) => id} />
                <Pager next={next} what="changes" />
              </>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}

/** Who is no person by name. A token is of whoever runs the installation, with its commands. */
const ACTORS = { token: 'Operator', system: 'The service itself' } as const;

const COLUMNS: Column<Change>[] = [
  { title: 'Time', render: ({ at }) => <Time at={at} form="exact" /> },
  {
    title: 'What',
    isHeader: true,
    render: ({ action, outcome }) => (
      <span className="stacked">
        <span>{actionName(action)}</span>
        <Outcome outcome={outcome} />
      </span>
    ),
  },
  {
    title: 'Who',
    render: ({ actor: { kind, name } }) => (
      <span className="stacked">
        <Name>{kind === 'user' ? name : ACTORS[kind]}</Name>
        {kind === 'token' && <span className="dim small">by {name}</span>}
      </span>
    ),
  },
  { title: 'Details', render: ({ details }) => detailsInWords(details) || <Nothing /> },
  {
    title: 'Of',
    render: ({ subject }) =>
      subject === null || subject.id === null ? (
        <Nothing />
      ) : (
        <span className="nowrap">
          {subject.kind} <Subject id={subject.id} kind={subject.kind} />
        </span>
      ),
  },
];

const ACCOUNT_COLUMN: Column<Change> = {
  title: 'Account',
  render: ({ accountId }) =>
    accountId === null ? <Nothing /> : <To to={`/operator/accounts/${accountId}`}>{accountId.slice(0, 8)}</To>,
};

function Subject({ id, kind }: { id: string; kind: string }): ReactNode {
  return /^[\da-f-]{36}$/.test(id) ? <Id id={id} what={`${kind} id`} /> : <span className="wrap-anywhere">{id}</span>;
}

/** A change in another service is recorded before it is made: what became of it is said where it is not plain. */
function Outcome({ outcome }: { outcome: Change['outcome'] }): ReactNode {
  if (outcome === undefined || outcome === 'done') return null;
  if (outcome === 'rejected') return <Status tone="bad">Refused</Status>;
  return <Status tone="waiting">Not known</Status>;
}
