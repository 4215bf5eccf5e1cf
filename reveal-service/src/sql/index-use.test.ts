import { explainGeneric } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createRevealDatabase, type RevealDatabase } from '#testing/reveal-database.js';
import { commitAttempt } from './commit-attempt.js';
import { deleteOperation } from './delete-operation.js';
import { selectAttempts } from './select-attempts.js';
import { selectCommittedAttempts } from './select-committed-attempts.js';
import { selectContactDetails } from './select-contact-details.js';
import { selectContactsByEmail } from './select-contacts-by-email.js';
import { selectContactRecords } from './select-contact-records.js';
import { selectDetailPresence } from './select-detail-presence.js';
import { selectOrganizationDetails } from './select-organization-details.js';
import { selectOperations } from './select-operations.js';
import { selectOwnedEmails } from './select-owned-emails.js';
import { selectPermittedEmails } from './select-permitted-emails.js';
import { selectRevealed } from './select-revealed.js';
import { selectReveals } from './select-reveals.js';
import { selectSpendSnapshot } from './select-spend-snapshot.js';
import { selectSwitchboards } from './select-switchboards.js';

describe('the prepared statements', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
  });
  after(() => database.close());

  const expected: [statement: { name: string; text: string }, indexes: string[]][] = [
    [selectRevealed, ['reveals_pkey']],
    [selectPermittedEmails, ['reveals_value_hash_idx', 'owned_emails_pkey']],
    [selectOwnedEmails, ['owned_emails_pkey']],
    [selectDetailPresence, ['organization_details_pkey']],
    [selectOrganizationDetails, ['organization_details_pkey']],
    [selectContactDetails, ['contact_details_pkey']],
    [selectSwitchboards, ['switchboards_pkey']],
    [selectContactsByEmail, ['contact_details_email_idx']],
    [selectContactRecords, ['contacts_pkey', 'organizations_pkey', 'contact_details_pkey']],
    [selectSpendSnapshot, ['operations_pkey', 'attempts_pkey', 'prices_pkey', 'reveals_pkey']],
    [deleteOperation, ['operations_at_idx']],
    [selectAttempts, ['attempts_pkey']],
    [selectCommittedAttempts, ['attempts_pkey', 'reveals_pkey']],
    [selectOperations, ['operations_pkey', 'attempts_pkey']],
    [selectReveals, ['reveals_pkey', 'attempts_pkey']],
    [commitAttempt, ['operations_at_idx']],
  ];
  for (const [{ name, text }, indexes] of expected) {
    it(`${name} can use ${indexes.join(' and ')}`, async () => {
      const client = await database.superuser.connect();
      try {
        // The tables are empty, so the planner shows a usable index only without sequential scans.
        await client.query('begin; set local enable_seqscan = off');
        const plan = (await explainGeneric(client, text)).join('\n');
        await client.query('rollback');
        for (const index of indexes) expect(plan).to.include(` ${index}`);
        expect(plan).not.to.include('Seq Scan');
      } finally {
        client.release();
      }
    });
  }
});
