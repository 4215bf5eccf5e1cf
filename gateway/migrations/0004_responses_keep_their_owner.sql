-- A completed response keeps the name of the lease that it was stored under, so that storing it and
-- making its lost row again are one statement, and one that may be repeated. Every row that the old
-- check let in passes the new one; it is validated by the next migration, as reading a day of
-- responses under the lock that changing a table takes would stop every spend.

set local lock_timeout = '2s';
alter table edge.stored_responses
  drop constraint stored_responses_state_check,
  add constraint stored_responses_lease_check check (
    (status is null and body is null and lease_owner is not null and lease_until is not null)
    or (status is not null and body is not null and lease_until is null)
  ) not valid,
  -- Encrypted: compressing it would be tried in vain.
  alter column body set storage external;
