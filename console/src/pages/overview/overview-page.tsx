import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useRead, useReadPage } from '../../api/queries.js';
import type { Account, KeySecret, LoggedRequest, Reveal } from '../../api/types.js';
import { CurlExample } from '../../parts/curl-example.js';
import { ListIcon, EyeIcon } from '../../parts/icons.js';
import { Page, Section } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';
import { To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { BalanceTiles } from '../credits/credits-page.js';
import { SpendingSection } from '../credits/spending-section.js';
import { groupKeys } from '../keys/group-keys.js';
import { RequestTable } from '../requests/request-table.js';
import { RequestDetail } from '../requests/request-detail.js';
import { RevealTable } from '../reveals/reveals-page.js';

const LATEST = 5;

export function OverviewPage(): ReactNode {
  const { accountId } = useScope();
  const account = useRead<Account>(`/accounts/${accountId}`);
  return (
    <Page title={account.data?.name ?? 'Overview'} lead="Balance, spending and what happened last.">
      <BalanceTiles />
      <FirstSteps />
      <SpendingSection isBrief />
      <LatestRequests />
      <LatestReveals />
    </Page>
  );
}

/** For an account that cannot call the API yet. */
function FirstSteps(): ReactNode {
  const { accountId, base } = useScope();
  const { data } = useRead<readonly KeySecret[]>(`/accounts/${accountId}/keys`);
  if (data === undefined || groupKeys(data, Date.now()).some(({ revokedAt }) => revokedAt === null)) return null;
  return (
    <Section
      title="Make a first request"
      lead="Create a key, put it into this request, and the API answers. It is free."
      actions={
        <Button component={Link} to={`${base}/keys`}>
          Create a key
        </Button>
      }
    >
      <CurlExample />
    </Section>
  );
}

function LatestRequests(): ReactNode {
  const { accountId, base } = useScope();
  const page = useReadPage<LoggedRequest>(`/accounts/${accountId}/requests`, { limit: LATEST });
  const [chosen, setChosen] = useState<LoggedRequest>();
  return (
    <Section title="Latest requests" actions={<To to={`${base}/requests`}>All requests</To>}>
      <Loaded query={page}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title="No requests in the last 30 days" icon={<ListIcon />} />
          ) : (
            <RequestTable requests={entries} onChoose={setChosen} />
          )
        }
      </Loaded>
      {chosen !== undefined && <RequestDetail request={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

function LatestReveals(): ReactNode {
  const { accountId, base } = useScope();
  const page = useReadPage<Reveal>(`/accounts/${accountId}/reveals`, { limit: LATEST });
  return (
    <Section title="Latest reveals" actions={<To to={`${base}/reveals`}>All reveals</To>}>
      <Loaded query={page}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title="Nothing is revealed yet" icon={<EyeIcon />} />
          ) : (
            <RevealTable reveals={entries} />
          )
        }
      </Loaded>
    </Section>
  );
}
