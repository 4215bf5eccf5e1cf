import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReadPage } from '../../api/queries.js';
import type { Reveal } from '../../api/types.js';
import { isFiltered } from '../../filters/address.js';
import { readRevealFilters, revealQuery, type RevealFilters } from '../../filters/reveal-filters.js';
import { useFilters } from '../../filters/use-filters.js';
import { infoTypeName, subjectName } from '../../format/words.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { EyeIcon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/pager.js';
import { ResultCount } from '../../parts/result-count.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Amount, Nothing, Time, To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';

const SUBJECTS = [
  { value: '', label: 'Everything' },
  { value: 'contact', label: 'Contacts' },
  { value: 'organization', label: 'Organizations' },
  { value: 'switchboard', label: 'Switchboards' },
];

export function RevealsPage(): ReactNode {
  const { accountId } = useScope();
  const { filters, after, set, clear } = useFilters(readRevealFilters);
  const page = useReadPage<Reveal>(`/accounts/${accountId}/reveals`, { ...revealQuery(filters), after });
  return (
    <Page
      title="Reveals"
      lead="What credits were spent on: what was revealed, by which key, at what price, and until when it stays readable."
    >
      <section className="card" aria-label="Reveals">
        <RevealFilterBar filters={filters} onChange={set} onClear={clear} />
        <Loaded query={page}>
          {({ entries, next }) =>
            entries.length === 0 ? (
              <NoReveals isFound={isFiltered(filters) || after !== undefined} onClear={clear} />
            ) : (
              <>
                <ResultCount count={entries.length} what="reveal" hasMore={next !== undefined} />
                <RevealTable reveals={entries} />
                <Pager next={next} what="reveals" />
              </>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}

function NoReveals({ isFound, onClear }: { isFound: boolean; onClear: () => void }): ReactNode {
  if (!isFound) {
    return (
      <Empty title="Nothing is revealed yet" icon={<EyeIcon />}>
        <p>A request that reveals details, an e-mail address or a phone number spends credits, and is listed here.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No reveal fits these filters" icon={<EyeIcon />}>
      <Button variant="default" onClick={onClear}>
        Clear the filters
      </Button>
    </Empty>
  );
}

interface FilterBarProps {
  readonly filters: RevealFilters;
  readonly onChange: (changes: Partial<RevealFilters>) => void;
  readonly onClear: () => void;
}

function RevealFilterBar({ filters, onChange, onClear }: FilterBarProps): ReactNode {
  return (
    <FilterBar filters={filters} onChange={onChange} onClear={onClear}>
      <NativeSelect
        label="What"
        data={SUBJECTS}
        value={filters.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
    </FilterBar>
  );
}

const COLUMNS: Column<Reveal>[] = [
  { title: 'Time', render: ({ at }) => <Time at={at} form="exact" /> },
  { title: 'Who or what', isHeader: true, render: (reveal) => <Subject of={reveal} /> },
  { title: 'Revealed', render: ({ infoType }) => infoTypeName(infoType) },
  { title: 'By key', render: ({ keyName }) => keyName ?? <Nothing say="not recorded" /> },
  { title: 'Readable until', render: ({ expiresAt }) => <Time at={expiresAt} form="date" /> },
  { title: 'Credits', align: 'end', render: ({ credits }) => <Amount credits={credits} /> },
];

export function RevealTable({ reveals }: { reveals: readonly Reveal[] }): ReactNode {
  return (
    <DataTable
      caption="Reveals, newest first"
      columns={COLUMNS}
      rows={reveals}
      rowKey={({ at, subject, subjectId, infoType }) => [at, subject, subjectId, infoType].join(' ')}
    />
  );
}

function Subject({ of }: { of: Reveal }): ReactNode {
  const { base } = useScope();
  const { subject, subjectId, name, organizationId, organizationName } = of;
  const organization = organizationId ?? (subject === 'contact' ? null : subjectId);
  const path = subject === 'contact' ? `contacts/${subjectId}` : `organizations/${organization ?? subjectId}`;
  const isKnown = name !== null || organizationName !== null;
  return (
    <span className="stacked">
      {isKnown ? (
        <To to={`${base}/${path}`}>{name ?? organizationName}</To>
      ) : (
        <span className="dim">No longer on record</span>
      )}
      <span className="dim small">
        {subjectName(subject)}
        {subject === 'contact' && organizationName !== null && organizationId !== null && (
          <>
            {' at '}
            <To to={`${base}/organizations/${organizationId}`}>{organizationName}</To>
          </>
        )}
      </span>
    </span>
  );
}
