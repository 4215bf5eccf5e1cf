import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useReadAll } from '../../api/queries.js';
import type { LedgerEntry } from '../../api/types.js';
import { formatCount } from '../../format/numbers.js';
import { localDay } from '../../format/times.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { ListIcon } from '../../parts/icons.js';
import { Section } from '../../parts/page.js';
import { ResultCount } from '../../parts/result-count.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Amount, Change, Id, Nothing, Status, Time, To, type Tone } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { foldEntries, type LedgerLine, type LineKind } from './ledger-lines.js';

const KINDS: Readonly<Record<LineKind, readonly [Tone, string]>> = {
  charged: ['neutral', 'Spent by a request'],
  released: ['neutral', 'Not spent: the request failed'],
  pending: ['waiting', 'Reserved: the request is not settled yet'],
  grant: ['good', 'Credits purchased'],
  subscribe: ['good', 'Subscription set'],
  reset: ['good', 'Monthly renewal'],
  other: ['neutral', 'Other'],
};

const STEP = 50;

export function LedgerSection(): ReactNode {
  const { accountId } = useScope();
  const ledger = useReadAll<LedgerEntry>(`/accounts/${accountId}/credits/ledger`);
  return (
    <Section title="Ledger" lead="Every change of the balance, in credits. It is only ever added to.">
      <Loaded query={ledger}>
        {({ entries, isWhole }) => <Lines lines={foldEntries(entries)} isWhole={isWhole} />}
      </Loaded>
    </Section>
  );
}

const COLUMNS: Column<LedgerLine>[] = [
  { title: 'Time', render: ({ at }) => (at === null ? <Nothing say="not known" /> : <Time at={at} form="exact" />) },
  { title: 'What', isHeader: true, render: ({ kind }) => <Status tone={KINDS[kind][0]}>{KINDS[kind][1]}</Status> },
  { title: 'Reference', render: (line) => <Reference line={line} /> },
  { title: 'Included', align: 'end', render: ({ included }) => <Change credits={included} /> },
  { title: 'Purchased', align: 'end', render: ({ purchased }) => <Change credits={purchased} /> },
  { title: 'Balance', align: 'end', render: ({ balance }) => <Amount credits={balance} /> },
];

function Lines({ lines, isWhole }: { lines: readonly LedgerLine[]; isWhole: boolean }): ReactNode {
  const [shown, setShown] = useState(STEP);
  if (lines.length === 0) return <Empty title="Nothing has changed the balance yet" icon={<ListIcon />} />;
  return (
    <>
      {!isWhole && (
        <div className="note">
          This ledger is longer than a page can show. <code>prospect credits ledger</code> prints all of it.
        </div>
      )}
      <ResultCount count={Math.min(shown, lines.length)} what="line" hasMore={lines.length > shown} />
      <DataTable
        caption="Ledger, newest first"
        columns={COLUMNS}
        rows={lines.slice(0, shown)}
        rowKey={({ id }) => id}
      />
      {lines.length > shown && (
        <div className="pager">
          <Button variant="default" onClick={() => setShown(shown + STEP)}>
            Show {formatCount(Math.min(STEP, lines.length - shown))} more
          </Button>
        </div>
      )}
    </>
  );
}

function Reference({ line: { at, kind, reference, reservationId } }: { line: LedgerLine }): ReactNode {
  const { base } = useScope();
  if (reference !== null) return <span className="wrap-anywhere">{reference}</span>;
  if (reservationId === null) return <Nothing />;
  return (
    <span className="stacked">
      <Id id={reservationId} what="reservation id" />
      {kind === 'charged' && at !== null && (
        <span className="small">
          <To to={`${base}/reveals?from=${localDay(at)}&to=${localDay(at)}`}>Reveals of that day</To>
        </span>
      )}
    </span>
  );
}
