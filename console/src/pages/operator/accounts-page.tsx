import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useReadAll } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { BuildingIcon, PlusIcon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { ResultCount } from '../../parts/result-count.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Id, Status, Time, To } from '../../parts/values.js';
import { CreateAccount } from './create-account.js';

const COLUMNS: Column<Account>[] = [
  { title: 'Name', isHeader: true, render: ({ id, name }) => <To to={`/operator/accounts/${id}`}>{name}</To> },
  {
    title: 'API',
    render: ({ apiEnabled }) =>
      apiEnabled ? <Status tone="good">Enabled</Status> : <Status tone="bad">Not enabled</Status>,
  },
  { title: 'Price group', render: ({ priceGroup }) => priceGroup },
  { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} form="date" /> },
  { title: 'Id', render: ({ id }) => <Id id={id} what="account id" /> },
];

/** Rows in the document. More make a page slow, and nobody reads them. */
const SHOWN = 200;

export function AccountsPage(): ReactNode {
  const accounts = useReadAll<Account>('/accounts');
  const [isCreating, setCreating] = useState(false);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const fits = ({ id, name }: Account): boolean => name.toLowerCase().includes(wanted) || id.startsWith(wanted);
  return (
    <Page
      title="Accounts"
      lead="Every customer of this installation."
      actions={
        <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
          Create an account
        </Button>
      }
    >
      <section className="card" aria-label="Accounts">
        <form className="filters" role="search" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label="Find by name or id"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </form>
        <Loaded query={accounts}>
          {({ entries }) => <Found accounts={entries.filter(fits).toReversed()} isFiltered={wanted !== ''} />}
        </Loaded>
      </section>
      {isCreating && <CreateAccount onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Found({ accounts, isFiltered }: { accounts: readonly Account[]; isFiltered: boolean }): ReactNode {
  if (accounts.length === 0) {
    const title = isFiltered ? 'No account has this name or id' : 'There are no accounts yet';
    return <Empty title={title} icon={<BuildingIcon />} />;
  }
  return (
    <>
      <ResultCount count={Math.min(accounts.length, SHOWN)} what="account" hasMore={accounts.length > SHOWN} />
      <DataTable
        caption="Accounts, newest first"
        columns={COLUMNS}
        rows={accounts.slice(0, SHOWN)}
        rowKey={({ id }) => id}
      />
    </>
  );
}
