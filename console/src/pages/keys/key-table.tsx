import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReadPage } from '../../api/queries.js';
import { BUCKETS, type Limits, type LoggedRequest } from '../../api/types.js';
import { formatCount } from '../../format/numbers.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { Ago, Nothing, Status, Time, To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { isOlderThanLog, overlapping, type Key } from './group-keys.js';

export interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly onRoll: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

export function KeyTable({ keys, onRoll, onRevoke }: KeyTableProps): ReactNode {
  const columns: Column<Key>[] = [
    { title: 'Name', isHeader: true, render: (key) => <Name of={key} /> },
    { title: 'State', render: (key) => <State of={key} /> },
    { title: 'Last used', render: (key) => <LastUse of={key} /> },
    { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} form="date" /> },
    { title: 'Requests a minute', render: ({ limits }) => <LimitsInWords limits={limits} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      align: 'end',
      render: (key) => <Actions of={key} onRoll={onRoll} onRevoke={onRevoke} />,
    },
  ];
  return <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function Name({ of: { name, prefix } }: { of: Key }): ReactNode {
  return (
    <span className="stacked">
      <span>{name}</span>
      <code className="dim">{prefix}…</code>
    </span>
  );
}

function State({ of: key }: { of: Key }): ReactNode {
  if (key.revokedAt !== null) {
    return (
      <span className="stacked">
        <Status tone="bad">Revoked</Status>
        <span className="dim small">
          <Time at={key.revokedAt} />
        </span>
      </span>
    );
  }
  return (
    <span className="stacked">
      <Status tone="good">Active</Status>
      {overlapping(key).map(({ prefix, expiresAt }) => (
        <span key={prefix} className="dim small">
          <code>{prefix}…</code> works until <Time at={expiresAt} />
        </span>
      ))}
    </span>
  );
}

/** The newest line of the key's log, which reaches back 30 days. */
function LastUse({ of: { id: keyId, createdAt } }: { of: Key }): ReactNode {
  const { accountId, base } = useScope();
  const { data, isPending } = useReadPage<LoggedRequest>(`/accounts/${accountId}/requests`, { keyId, limit: 1 });
  if (isPending) return <span className="dim">…</span>;
  const last = data?.entries[0];
  if (data === undefined) return <Nothing say="not known" />;
  if (last === undefined)
    return <span className="dim">{isOlderThanLog(createdAt, Date.now()) ? 'Not in 30 days' : 'Not yet'}</span>;
  return (
    <To to={`${base}/requests?keyId=${keyId}`}>
      <Ago at={last.at} />
    </To>
  );
}

function LimitsInWords({ limits }: { limits: Limits }): ReactNode {
  const own = BUCKETS.filter((bucket) => limits[bucket] !== null);
  if (own.length === 0) return <span className="dim">Default</span>;
  return <span>{own.map((bucket) => `${bucket} ${formatCount(limits[bucket] ?? 0)}`).join(', ')}</span>;
}

function Actions({ of: key, onRoll, onRevoke }: { of: Key } & Pick<KeyTableProps, 'onRoll' | 'onRevoke'>): ReactNode {
  if (key.revokedAt !== null) return null;
  return (
    <span className="buttons">
      <Button size="xs" variant="default" onClick={() => onRoll(key)} aria-label={`Roll ${key.name}`}>
        Roll
      </Button>
      <Button
        size="xs"
        variant="default"
        className="danger"
        onClick={() => onRevoke(key)}
        aria-label={`Revoke ${key.name}`}
      >
        Revoke
      </Button>
    </span>
  );
}
