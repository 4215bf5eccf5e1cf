import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { useScope } from '../../session/scope.js';
import { OwnedAddresses } from './owned-addresses.js';
import { TargetRoles } from './target-roles.js';

export function SettingsPage(): ReactNode {
  const { accountId } = useScope();
  const account = useRead<Account>(`/accounts/${accountId}`);
  return (
    <Page title="Settings" lead="What this account looks for, and which addresses are its own.">
      <Loaded query={account}>
        {(found) => (
          <>
            <TargetRoles key={found.targetRoles.join(' ')} account={found} />
            <OwnedAddresses account={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
