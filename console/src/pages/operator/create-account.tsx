import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { fieldError } from '../../api/problem.js';
import { useWrite } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { parseAmount } from '../../format/numbers.js';
import { useAnnounce } from '../../parts/announcer.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import { AmountInput, NO_AMOUNT } from './amount-input.js';

interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly apiEnabled: boolean;
  readonly priceGroup: string;
  readonly credits: { readonly included: number; readonly purchased: number };
}

const SHOWN_FIELDS = ['name', 'priceGroup', 'credits.included', 'credits.purchased'];

export function CreateAccount({ onClose }: { onClose: () => void }): ReactNode {
  useReturnFocus();
  // One id for all tries: sent again after a lost answer, it creates one account and its credits once.
  const [id] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const announce = useAnnounce();
  const create = useWrite<NewAccount, Account>((client, account) => client.send('POST', '/accounts', account));
  return (
    <Modal opened onClose={onClose} title="Create an account" closeOnClickOutside={!create.isPending}>
      <AccountForm
        error={create.error}
        isPending={create.isPending}
        onCancel={onClose}
        onSubmit={(account) =>
          create.mutate(
            { id, ...account },
            {
              onSuccess: (created) => {
                announce(`Account ${created.name} created.`);
                void navigate(`/operator/accounts/${created.id}`);
              },
            },
          )
        }
      />
    </Modal>
  );
}

interface AccountFormProps {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onCancel: () => void;
  readonly onSubmit: (account: Omit<NewAccount, 'id'>) => void;
}

function AccountForm({ error, isPending, onCancel, onSubmit }: AccountFormProps): ReactNode {
  const [name, setName] = useState('');
  const [priceGroup, setPriceGroup] = useState('default');
  const [apiEnabled, setApiEnabled] = useState(true);
  const [amounts, setAmounts] = useState({ included: '0', purchased: '0' });
  const [isTried, setTried] = useState(false);
  const included = parseAmount(amounts.included);
  const purchased = parseAmount(amounts.purchased);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || included === undefined || purchased === undefined) return;
    onSubmit({ name: name.trim(), apiEnabled, priceGroup: priceGroup.trim(), credits: { included, purchased } });
  };
  const amountError = (amount: number | undefined, field: string): string | undefined =>
    isTried && amount === undefined ? NO_AMOUNT : fieldError(error, field);
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTried && name.trim() === '' ? 'Give the account a name.' : fieldError(error, 'name')}
        maxLength={200}
        required
        data-autofocus
      />
      <TextInput
        label="Price group"
        value={priceGroup}
        onChange={(event) => setPriceGroup(event.currentTarget.value)}
        error={fieldError(error, 'priceGroup')}
        maxLength={64}
      />
      <AmountInput
        label="Included a month"
        description="The subscription: spent first, renewed every month."
        value={amounts.included}
        onChange={(text) => setAmounts({ ...amounts, included: text })}
        error={amountError(included, 'credits.included')}
      />
      <AmountInput
        label="Purchased"
        description="They do not expire."
        value={amounts.purchased}
        onChange={(text) => setAmounts({ ...amounts, purchased: text })}
        error={amountError(purchased, 'credits.purchased')}
      />
      <Checkbox
        label="The API is enabled"
        checked={apiEnabled}
        onChange={(event) => setApiEnabled(event.currentTarget.checked)}
      />
      {error !== null && <ProblemAlert error={error} shownFields={SHOWN_FIELDS} />}
      <div className="form-foot">
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {error === null ? 'Create account' : 'Send again'}
        </Button>
      </div>
    </form>
  );
}
