import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiError, fieldError } from '../../api/problem.js';
import { useWrite } from '../../api/queries.js';
import type { Balance } from '../../api/types.js';
import { formatCredits, parseAmount } from '../../format/numbers.js';
import { useAnnounce } from '../../parts/announcer.js';
import { Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Status } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { AmountInput, NO_AMOUNT } from './amount-input.js';
import { forgetGrant, keepGrant, keptGrant, type Grant } from './kept-grant.js';

/**
 * Grants credits. The reference is kept until the service has answered, also over a reload: sent
 * again with it, a grant whose answer was lost is granted once.
 */
export function GrantCredits(): ReactNode {
  const { accountId } = useScope();
  const announce = useAnnounce();
  const [kept] = useState(() => keptGrant(accountId));
  const [amount, setAmount] = useState(kept === undefined ? '' : String(kept.purchased));
  const [reference, setReference] = useState(kept?.reference ?? newReference);
  const [isTried, setTried] = useState(false);
  const grant = useWrite<Grant, Balance>((client, given) =>
    client.send('POST', `/accounts/${accountId}/credits/grants`, given),
  );
  const purchased = parseAmount(amount);
  // After an unknown outcome only the very same grant is safe.
  const isLocked = isUnknown(grant.error) || (kept !== undefined && !grant.isSuccess);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (purchased === undefined || purchased === 0 || referenceError(true, reference) !== undefined) return;
    const given = { purchased, reference: reference.trim() };
    keepGrant(accountId, given);
    grant.mutate(given, {
      onSuccess: () => {
        forgetGrant(accountId);
        announce(`${formatCredits(purchased)} granted.`);
        setAmount('');
        setReference(newReference());
        setTried(false);
      },
      onError: (error) => {
        if (!isUnknown(error)) forgetGrant(accountId);
      },
    });
  };
  return (
    <Section title="Grant purchased credits" lead="Credits that were paid for. They do not expire.">
      <form className="form narrow-form" onSubmit={submit} noValidate>
        {kept !== undefined && grant.isIdle && <Unfinished grant={kept} />}
        <AmountInput
          label="Amount"
          value={amount}
          onChange={(text) => !isLocked && setAmount(text)}
          error={isTried && isNothing(purchased) ? NO_AMOUNT : fieldError(grant.error, 'purchased')}
        />
        <TextInput
          label="Reference"
          description="Such as the number of the invoice. A reference is granted once in an account."
          value={reference}
          onChange={(event) => !isLocked && setReference(event.currentTarget.value)}
          readOnly={isLocked}
          error={referenceError(isTried, reference) ?? fieldError(grant.error, 'reference')}
          maxLength={255}
        />
        {grant.isError && <ProblemAlert error={grant.error} shownFields={['purchased', 'reference']} />}
        <Foot isLocked={isLocked} isPending={grant.isPending} balance={grant.data} />
      </form>
    </Section>
  );
}

interface FootProps {
  readonly isLocked: boolean;
  readonly isPending: boolean;
  /** After the last grant. */
  readonly balance: Balance | undefined;
}

function Foot({ isLocked, isPending, balance }: FootProps): ReactNode {
  return (
    <div className="form-foot start">
      <Button type="submit" loading={isPending}>
        {isLocked ? 'Send the same grant again' : 'Grant credits'}
      </Button>
      {balance !== undefined && <Status tone="good">Granted. Balance: {formatCredits(balance.total)}</Status>}
    </div>
  );
}

function Unfinished({ grant: { purchased, reference } }: { grant: Grant }): ReactNode {
  return (
    <div className="note warning">
      It is not known whether a grant of {formatCredits(purchased)} with the reference <code>{reference}</code> was
      made. Send it again: a reference is granted once.
    </div>
  );
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.isOutcomeUnknown;
}

function isNothing(amount: number | undefined): boolean {
  return amount === undefined || amount === 0;
}

function referenceError(isTried: boolean, reference: string): string | undefined {
  return isTried && reference.trim() === '' ? 'Give the grant a reference.' : undefined;
}

function newReference(): string {
  return `console ${new Date().toISOString().slice(0, 10)} ${crypto.randomUUID().slice(0, 8)}`;
}
