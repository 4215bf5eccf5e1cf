import type { Migration } from '@prospecting/platform/postgres';

/**
 * A reference names one grant of an account. Of grants that shared one, the first keeps it and each
 * other gets the number of its entry behind it; no entry is lost and no amount changes. The trigger
 * that keeps entries as they were written is off for that one statement, which only the owner can do.
 *
 * Writes to the ledger wait while all entries are read twice: some seconds for ten million.
 */
export const oneGrantAReference: Migration = {
  name: '0005_one_grant_a_reference',
  sql: `
    set local lock_timeout = '5s';
    alter table credits.entries disable trigger entries_immutable;
    update credits.entries
    set reference = left(reference, 255 - char_length(numbered.suffix)) || numbered.suffix
    from (
      select account_id, entry_id, ' (entry ' || entry_id || ')' as suffix,
        row_number() over (partition by account_id, reference order by entry_id) as place
      from credits.entries
      where kind = 'grant' and reference is not null
    ) as numbered
    where entries.account_id = numbered.account_id and entries.entry_id = numbered.entry_id and numbered.place > 1;
    alter table credits.entries enable trigger entries_immutable;

    create unique index entries_grant_reference_key on credits.entries (account_id, reference)
      where kind = 'grant' and reference is not null;
  `,
};
