import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useRead, useWrite } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { useAnnounce } from '../../parts/announcer.js';
import { Page, Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Loaded } from '../../parts/states.js';
import { Status } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { BalanceTiles } from '../credits/credits-page.js';
import { GrantCredits } from './grant-credits.js';
import { SetSubscription } from './set-subscription.js';

/** What only an operator may do to an account. */
export function AccountPage(): ReactNode {
  const { accountId } = useScope();
  const account = useRead<Account>(`/accounts/${accountId}`);
  return (
    <Page title="Manage the account" lead={account.data?.name}>
      <BalanceTiles />
      <GrantCredits />
      <SetSubscription />
      <Loaded query={account}>
        {(found) => <AccountSettings key={`${found.name} ${found.priceGroup} ${found.apiEnabled}`} account={found} />}
      </Loaded>
    </Page>
  );
}

type Settings = Pick<Account, 'apiEnabled' | 'name' | 'priceGroup'>;

function AccountSettings({ account }: { account: Account }): ReactNode {
  const [settings, setSettings] = useState<Settings>(account);
  const announce = useAnnounce();
  const save = useWrite<Settings, Account>((client, { apiEnabled, name, priceGroup }) =>
    client.send('PATCH', `/accounts/${account.id}`, { apiEnabled, name, priceGroup }),
  );
  const isChanged = (['apiEnabled', 'name', 'priceGroup'] as const).some((field) => settings[field] !== account[field]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(settings, { onSuccess: () => announce('Account saved.') });
  };
  return (
    <Section title="Account" lead="The price group decides what a reveal costs.">
      <form className="form narrow-form" onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          value={settings.name}
          onChange={(event) => setSettings({ ...settings, name: event.currentTarget.value })}
          error={fieldError(save.error, 'name')}
          maxLength={200}
        />
        <TextInput
          label="Price group"
          value={settings.priceGroup}
          onChange={(event) => setSettings({ ...settings, priceGroup: event.currentTarget.value })}
          error={fieldError(save.error, 'priceGroup')}
          maxLength={64}
        />
        <Checkbox
          label="The API is enabled"
          description="Without it every request is refused with feature_not_enabled."
          checked={settings.apiEnabled}
          onChange={(event) => setSettings({ ...settings, apiEnabled: event.currentTarget.checked })}
        />
        {save.isError && <ProblemAlert error={save.error} shownFields={['name', 'priceGroup']} />}
        <div className="form-foot start">
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save account
          </Button>
          {!isChanged && <Status tone="good">Saved</Status>}
        </div>
      </form>
    </Section>
  );
}
