import { toCredits } from '@prospecting/platform/amounts';
import { z } from '@prospecting/platform/config';
import { fromTimestamp, toTimestamp, type CallContext } from '@prospecting/platform/grpc';
import type { reveal, search } from '@prospecting/protos';
import type { Accounts } from '../../accounts/accounts.js';
import type { KeyAdministration } from '../../api-keys/key-administration.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { parseFields } from '../../http/fields.js';
import { idOf, linkNext } from '../../http/request.js';
import type { Routes } from '../../http/routes.js';
import { instant } from '../../http/times.js';

interface Dependencies extends Pick<ConsoleDependencies, 'clock' | 'revealAdmin' | 'search'> {
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
}

const query = z.strictObject({
  from: instant.optional(),
  to: instant.optional(),
  subject: z.enum(['contact', 'switchboard', 'organization']).optional(),
  after: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export function revealRoutes(routes: Routes, dependencies: Dependencies): void {
  const { accounts, clock, keys, revealAdmin } = dependencies;
  routes.get('/accounts/:id/reveals', async (context) => {
    const { from, to, subject = '', after, limit } = parseFields(query, { ...context.query });
    const { id: accountId } = await accounts.get(idOf(context));
    const { call } = context.state;
    const request = {
      accountId,
      from: toTimestamp(from ?? new Date(0)),
      // What is being revealed now is part of the newest page.
      to: toTimestamp(to ?? new Date(clock.now().getTime() + 60_000)),
      subject,
      before: after,
      limit,
    };
    const [{ reveals, nextBefore }, secrets] = await Promise.all([
      revealAdmin.listRevealsByTime(request, call),
      keys.list(accountId),
    ]);
    if (nextBefore !== '') linkNext(context, nextBefore);
    const names = await readNames(dependencies, reveals, call);
    const keyNames = new Map(secrets.map(({ id, name }) => [id, name]));
    context.body = reveals.map((each) => ({
      at: each.revealedAt && fromTimestamp(each.revealedAt),
      expiresAt: each.expiresAt && fromTimestamp(each.expiresAt),
      subject: each.subject,
      subjectId: each.subjectId,
      ...names(each),
      infoType: each.infoType,
      credits: toCredits(each.millicredits),
      keyId: each.keyId ?? null,
      keyName: keyNames.get(each.keyId ?? '') ?? null,
    }));
  });
}

interface Names {
  readonly name: string | null;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
}

const NO_NAMES: Names = { name: null, organizationId: null, organizationName: null };

/** Returns the names of what was revealed, as everybody may see them. Null for what is gone. */
async function readNames(
  { search }: Dependencies,
  reveals: readonly reveal.RevealByKey[],
  call: CallContext,
): Promise<(reveal: reveal.RevealByKey) => Names> {
  const idsOf = (isContact: boolean): string[] => [
    ...new Set(
      reveals.filter(({ subject }) => (subject === 'contact') === isContact).map(({ subjectId }) => subjectId),
    ),
  ];
  const [contacts, organizations] = await Promise.all([
    findContacts(search, idsOf(true), call),
    findOrganizations(search, idsOf(false), call),
  ]);
  return ({ subject, subjectId }) => {
    if (subject === 'contact') {
      const contact = contacts.get(subjectId);
      if (contact === undefined) return NO_NAMES;
      const { name, organizationId, organizationName } = contact;
      return { name, organizationId, organizationName };
    }
    const name = organizations.get(subjectId)?.name ?? null;
    return { name, organizationId: subjectId, organizationName: name };
  };
}

type Search = ConsoleDependencies['search'];

async function findContacts(
  search: Search,
  contactIds: string[],
  call: CallContext,
): Promise<Map<string, search.Contact>> {
  if (contactIds.length === 0) return new Map();
  const { contacts } = await search.getContacts({ contactIds }, call);
  return new Map(contacts.flatMap(({ contact }) => (contact ? [[contact.id, contact] as const] : [])));
}

async function findOrganizations(
  search: Search,
  ids: readonly string[],
  call: CallContext,
): Promise<Map<string, search.Organization>> {
  if (ids.length === 0) return new Map();
  const items = ids.map((id) => ({ id, orgNumbers: [], domains: [] }));
  const { matches } = await search.matchOrganizations({ items }, call);
  return new Map(
    matches.flatMap(({ organization }) => (organization ? [[organization.id, organization] as const] : [])),
  );
}
