import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { organizationView, type DetailPresence, type RecordedDetails } from '../masking/organization-details.js';
import { selectDetailPresence } from '../sql/select-detail-presence.js';
import { selectOrganizationDetails } from '../sql/select-organization-details.js';
import type { ViewerDependencies } from './dependencies.js';
import { distinctIds, idsByAccount, loadRevealed } from './revealed-by-account.js';

/**
 * Returns the details of organizations that the account revealed or that hold nothing back. Most
 * results show no details, so this reads only which ones are on record, concurrently with the
 * reveals. It reads values only for revealed organizations.
 */
export async function viewOrganizations(
  { revealPool, directoryPool, clock }: ViewerDependencies,
  { queries }: reveal.ViewOrganizationsRequest,
): Promise<reveal.ViewOrganizationsResponse> {
  const wanted = idsByAccount(queries, (query) => query.subjects.map((subject) => subject.organizationId));
  // Read the clock before any statement starts: it may throw, and nobody would wait for the
  // statement.
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
        // The record may have lost its details since they were revealed: then nothing is left to
        // show or hide.
        const visible = revealed.has(accountId, organizationId, 'details')
          ? (details.get(organizationId) ?? {})
          : undefined;
        return organizationView(visible, presences.get(organizationId), shownIdentifiers);
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
