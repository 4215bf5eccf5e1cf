import { randomUUID } from 'node:crypto';
import { violates, type Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { infoTypesOf, isPublic, SUBJECTS } from '../subjects.js';
import { seedReveals } from '#testing/index.js';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';

const refusalCode = async (pool: Pool, text: string): Promise<string> => {
  const error: unknown = await pool.query(text).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error && 'code' in error ? String(error.code) : 'not refused';
};
const INSUFFICIENT_PRIVILEGE = '42501';

describe('the schema reveal', () => {
  let database: RevealDatabase;

  before(async () => {
    database = await createRevealDatabase();
  });
  after(() => database.close());

  describe('grants prospect_reveal only what the service needs', () => {
    const refused = [
      'update reveal.reveals set account_id = account_id',
      'update reveal.reveals set subject_id = subject_id',
      'update reveal.attempts set at = at',
      'delete from reveal.attempts',
      'truncate reveal.attempts',
      'update reveal.operations set at = at',
      'update reveal.operations set planned = planned',
      'delete from reveal.reveals',
      'truncate reveal.reveals',
      'delete from reveal.prices',
      'update reveal.owned_emails set email = email',
      'truncate reveal.owned_emails',
      'create table reveal.more (id integer)',
      'delete from reveal.migrations',
      'insert into reveal.erased_subjects select * from reveal.erased_subjects',
      'update reveal.attempts set anonymized_at = now()',
      "update directory.contact_details set email = 'a@example.se'",
      'delete from directory.organization_details',
      'insert into directory.switchboards select * from directory.switchboards',
    ];
    for (const text of refused) {
      it(`refuses: ${text}`, async () => {
        expect(await refusalCode(database.revealPool, text)).to.equal(INSUFFICIENT_PRIVILEGE);
      });
    }
  });

  describe('enforces its rules by named constraints', () => {
    const reveal = { accountId: testId('account', 1), subjectId: testId('contact', 1), revealedAt: new Date() };
    const reveals = (changes: Record<string, string | number | null>): string => {
      const row: Record<string, string | number | null> = {
        account_id: testId('account', 7),
        subject_kind: 'contact',
        subject_id: testId('contact', 7),
        info_type: 'phone',
        revealed_at: '2026-01-01',
        expires_at: '2027-01-01',
        millicredits: 0,
        attempt_id: randomUUID(),
        value_hash: null,
        ...changes,
      };
      const literals = Object.values(row).map((value) => (value === null ? 'null' : `'${value}'`));
      return `insert into reveal.reveals (${Object.keys(row).join(', ')}) values (${literals.join(', ')})`;
    };
    const prices = (subject: string, infoType: string, millicredits: number): string =>
      `insert into reveal.prices values ('gold', '${subject}', '${infoType}', ${millicredits})`;

    const attempts = (changes: Record<string, string | number>): string => {
      const row = { account_id: testId('account', 7), attempt_id: randomUUID(), state: 'committed', millicredits: 0 };
      const values = Object.values({ ...row, reveals: '[]', at: '2026-01-01', ...changes }).map(
        (value) => `'${value}'`,
      );
      return `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at) values (${values.join(', ')})`;
    };
    const operations = (id: string, planned: string): string =>
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
      values ('${testId('account', 7)}', '\\x${id}', '${randomUUID()}', '${planned}', '2026-01-01')`;

    const broken: [constraint: string, what: string, text: string][] = [
      ['reveals_info_type_check', "an organization's phone", reveals({ subject_kind: 'organization' })],
      ['reveals_info_type_check', 'a reveal of linkedIn, which is public', reveals({ info_type: 'linkedIn' })],
      ['reveals_info_type_check', 'an unknown kind of subject', reveals({ subject_kind: 'person' })],
      ['reveals_expires_at_check', 'an expiry at the time of the reveal', reveals({ expires_at: '2026-01-01' })],
      ['reveals_millicredits_check', 'a price below 0', reveals({ millicredits: -1 })],
      ['reveals_value_hash_check', 'an address without its hash', reveals({ info_type: 'email' })],
      ['reveals_value_hash_check', 'the hash of a phone', reveals({ value_hash: `\\x${'00'.repeat(32)}` })],
      ['reveals_value_hash_check', 'half a hash', reveals({ info_type: 'email', value_hash: `\\x${'00'.repeat(16)}` })],
      [
        'prices_info_type_check',
        'a price of an info type that the subject does not have',
        prices('organization', 'email', 1),
      ],
      ['prices_millicredits_check', 'a price below 0', prices('contact', 'email', -1)],
      ['prices_linked_in_check', 'a price of linkedIn', prices('contact', 'linkedIn', 1)],
      ['attempts_state_check', 'an unknown state', attempts({ state: 'pending' })],
      ['attempts_millicredits_check', 'a price below 0', attempts({ millicredits: -1 })],
      ['attempts_reveals_check', 'reveals that are not a list', attempts({ reveals: '{}' })],
      ['attempts_aborted_check', 'an aborted attempt with a price', attempts({ state: 'aborted', millicredits: 1 })],
      ['attempts_aborted_check', 'an aborted attempt with reveals', attempts({ state: 'aborted', reveals: '[1]' })],
      ['operations_operation_id_check', 'half a hash', operations('00'.repeat(16), '[]')],
      ['operations_planned_check', 'a plan that is not a list', operations('00'.repeat(32), '{}')],
      [
        'owned_emails_email_check',
        'a text that is not an address',
        `insert into reveal.owned_emails values ('${testId('account', 7)}', 'nobody')`,
      ],
    ];
    for (const [constraint, what, text] of broken) {
      it(`${constraint} refuses ${what}`, async () => {
        const error = await database.superuser.query(text).catch((failure: unknown) => failure);
        expect(violates(error, constraint), String(error)).to.equal(true);
      });
    }

    for (const subject of SUBJECTS) {
      for (const infoType of infoTypesOf(subject)) {
        it(`prices_info_type_check accepts ${subject} ${infoType}`, async () => {
          await database.superuser.query(prices(subject, infoType, 0));
        });

        if (isPublic(subject, infoType)) continue;
        it(`reveals_info_type_check accepts ${subject} ${infoType}`, async () => {
          const hash = subject === 'contact' && infoType === 'email' ? `\\x${'00'.repeat(32)}` : null;
          await database.superuser.query(
            reveals({ subject_kind: subject, info_type: infoType, subject_id: randomUUID(), value_hash: hash }),
          );
        });
      }
    }

    it('attempts_immutable refuses to change or remove an attempt, even for a superuser', async () => {
      await database.superuser.query(attempts({}));
      for (const text of [
        "update reveal.attempts set state = 'aborted'",
        'delete from reveal.attempts',
        'truncate reveal.attempts',
      ]) {
        const error: unknown = await database.superuser.query(text).catch((failure: unknown) => failure);
        expect(violates(error, 'attempts_immutable'), String(error)).to.equal(true);
      }
    });

    it('reveals_pkey keeps one reveal of each info type of a subject per account', async () => {
      const seed = { ...reveal, subject: 'contact', infoType: 'phone' } as const;
      await seedReveals(database.superuser, [seed]);
      const error = await seedReveals(database.superuser, [seed]).catch((failure: unknown) => failure);
      expect(violates(error, 'reveals_pkey')).to.equal(true);
    });
  });
});
