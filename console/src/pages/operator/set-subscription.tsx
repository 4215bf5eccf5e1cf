import { Button } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useRead, useWrite } from '../../api/queries.js';
import type { Balance } from '../../api/types.js';
import { formatCredits, parseAmount } from '../../format/numbers.js';
import { useAnnounce } from '../../parts/announcer.js';
import { Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Status } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { AmountInput, NO_AMOUNT } from './amount-input.js';

export function SetSubscription(): ReactNode {
  const { accountId } = useScope();
  const { data } = useRead<Balance>(`/accounts/${accountId}/credits`);
  const announce = useAnnounce();
  const [amount, setAmount] = useState('');
  const [isTried, setTried] = useState(false);
  const subscribe = useWrite<number, Balance>((client, included) =>
    client.send('POST', `/accounts/${accountId}/credits/subscription`, { included }),
  );
  const included = parseAmount(amount);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (included === undefined) return;
    subscribe.mutate(included, {
      onSuccess: () => {
        setAmount('');
        setTried(false);
        announce('Subscription set.');
      },
    });
  };
  return (
    <Section
      title="Subscription"
      lead={data?.subscription ? `Now ${formatCredits(data.subscription.included)} a month.` : 'Now there is none.'}
    >
      <form className="form narrow-form" onSubmit={submit} noValidate>
        <AmountInput
          label="Included a month"
          value={amount}
          onChange={setAmount}
          error={isTried && included === undefined ? NO_AMOUNT : fieldError(subscribe.error, 'included')}
        />
        {subscribe.isError && <ProblemAlert error={subscribe.error} shownFields={['included']} />}
        <div className="form-foot start">
          <Button type="submit" variant="default" loading={subscribe.isPending}>
            Set subscription
          </Button>
          {subscribe.isSuccess && <Status tone="good">Set</Status>}
        </div>
      </form>
    </Section>
  );
}
