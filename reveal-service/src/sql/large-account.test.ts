import { rowsRead } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { selectCommittedAttempts } from './select-committed-attempts.js';
import { selectOperations } from './select-operations.js';
import { selectReveals, type RevealPosition } from './select-reveals.js';

const SMALL_ACCOUNTS = 20_000;
const ATTEMPTS = 1_000;
const REVEALS = 25 * ATTEMPTS;
const PAGE = 200;
const NIL = '00000000-0000-0000-0000-000000000000';

describe('an audit of a large account among many small ones reads each row once', () => {
  let database: RevealDatabase;
  const accountId = testId('account', 1);

  before(async () => {
    database = await createRevealDatabase();
    await database.superuser.query(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id)
      select account_id, 'contact', gen_random_uuid(), 'phone', now(), now() + interval '1 year', 1000, attempt_id
      from (
        select gen_random_uuid() as account_id, gen_random_uuid() as attempt_id
        from generate_series(1, $1::int)
        union all
        select $2::uuid, md5((n % $3::int)::text)::uuid
        from generate_series(1, $4::int) as n
      ) as each`,
      [SMALL_ACCOUNTS, accountId, ATTEMPTS, REVEALS],
    );
    await database.superuser.query(`
      insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      select account_id, attempt_id, 'committed', sum(millicredits),
        jsonb_agg(jsonb_build_array(subject_kind, subject_id, info_type, millicredits)), now()
      from reveal.reveals
      group by account_id, attempt_id`);
    await database.superuser.query(`
      insert into reveal.operations (account_id, operation_id, attempt_id, planned, at)
      select account_id, sha256(convert_to(attempt_id::text, 'UTF8')), attempt_id, '[]', at
      from reveal.attempts`);
    await database.superuser.query('analyze reveal.reveals, reveal.attempts, reveal.operations');
  });
  after(() => database.close());

  it('reveal_select_committed_attempts', async () => {
    const read = await rowsRead(database.superuser, selectCommittedAttempts.text, [accountId, NIL, PAGE]);
    expect(read).to.deep.equal({ attempts: PAGE, reveals: PAGE * 25 });
  });

  it('reveal_select_operations', async () => {
    const read = await rowsRead(database.superuser, selectOperations.text, [accountId, Buffer.alloc(0), PAGE]);
    expect(read).to.deep.equal({ operations: PAGE, attempts: PAGE });
  });

  it('reveal_select_reveals', async () => {
    const start: RevealPosition = ['', NIL, ''];
    const read = await rowsRead(database.superuser, selectReveals.text, [accountId, ...start, PAGE]);
    expect(read).to.deep.equal({ reveals: PAGE, attempts: PAGE });
  });
});
