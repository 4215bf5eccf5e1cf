import type { Migration } from '@prospecting/platform/postgres';

/**
 * A completed response keeps the name of the lease that it was stored under, so that storing and making a lost row again are one
 * statement, and one that may be repeated.
 */
export const completedResponsesKeepTheirOwner: Migration = {
  name: '0004_completed_responses_keep_their_owner',
  sql: `
    alter table edge.stored_responses
      drop constraint stored_responses_state_check,
      add constraint stored_responses_state_check check (
        (status is null and body is null and lease_owner is not null and lease_until is not null)
        or (status is not null and body is not null and lease_until is null)
      );
  `,
};
