import type { Pool, Statement } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import type { Reachable } from '../masking/records.js';
import { reachableView } from '../masking/subject-view.js';
import { selectContactDetails } from '../sql/select-contact-details.js';
import { selectSwitchboards } from '../sql/select-switchboards.js';
import { distinctIds, idsByAccount, loadRevealed, type Revealed } from './revealed.js';
import type { ViewerDependencies } from './viewer.js';

/** E-mail address and phone of contacts, each masked unless the account revealed it. */
export async function viewContacts(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewContactsRequest,
): Promise<reveal.ViewContactsResponse> {
  const wanted = idsByAccount(queries, (query) => query.contactIds);
  const [revealed, records] = await Promise.all([
    loadRevealed(revealPool, 'contact', wanted, clock.now()),
    loadReachables(directoryPool, selectContactDetails, distinctIds(wanted)),
  ]);
  return {
    answers: queries.map(({ accountId, contactIds }) => ({
      views: contactIds.map((id) => reachableView(records.get(id), revealedInfoTypes(revealed, accountId, id))),
    })),
  };
}

/** Number and e-mail address of organizations' switchboards, each masked unless the account revealed it. */
export async function viewSwitchboards(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewSwitchboardsRequest,
): Promise<reveal.ViewSwitchboardsResponse> {
  const wanted = idsByAccount(queries, (query) => query.organizationIds);
  const [revealed, records] = await Promise.all([
    loadRevealed(revealPool, 'switchboard', wanted, clock.now()),
    loadReachables(directoryPool, selectSwitchboards, distinctIds(wanted)),
  ]);
  return {
    answers: queries.map(({ accountId, organizationIds }) => ({
      views: organizationIds.map((id) => {
        const record = records.get(id);
        return record === undefined
          ? {}
          : { switchboard: reachableView(record, revealedInfoTypes(revealed, accountId, id)) };
      }),
    })),
  };
}

function revealedInfoTypes(
  revealed: Revealed,
  accountId: string,
  subjectId: string,
): { email: boolean; phone: boolean } {
  return { email: revealed.has(accountId, subjectId, 'email'), phone: revealed.has(accountId, subjectId, 'phone') };
}

type SelectReachables = Statement<[subjectIds: readonly string[]], Reachable & { subjectId: string }>;

async function loadReachables(
  pool: Pool,
  select: SelectReachables,
  ids: readonly string[],
): Promise<Map<string, Reachable>> {
  if (ids.length === 0) return new Map();
  const rows = await select.run(pool, [ids]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}
