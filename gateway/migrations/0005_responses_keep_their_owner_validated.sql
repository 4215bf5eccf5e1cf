-- Reads all stored responses, beside whatever reads and writes them.

set local lock_timeout = '2s';
alter table edge.stored_responses validate constraint stored_responses_lease_check;
