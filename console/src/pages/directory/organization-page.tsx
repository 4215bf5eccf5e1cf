import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useRead } from '../../api/queries.js';
import type { Account, Contact, ContactsPage, Organization, OrganizationPage as Body } from '../../api/types.js';
import { formatCount, formatCounted, formatRange } from '../../format/numbers.js';
import { countryName } from '../../format/words.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { Facts } from '../../parts/facts.js';
import { PersonIcon } from '../../parts/icons.js';
import { Page, Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Empty, Loaded, TableSkeleton } from '../../parts/states.js';
import { Id, Nothing, Status, To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { useClient } from '../../session/session.js';
import { ExternalLink } from './external-link.js';
import { Email, Phone } from './reachable.js';

/** What the `url` of an organization in the API's answers opens. */
export function OrganizationPage(): ReactNode {
  const { organizationId = '' } = useParams();
  const { accountId } = useScope();
  const found = useRead<Body>(`/accounts/${accountId}/organizations/${organizationId}`);
  const name = found.data?.organization.name ?? 'Organization';
  return (
    <Page title={name} lead={found.data && <Where organization={found.data.organization} />}>
      <Loaded query={found}>
        {({ organization, switchboard, contactsTotal }) => (
          <>
            <Details organization={organization} />
            <Section title="Switchboard" lead="The main line. It is not a person.">
              {switchboard === null ? (
                <Empty title="No switchboard on record" />
              ) : (
                <Facts
                  facts={[
                    ['Phone', <Phone key="phone" of={switchboard} />],
                    ['E-mail', <Email key="email" of={switchboard} />],
                  ]}
                />
              )}
            </Section>
            <Contacts organizationId={organizationId} total={contactsTotal} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Where({ organization: { city, countryCode, legalForm } }: { organization: Organization }): ReactNode {
  return [legalForm, city, countryName(countryCode)].filter((part) => part !== undefined).join(' · ');
}

function Details({ organization }: { organization: Organization }): ReactNode {
  const { revenueCurrency } = organization;
  const revenue = formatRange(organization.revenueMin, organization.revenueMax);
  const list = (values: readonly string[] | undefined): string | undefined => values?.join(', ');
  return (
    <Section
      title="Organization"
      actions={
        organization.detailsRevealed ? (
          <Status tone="good">All details shown</Status>
        ) : (
          <Status tone="locked">Details masked</Status>
        )
      }
    >
      {!organization.detailsRevealed && (
        <p className="lead">
          These are the free basics. <code>organizations/match</code> with <code>reveal</code> shows the rest for
          credits; this page never spends.
        </p>
      )}
      <Facts
        facts={[
          ['Organization number', organization.organizationNumber],
          ['Legal form', organization.legalForm],
          ['Founded', organization.foundedYear === undefined ? undefined : String(organization.foundedYear)],
          ['Employees', formatRange(organization.employeesMin, organization.employeesMax)],
          ['Revenue', revenue === undefined ? undefined : `${revenue} ${revenueCurrency ?? ''}`.trim()],
          ['Domain', organization.domain],
          ['Website', linkTo(organization.website)],
          ['LinkedIn', linkTo(organization.linkedInUrl)],
          ['Address', address(organization)],
          ['In a sentence', organization.oneSentenceDescription],
          ['Description', organization.description],
          ['Technologies', list(organization.technologies)],
          ['Keywords', list(organization.keywords)],
          ['Tags', list(organization.tags)],
          ['Id', <Id key="id" id={organization.id} what="organization id" />],
        ]}
      />
    </Section>
  );
}

function linkTo(to: string | undefined): ReactNode {
  return to === undefined ? undefined : <ExternalLink to={to} />;
}

function address({ addressLine1, addressLine2, postalCode, city, stateOrProvince }: Organization): string | undefined {
  if (addressLine1 === undefined && postalCode === undefined) return undefined;
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ');
  return [addressLine1, addressLine2, town, stateOrProvince].filter(Boolean).join(', ');
}

const COLUMNS = (base: string): Column<Contact>[] => [
  { title: 'Name', isHeader: true, render: ({ id, name }) => <To to={`${base}/contacts/${id}`}>{name}</To> },
  { title: 'Job title', render: ({ jobTitle }) => jobTitle ?? <Nothing say="not on record" /> },
  { title: 'E-mail', render: (contact) => <Email of={contact} /> },
  { title: 'Phone', render: (contact) => <Phone of={contact} /> },
];

function Contacts({ organizationId, total }: { organizationId: string; total: number }): ReactNode {
  const { accountId, base } = useScope();
  const client = useClient();
  const hasRoles = useHasRoles();
  const path = `/accounts/${accountId}/organizations/${organizationId}/contacts`;
  const pages = useInfiniteQuery({
    queryKey: [path],
    queryFn: ({ pageParam, signal }) => client.get<ContactsPage>(path, { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const contacts = pages.data?.pages.flatMap((page) => page.contacts) ?? [];
  return (
    <Section title="Contacts" lead={contactsInWords(total, hasRoles)}>
      {pages.isPending && <TableSkeleton />}
      {pages.error !== null && <ProblemAlert error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && contacts.length === 0 && <NoContacts hasRoles={hasRoles} />}
      {contacts.length > 0 && (
        <DataTable caption="Contacts" columns={COLUMNS(base)} rows={contacts} rowKey={({ id }) => id} />
      )}
      {pages.hasNextPage && (
        <div className="pager">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more: {formatCount(contacts.length)} of {formatCount(pages.data?.pages.at(-1)?.total ?? total)} shown
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Whether target roles of the account leave contacts out. */
function useHasRoles(): boolean {
  const { accountId } = useScope();
  const { data } = useRead<Account>(`/accounts/${accountId}`);
  return data !== undefined && data.targetRoles.length > 0;
}

function contactsInWords(total: number, hasRoles: boolean): string {
  return `${formatCounted(total, 'contact')}${hasRoles ? " in this account's target roles" : ''}.`;
}

function NoContacts({ hasRoles }: { hasRoles: boolean }): ReactNode {
  const { base } = useScope();
  if (!hasRoles) return <Empty title="No contacts on record" icon={<PersonIcon />} />;
  return (
    <Empty title="No contacts in the target roles of this account" icon={<PersonIcon />}>
      <p>
        <To to={`${base}/settings`}>Change the target roles</To>
      </p>
    </Empty>
  );
}
