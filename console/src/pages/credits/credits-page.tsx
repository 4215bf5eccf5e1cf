import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.js';
import type { Balance } from '../../api/types.js';
import { formatAmount, formatCredits } from '../../format/numbers.js';
import { Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Ago, Time } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { LedgerSection } from './ledger-section.js';
import { SpendingSection } from './spending-section.js';

export function CreditsPage(): ReactNode {
  return (
    <Page title="Credits" lead="Included credits are spent first, then purchased ones.">
      <BalanceTiles />
      <SpendingSection />
      <LedgerSection />
    </Page>
  );
}

export function BalanceTiles(): ReactNode {
  const { accountId } = useScope();
  const balance = useRead<Balance>(`/accounts/${accountId}/credits`);
  return (
    <Loaded query={balance} skeleton={<Skeleton height={104} role="status" aria-label="Loading" />}>
      {(found) => <Tiles balance={found} />}
    </Loaded>
  );
}

function Tiles({ balance: { included, purchased, total, subscription } }: { balance: Balance }): ReactNode {
  const monthly = subscription?.included ?? 0;
  // A subscription of nothing renews nothing.
  const renewsAt = monthly > 0 ? subscription?.renewsAt : null;
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Balance</dt>
        <dd className="figure-value">{formatAmount(total)}</dd>
        <dd className="dim small">{total > 0 ? 'credits to spend' : 'credits: lookups work, reveals do not'}</dd>
      </div>
      <div className="tile">
        <dt>Included</dt>
        <dd className="figure-value">{formatAmount(included)}</dd>
        <dd className="dim small">{monthly > 0 ? `of ${formatCredits(monthly)} a month` : 'no monthly credits'}</dd>
      </div>
      <div className="tile">
        <dt>Purchased</dt>
        <dd className="figure-value">{formatAmount(purchased)}</dd>
        <dd className="dim small">credits that do not expire</dd>
      </div>
      <div className="tile">
        <dt>Renewal</dt>
        <dd className="figure-value">{renewsAt ? <Time at={renewsAt} form="date" /> : 'None'}</dd>
        <dd className="dim small">{renewsAt ? <Ago at={renewsAt} /> : 'ask your supplier for credits'}</dd>
      </div>
    </dl>
  );
}
