import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/queries.js';
import type { Account, KeySecret } from '../../api/types.js';
import { CurlExample } from '../../parts/curl-example.js';
import { KeyIcon, PlusIcon } from '../../parts/icons.js';
import { Page, Section } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';
import { useScope } from '../../session/scope.js';
import { CreateKey } from './create-key.js';
import { groupKeys, type Key } from './group-keys.js';
import { KeyTable } from './key-table.js';
import { RevokeKey } from './revoke-key.js';
import { RollKey } from './roll-key.js';

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'roll'; readonly key: Key }
  | { readonly kind: 'revoke'; readonly key: Key };

export function KeysPage(): ReactNode {
  const { accountId } = useScope();
  const secrets = useRead<readonly KeySecret[]>(`/accounts/${accountId}/keys`);
  const account = useRead<Account>(`/accounts/${accountId}`);
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  return (
    <Page
      title="API keys"
      lead="A key belongs to the account and can call every endpoint, spending ones included. Keep it on a server."
      actions={
        <Button leftSection={<PlusIcon />} onClick={() => setDialog({ kind: 'create' })}>
          Create a key
        </Button>
      }
    >
      {account.data?.apiEnabled === false && <ApiDisabled />}
      <Section title="Keys">
        <Loaded query={secrets}>
          {(found) => (
            <Keys
              keys={groupKeys(found, Date.now())}
              onRoll={(key) => setDialog({ kind: 'roll', key })}
              onRevoke={(key) => setDialog({ kind: 'revoke', key })}
            />
          )}
        </Loaded>
      </Section>
      {dialog?.kind === 'create' && <CreateKey onClose={close} />}
      {dialog?.kind === 'roll' && <RollKey target={dialog.key} onClose={close} />}
      {dialog?.kind === 'revoke' && <RevokeKey target={dialog.key} onClose={close} />}
    </Page>
  );
}

function ApiDisabled(): ReactNode {
  return (
    <div className="note" role="note">
      The API is not enabled for this account. Until an operator enables it, every request is answered with
      <code> feature_not_enabled</code>.
    </div>
  );
}

interface KeysProps {
  readonly keys: readonly Key[];
  readonly onRoll: (key: Key) => void;
  readonly onRevoke: (key: Key) => void;
}

function Keys({ keys, onRoll, onRevoke }: KeysProps): ReactNode {
  if (keys.length > 0) return <KeyTable keys={keys} onRoll={onRoll} onRevoke={onRevoke} />;
  return (
    <Empty title="No keys yet" icon={<KeyIcon />}>
      <p>Create one, then ask the API for an organization. This request is free:</p>
      <CurlExample />
    </Empty>
  );
}
