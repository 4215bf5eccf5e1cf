import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.js';
import type { Audit } from '../../api/types.js';
import { formatCount, formatCounted, formatDuration } from '../../format/numbers.js';
import { Facts } from '../../parts/facts.js';
import { ShieldIcon } from '../../parts/icons.js';
import { Page, Section } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Ago, Status, Time } from '../../parts/values.js';

export function AuditPage(): ReactNode {
  const audit = useRead<Audit | null>('/audit');
  return (
    <Page
      title="Audit"
      lead="Compares every balance with its ledger, every charge with what was revealed, and every reveal with its charge."
    >
      <Section title="Last audit">
        <Loaded query={audit}>{(found) => (found === null ? <None /> : <Result audit={found} />)}</Loaded>
      </Section>
    </Page>
  );
}

function None(): ReactNode {
  return (
    <Empty title="No audit has run yet" icon={<ShieldIcon />}>
      <p>
        Run <code>prospect credits audit</code>, or schedule it as the chart does.
      </p>
    </Empty>
  );
}

function Result({ audit }: { audit: Audit }): ReactNode {
  const { startedAt, endedAt, accounts, differences } = audit;
  const ms = endedAt === null ? undefined : new Date(endedAt).getTime() - new Date(startedAt).getTime();
  return (
    <>
      <Verdict audit={audit} />
      <Facts
        facts={[
          ['Started', <Time key="started" at={startedAt} form="exact" />],
          ['Ended', endedAt === null ? 'Not yet' : <Time at={endedAt} form="exact" />],
          ['Took', ms === undefined ? undefined : formatDuration(ms)],
          ['Accounts', accounts === null ? undefined : formatCount(accounts)],
          ['Differences', differences === null ? undefined : formatCount(differences)],
        ]}
      />
    </>
  );
}

function Verdict({ audit: { clean, endedAt, startedAt, differences } }: { audit: Audit }): ReactNode {
  if (endedAt === null) {
    return (
      <p className="verdict">
        <Status tone="waiting">Not finished</Status> It began <Ago at={startedAt} /> and has no result on record.
      </p>
    );
  }
  if (clean === true) {
    return (
      <p className="verdict">
        <Status tone="good">Clean</Status> Every record of money agrees.
      </p>
    );
  }
  if (clean === null) {
    return (
      <p className="verdict">
        <Status tone="warning">Not complete</Status> It ended before it had compared everything. Run it again.
      </p>
    );
  }
  return (
    <p className="verdict">
      <Status tone="bad">{formatCounted(differences ?? 0, 'difference')}</Status> Run{' '}
      <code>prospect credits audit</code>: it prints each of them. The runbook says what to do.
    </p>
  );
}
