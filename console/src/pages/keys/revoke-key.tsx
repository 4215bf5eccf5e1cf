import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useWrite } from '../../api/queries.js';
import { useAnnounce } from '../../parts/announcer.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import type { Key } from './group-keys.js';

export function RevokeKey({ target, onClose }: { target: Key; onClose: () => void }): ReactNode {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const announce = useAnnounce();
  const revoke = useWrite<undefined, unknown>((client) => client.send('POST', `/keys/${target.id}/revoke`));
  const isConfirmed = typed.trim() === target.name;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (!isConfirmed) return;
    revoke.mutate(undefined, {
      onSuccess: () => {
        announce(`${target.name} is revoked.`);
        onClose();
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={`Revoke “${target.name}”`} closeOnClickOutside={!revoke.isPending}>
      <form className="form" onSubmit={submit} noValidate>
        <p>
          Every request with this key is refused from now on, with <code>api_key_revoked</code>. This cannot be undone.
          What was revealed stays readable.
        </p>
        <TextInput
          label={
            <>
              Type <strong>{target.name}</strong> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isTried && !isConfirmed ? 'This is not the name of the key.' : undefined}
          autoComplete="off"
          data-autofocus
        />
        {revoke.isError && <ProblemAlert error={revoke.error} />}
        <div className="form-foot">
          <Button variant="default" onClick={onClose} disabled={revoke.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            Revoke key
          </Button>
        </div>
      </form>
    </Modal>
  );
}
