import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useRead, useWrite } from '../../api/queries.js';
import type { Price } from '../../api/types.js';
import { formatCredits, parseAmount } from '../../format/numbers.js';
import { pricedName } from '../../format/words.js';
import { useAnnounce } from '../../parts/announcer.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { PlusIcon, TagIcon } from '../../parts/icons.js';
import { Page, Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Amount } from '../../parts/values.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import { AmountInput, NO_AMOUNT } from './amount-input.js';
import { byGroup, pricesOfNewGroup } from './price-groups.js';

export function PricesPage(): ReactNode {
  const prices = useRead<readonly Price[]>('/prices');
  const [edited, setEdited] = useState<Price>();
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title="Prices"
      lead="Credits that a reveal costs, by price group. A change applies to requests from then on."
      actions={
        <Button leftSection={<PlusIcon />} onClick={() => setAdding(true)} disabled={prices.data === undefined}>
          Add a price group
        </Button>
      }
    >
      <Loaded query={prices}>
        {(found) => {
          const groups = byGroup(found);
          if (groups.length === 0) return <Empty title="There are no prices" icon={<TagIcon />} />;
          return groups.map(([group, of]) => (
            <Section key={group} title={group === 'default' ? 'Default prices' : `Group “${group}”`}>
              <PriceTable group={group} prices={of} onEdit={setEdited} />
            </Section>
          ));
        }}
      </Loaded>
      {edited !== undefined && <EditPrice price={edited} onClose={() => setEdited(undefined)} />}
      {isAdding && (
        <AddGroup
          existing={prices.data ?? []}
          onClose={() => setAdding(false)}
          onNamed={(first) => {
            setAdding(false);
            setEdited(first);
          }}
        />
      )}
    </Page>
  );
}

interface PriceTableProps {
  readonly group: string;
  readonly prices: readonly Price[];
  readonly onEdit: (price: Price) => void;
}

function PriceTable({ group, prices, onEdit }: PriceTableProps): ReactNode {
  const columns: Column<Price>[] = [
    {
      title: 'What',
      isHeader: true,
      render: ({ subject, infoType }) => pricedName(subject, infoType),
    },
    { title: 'Credits', align: 'end', render: ({ credits }) => <Amount credits={credits} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      align: 'end',
      render: (price) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => onEdit(price)}
          aria-label={`Change the price of ${pricedName(price.subject, price.infoType)} in ${price.group}`}
        >
          Change
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={`Prices of the group ${group}`}
      columns={columns}
      rows={prices}
      rowKey={({ subject, infoType }) => `${subject} ${infoType}`}
    />
  );
}

function EditPrice({ price, onClose }: { price: Price; onClose: () => void }): ReactNode {
  useReturnFocus();
  const [amount, setAmount] = useState(String(price.credits));
  const announce = useAnnounce();
  const credits = parseAmount(amount);
  const save = useWrite<number, Price>((client, value) => client.send('PUT', '/prices', { ...price, credits: value }));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (credits === undefined) return;
    save.mutate(credits, {
      onSuccess: (set) => {
        announce(`The price is now ${formatCredits(set.credits)}.`);
        onClose();
      },
    });
  };
  const what = pricedName(price.subject, price.infoType);
  return (
    <Modal opened onClose={onClose} title={`Price in the group “${price.group}”`}>
      <form className="form" onSubmit={submit} noValidate>
        <AmountInput
          label={what}
          description={`Now ${formatCredits(price.credits)}.`}
          value={amount}
          onChange={setAmount}
          error={credits === undefined ? NO_AMOUNT : fieldError(save.error, 'credits')}
        />
        {save.isError && <ProblemAlert error={save.error} shownFields={['credits']} />}
        <div className="form-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Set price
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface AddGroupProps {
  readonly existing: readonly Price[];
  readonly onClose: () => void;
  readonly onNamed: (first: Price) => void;
}

/** A group exists from its first price on, so the name leads to that price. */
function AddGroup({ existing, onClose, onNamed }: AddGroupProps): ReactNode {
  useReturnFocus();
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const first = pricesOfNewGroup(existing, name.trim())[0];
  const isTaken = existing.some(({ group }) => group === name.trim());
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (first !== undefined && name.trim() !== '' && !isTaken) onNamed(first);
  };
  const error = isTaken ? 'There is such a group.' : 'Give the group a name.';
  return (
    <Modal opened onClose={onClose} title="Add a price group">
      <form className="form" onSubmit={submit} noValidate>
        <p>What has no price of its own in a group costs the default.</p>
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTried && (isTaken || name.trim() === '') ? error : undefined}
          maxLength={64}
          data-autofocus
        />
        <div className="form-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Set its first price</Button>
        </div>
      </form>
    </Modal>
  );
}
