-- Makes references unique within an account. Of grants that shared a reference, the first keeps it,
-- and each other one gets the number of its entry appended. No entry is lost and no amount changes.
-- The trigger that keeps entries immutable is disabled for that one statement, which only the owner
-- may do. Writes to the ledger wait while all entries are read twice: a few seconds for ten million
-- entries.

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
