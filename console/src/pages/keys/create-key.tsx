import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useWrite } from '../../api/queries.js';
import { BUCKETS, type Bucket, type CreatedKey } from '../../api/types.js';
import { sentenceOf } from '../../format/words.js';
import { useAnnounce } from '../../parts/announcer.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { useReturnFocus } from '../../parts/return-focus.js';
import { useScope } from '../../session/scope.js';
import { useSession } from '../../session/session.js';
import { limitError, readLimits, type TypedLimits } from './limits.js';
import { ShownKey } from './shown-key.js';

const HINTS: Readonly<Record<Bucket, string>> = {
  overall: 'Every request. Default 60.',
  search: 'Lookups. Default 20.',
  spend: 'Reveals. Default 5.',
};

interface NewKey {
  readonly name: string;
  readonly limits?: Partial<Record<Bucket, number>>;
}

export function CreateKey({ onClose }: { onClose: () => void }): ReactNode {
  useReturnFocus();
  const { accountId } = useScope();
  const announce = useAnnounce();
  const create = useWrite<NewKey, CreatedKey>((client, key) => client.send('POST', `/accounts/${accountId}/keys`, key));
  if (create.data !== undefined) {
    return <ShownKey title={`Key “${create.data.name}” created`} secret={create.data.key} onClose={onClose} />;
  }
  return (
    <Modal opened onClose={onClose} title="Create a key" size="lg" closeOnClickOutside={!create.isPending}>
      <KeyForm
        error={create.error}
        isPending={create.isPending}
        onCancel={onClose}
        onSubmit={(key) => create.mutate(key, { onSuccess: ({ name }) => announce(`Key ${name} created.`) })}
      />
    </Modal>
  );
}

interface KeyFormProps {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onCancel: () => void;
  readonly onSubmit: (key: NewKey) => void;
}

function KeyForm({ error, isPending, onCancel, onSubmit }: KeyFormProps): ReactNode {
  // Limits protect the service from the account, so they are not the account's to set.
  const mayLimit = useSession().user.role === 'operator';
  const [name, setName] = useState('');
  const [limits, setLimits] = useState<TypedLimits>({ overall: '', search: '', spend: '' });
  const [isTried, setTried] = useState(false);
  const read = readLimits(limits);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || read === undefined) return;
    onSubmit({ name: name.trim(), ...(Object.keys(read).length > 0 && { limits: read }) });
  };
  const nameError = isTried && name.trim() === '' ? 'Give the key a name.' : fieldError(error, 'name');
  return (
    <form onSubmit={submit} className="form" noValidate>
      <TextInput
        label="Name"
        description="Where it is used, such as “CRM sync”."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={nameError}
        maxLength={200}
        required
        data-autofocus
      />
      {mayLimit && (
        <fieldset className="fields">
          <legend>Requests a minute (optional)</legend>
          {BUCKETS.map((bucket) => (
            <TextInput
              key={bucket}
              label={sentenceOf(bucket)}
              description={HINTS[bucket]}
              inputMode="numeric"
              value={limits[bucket]}
              onChange={(event) => setLimits({ ...limits, [bucket]: event.currentTarget.value })}
              error={isTried ? (limitError(limits[bucket]) ?? fieldError(error, `limits.${bucket}`)) : undefined}
            />
          ))}
        </fieldset>
      )}
      {error !== null && (
        <ProblemAlert error={error} shownFields={['name', ...BUCKETS.map((bucket) => `limits.${bucket}`)]} />
      )}
      <div className="form-foot">
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Create key
        </Button>
      </div>
    </form>
  );
}
