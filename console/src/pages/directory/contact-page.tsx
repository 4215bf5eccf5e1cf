import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useRead } from '../../api/queries.js';
import type { Contact } from '../../api/types.js';
import { Facts } from '../../parts/facts.js';
import { Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Id, Status, To } from '../../parts/values.js';
import { useScope } from '../../session/scope.js';
import { ExternalLink } from './external-link.js';
import { Email, Phone } from './reachable.js';

export function ContactPage(): ReactNode {
  const { contactId = '' } = useParams();
  const { accountId } = useScope();
  const found = useRead<{ contact: Contact }>(`/accounts/${accountId}/contacts/${contactId}`);
  return (
    <Page title={found.data?.contact.name ?? 'Contact'} lead={found.data?.contact.jobTitle}>
      <Loaded query={found}>{({ contact }) => <Details contact={contact} />}</Loaded>
    </Page>
  );
}

function Details({ contact }: { contact: Contact }): ReactNode {
  const { base } = useScope();
  const isMasked = contact.emailIsMasked || contact.phoneIsMasked;
  return (
    <Section title="Contact">
      {isMasked && (
        <p className="lead">
          Masked values are revealed through the API, for credits: <code>contacts/reveal</code> with this id. This page
          never spends.
        </p>
      )}
      <Facts
        facts={[
          ['E-mail', <Email key="email" of={contact} />],
          ['Phone', <Phone key="phone" of={contact} />],
          ['LinkedIn', contact.linkedInUrl === undefined ? undefined : <ExternalLink to={contact.linkedInUrl} />],
          [
            'Organization',
            <To key="organization" to={`${base}/organizations/${contact.organizationId}`}>
              {contact.organizationName}
            </To>,
          ],
          ['Role', roleOf(contact)],
          ['Id', <Id key="id" id={contact.id} what="contact id" />],
        ]}
      />
    </Section>
  );
}

function roleOf({ isExecutive, isDecisionMaker }: Contact): ReactNode {
  if (!isExecutive && !isDecisionMaker) return undefined;
  return (
    <span className="buttons">
      {isExecutive && <Status tone="neutral">Executive</Status>}
      {isDecisionMaker && <Status tone="neutral">Decision maker</Status>}
    </span>
  );
}
