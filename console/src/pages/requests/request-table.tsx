import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../../api/types.js';
import { formatCount, formatDuration } from '../../format/numbers.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { Amount, Name, Nothing, Status, Time, type Tone } from '../../parts/values.js';

/** Returns how a status is shown. */
export function statusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warning' : 'good';
}

export interface RequestTableProps {
  readonly requests: readonly LoggedRequest[];
  readonly onChoose: (request: LoggedRequest) => void;
}

export function RequestTable({ requests, onChoose }: RequestTableProps): ReactNode {
  const columns: Column<LoggedRequest>[] = [
    { title: 'Time', render: ({ at }) => <Time at={at} form="exact" /> },
    { title: 'Request', isHeader: true, render: (request) => <Request of={request} onChoose={onChoose} /> },
    { title: 'Status', render: ({ status }) => <Status tone={statusTone(status)}>{status}</Status> },
    { title: 'Key', render: ({ keyName }) => (keyName === null ? <Nothing /> : <Name>{keyName}</Name>) },
    { title: 'Items', align: 'end', render: ({ items }) => (items === null ? <Nothing /> : formatCount(items)) },
    { title: 'Duration', align: 'end', render: ({ durationMs }) => formatDuration(durationMs) },
    { title: 'Credits', align: 'end', render: ({ credits }) => <Amount credits={credits} /> },
  ];
  return <DataTable caption="Requests, newest first" columns={columns} rows={requests} rowKey={requestKey} />;
}

function requestKey({ at, keyId, path, durationMs }: LoggedRequest): string {
  return [at, keyId, path, durationMs].join(' ');
}

function Request({ of, onChoose }: { of: LoggedRequest; onChoose: (request: LoggedRequest) => void }): ReactNode {
  return (
    <UnstyledButton className="link" onClick={() => onChoose(of)} aria-haspopup="dialog">
      <span className="dim">{of.method}</span> {shortPath(of.path)}
    </UnstyledButton>
  );
}

/** Returns a path without the part that all paths have. */
export function shortPath(path: string): string {
  return path.replace(/^\/external\/v\d+/, '');
}
