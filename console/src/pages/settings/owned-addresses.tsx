import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useWrite } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { formatCount, formatCounted } from '../../format/numbers.js';
import { useAnnounce } from '../../parts/announcer.js';
import { Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Empty } from '../../parts/states.js';
import { nameAddresses, splitAddresses } from './split-addresses.js';

interface Owned {
  readonly ownedEmails: readonly string[];
}

/** E-mail addresses that the account knows already. People are matched by them without a reveal. */
export function OwnedAddresses({ account }: { account: Account }): ReactNode {
  return (
    <Section
      title="Owned addresses"
      lead="E-mail addresses that you have from elsewhere. people/match finds a person by an owned address; others do not match."
    >
      <AddAddresses accountId={account.id} />
      <AddressList accountId={account.id} addresses={account.ownedEmails ?? []} />
    </Section>
  );
}

function AddAddresses({ accountId }: { accountId: string }): ReactNode {
  const [text, setText] = useState('');
  const announce = useAnnounce();
  const add = useWrite<readonly string[], Owned>((client, emails) =>
    client.send('POST', `/accounts/${accountId}/owned-emails`, { emails }),
  );
  const emails = splitAddresses(text);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (emails.length === 0) return;
    add.mutate(emails, {
      onSuccess: () => {
        setText('');
        announce(`${formatCounted(emails.length, 'address', 'addresses')} added.`);
      },
    });
  };
  return (
    <form className="form narrow-form" onSubmit={submit}>
      <Textarea
        label="Add addresses"
        description="One a line, or separated by commas. At most 1,000 at a time."
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={nameAddresses(fieldError(add.error, 'emails'), add.variables)}
      />
      {add.isError && <ProblemAlert error={add.error} shownFields={['emails']} />}
      <div className="form-foot start">
        <Button type="submit" variant="default" disabled={emails.length === 0} loading={add.isPending}>
          {emails.length > 1 ? `Add ${formatCount(emails.length)} addresses` : 'Add address'}
        </Button>
      </div>
    </form>
  );
}

const SHOWN = 100;

function AddressList({ accountId, addresses }: { accountId: string; addresses: readonly string[] }): ReactNode {
  const [words, setWords] = useState('');
  const announce = useAnnounce();
  const remove = useWrite<string, Owned>((client, email) =>
    client.send('DELETE', `/accounts/${accountId}/owned-emails`, { emails: [email] }),
  );
  const found = addresses.filter((address) => address.includes(words.trim().toLowerCase()));
  if (addresses.length === 0) return <Empty title="No owned addresses" />;
  return (
    <>
      {addresses.length > 10 && (
        <TextInput
          label="Find an address"
          className="narrow-form"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {remove.isError && <ProblemAlert error={remove.error} />}
      <p className="result-count" role="status">
        {formatCounted(found.length, 'address', 'addresses')}
        {found.length > SHOWN ? `, of which ${SHOWN} are shown` : ''}
      </p>
      <ul className="rows">
        {found.slice(0, SHOWN).map((email) => (
          <li key={email}>
            <span className="wrap-anywhere">{email}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove ${email}`}
              loading={remove.isPending && remove.variables === email}
              onClick={() => remove.mutate(email, { onSuccess: () => announce(`${email} removed.`) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
