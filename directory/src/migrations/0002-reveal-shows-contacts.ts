import type { Migration } from '@prospecting/platform/postgres';

/** reveal-service answers a reveal with the contact as everyone may see it, so that a spend needs no other service to be shown. */
export const revealShowsContacts: Migration = {
  name: '0002_reveal_shows_contacts',
  sql: `
    grant select (job_title, is_executive, is_decision_maker) on directory.contacts to prospect_reveal;
  `,
};
