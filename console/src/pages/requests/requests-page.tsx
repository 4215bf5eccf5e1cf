import { Button, NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { BASE_PATH, toSearch } from '../../api/client.js';
import { useRead, useReadPage } from '../../api/queries.js';
import type { KeySecret, LoggedRequest } from '../../api/types.js';
import { isFiltered } from '../../filters/address.js';
import { readRequestFilters, requestQuery, type RequestFilters } from '../../filters/request-filters.js';
import { useFilters } from '../../filters/use-filters.js';
import { FilterBar } from '../../parts/filter-bar.js';
import { DownloadIcon, ListIcon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { Pager } from '../../parts/pager.js';
import { ResultCount } from '../../parts/result-count.js';
import { Empty, Loaded } from '../../parts/states.js';
import { useScope } from '../../session/scope.js';
import { groupKeys } from '../keys/group-keys.js';
import { RequestDetail } from './request-detail.js';
import { RequestTable } from './request-table.js';

export function RequestsPage(): ReactNode {
  const { accountId } = useScope();
  const { filters, after, set, clear } = useFilters(readRequestFilters);
  const query = requestQuery(filters);
  const page = useReadPage<LoggedRequest>(`/accounts/${accountId}/requests`, { ...query, after });
  const [chosen, setChosen] = useState<LoggedRequest>();
  const csv = `${BASE_PATH}/accounts/${accountId}/requests.csv${toSearch(query)}`;
  return (
    <Page
      title="Requests"
      lead="Every request with a key of this account, for 30 days. Bodies are not kept."
      actions={
        <Button component="a" href={csv} download variant="default" leftSection={<DownloadIcon />}>
          Download CSV
        </Button>
      }
    >
      <section className="card" aria-label="Request log">
        <RequestFilterBar filters={filters} onChange={set} onClear={clear} />
        <Loaded query={page}>
          {({ entries, next }) =>
            entries.length === 0 ? (
              <NoRequests isFound={isFiltered(filters) || after !== undefined} onClear={clear} />
            ) : (
              <>
                <ResultCount count={entries.length} what="request" hasMore={next !== undefined} />
                <RequestTable requests={entries} onChoose={setChosen} />
                <Pager next={next} what="requests" />
              </>
            )
          }
        </Loaded>
      </section>
      {chosen !== undefined && <RequestDetail request={chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  );
}

function NoRequests({ isFound, onClear }: { isFound: boolean; onClear: () => void }): ReactNode {
  if (!isFound) {
    return (
      <Empty title="No requests in the last 30 days" icon={<ListIcon />}>
        <p>They appear here a few seconds after a key is used.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No request fits these filters" icon={<ListIcon />}>
      <Button variant="default" onClick={onClear}>
        Clear the filters
      </Button>
    </Empty>
  );
}

const STATUSES = [
  { value: '', label: 'Every status' },
  { value: '2xx', label: '2xx: answered' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: failed' },
  { value: '402', label: '402: credits missing' },
  { value: '422', label: '422: invalid' },
  { value: '429', label: '429: rate limited' },
];

const PATHS = [
  { value: '', label: 'Every path' },
  ...[
    '/organizations/match',
    '/organizations/contacts/match',
    '/organizations/switchboards/match',
    '/people/match',
    '/contacts/reveal',
    '/credits',
  ].map((path) => ({ value: `/external/v1${path}`, label: path })),
];

interface FilterBarProps {
  readonly filters: RequestFilters;
  readonly onChange: (changes: Partial<RequestFilters>) => void;
  readonly onClear: () => void;
}

function RequestFilterBar({ filters, onChange, onClear }: FilterBarProps): ReactNode {
  const { accountId } = useScope();
  const { data = [] } = useRead<readonly KeySecret[]>(`/accounts/${accountId}/keys`);
  const keys = groupKeys(data, 0).map(({ id, name }) => ({ value: id, label: name }));
  const statuses = withValue(STATUSES, filters.status);
  return (
    <FilterBar filters={filters} onChange={onChange} onClear={onClear}>
      <NativeSelect
        label="Key"
        data={[{ value: '', label: 'Every key' }, ...keys]}
        value={filters.keyId}
        onChange={(event) => onChange({ keyId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        data={statuses}
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <NativeSelect
        label="Path"
        data={withValue(PATHS, filters.path)}
        value={filters.path}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
      />
    </FilterBar>
  );
}

/** Adds a value that came with the address and that the list does not offer. */
function withValue(
  options: readonly { value: string; label: string }[],
  value: string,
): { value: string; label: string }[] {
  return options.some((option) => option.value === value) ? [...options] : [...options, { value, label: value }];
}
