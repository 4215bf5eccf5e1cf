import type { Pool, Statement } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { contactChannelsView, type ContactChannels } from '../masking/contact-channels.js';
import { selectContactDetails } from '../sql/select-contact-details.js';
import { selectSwitchboards } from '../sql/select-switchboards.js';
import type { ViewerDependencies } from './dependencies.js';
import { distinctIds, idsByAccount, loadRevealed } from './revealed-by-account.js';

/** Returns the contact channels of contacts; each is masked unless the account revealed it. */
export async function viewContacts(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewContactsRequest,
): Promise<reveal.ViewContactsResponse> {
  const wanted = idsByAccount(queries, (query) => query.contactIds);
  const [revealed, records] = await Promise.all([
    loadRevealed(revealPool, 'contact', wanted, clock.now()),
    loadContactChannels(directoryPool, selectContactDetails, distinctIds(wanted)),
  ]);
  return {
    answers: queries.map(({ accountId, contactIds }) => ({
      views: contactIds.map((id) =>
        contactChannelsView(records.get(id), (channel) => revealed.has(accountId, id, channel)),
      ),
    })),
  };
}

/** Returns the contact channels of switchboards; each is masked unless the account revealed it. */
export async function viewSwitchboards(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewSwitchboardsRequest,
): Promise<reveal.ViewSwitchboardsResponse> {
  const wanted = idsByAccount(queries, (query) => query.organizationIds);
  const [revealed, records] = await Promise.all([
    loadRevealed(revealPool, 'switchboard', wanted, clock.now()),
    loadContactChannels(directoryPool, selectSwitchboards, distinctIds(wanted)),
  ]);
  return {
    answers: queries.map(({ accountId, organizationIds }) => ({
      views: organizationIds.map((id) => {
        const record = records.get(id);
        if (record === undefined) return {};
        return { switchboard: contactChannelsView(record, (channel) => revealed.has(accountId, id, channel)) };
      }),
    })),
  };
}

type SelectContactChannels = Statement<
  [subjectIds: readonly string[]],
  ContactChannels & { readonly subjectId: string }
>;

async function loadContactChannels(
  pool: Pool,
  select: SelectContactChannels,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContactChannels>> {
  if (ids.length === 0) return new Map();
  const rows = await select.run(pool, [ids]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}
