import type { Migration } from '@prospecting/platform/postgres';

/** Reads all stored responses, beside whatever reads and writes them. */
export const responsesKeepTheirOwnerValidated: Migration = {
  name: '0005_responses_keep_their_owner_validated',
  sql: `
    set local lock_timeout = '2s';
    alter table edge.stored_responses validate constraint stored_responses_lease_check;
  `,
};
