import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { organizationView, type DetailPresence, type RecordedDetails } from '../masking/organization-details.js';
import { selectDetailPresence } from '../sql/select-detail-presence.js';
import { selectOrganizationDetails } from '../sql/select-organization-details.js';
import { distinctIds, idsByAccount, loadRevealed } from './revealed.js';
import type { ViewerDependencies } from './viewer.js';

/**
 * Details of organizations where the account revealed them or nothing is held back. Most results show none, so what is on record is read
 * as presence alone, beside the reveals; values are read only of organizations that were revealed.
 */
export async function viewOrganizations(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewOrganizationsRequest,
): Promise<reveal.ViewOrganizationsResponse> {
  const wanted = idsByAccount(queries, (query) => query.subjects.map((subject) => subject.organizationId));
  // Before anything begins: while the clock refuses, nobody would wait for what becomes of it.
  const now = clock.now();
  const loadingPresences = loadPresences(directoryPool, distinctIds(wanted));
  const loadingRevealed = loadRevealed(revealPool, 'organization', wanted, now).then(async (revealed) => {
    const revealedIds = [...wanted].flatMap(([accountId, ids]) =>
      [...ids].filter((id) => revealed.has(accountId, id, 'details')),
    );
    return { revealed, details: await loadDetails(directoryPool, revealedIds) };
  });
  const [presences, { revealed, details }] = await Promise.all([loadingPresences, loadingRevealed]);

  return {
    answers: queries.map(({ accountId, subjects }) => ({
      views: subjects.map(({ organizationId, shownIdentifiers }) => {
        // Revealed details can be gone from the record since: then there is nothing to show, and nothing held back.
        const own = revealed.has(accountId, organizationId, 'details')
          ? (details.get(organizationId) ?? {})
          : undefined;
        return organizationView(own, presences.get(organizationId), shownIdentifiers);
      }),
    })),
  };
}

async function loadPresences(pool: Pool, ids: readonly string[]): Promise<Map<string, DetailPresence>> {
  if (ids.length === 0) return new Map();
  const rows = await selectDetailPresence.run(pool, [ids]);
  return new Map(rows.map((row) => [row.organizationId, row]));
}

async function loadDetails(pool: Pool, ids: readonly string[]): Promise<Map<string, RecordedDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await selectOrganizationDetails.run(pool, [[...new Set(ids)]]);
  return new Map(rows.map(({ organizationId, ...details }) => [organizationId, details]));
}
