-- A row of the request log names the operation that its request spent under, so that its reader
-- counts the credits of one operation once, however many tries were answered with them. Rows of
-- before, and of an older gateway, have none. Changes no row; it waits 2 s for the lock at most.

set local lock_timeout = '2s';
-- The first 16 bytes of the operation's id: a uuid takes no more, and needs no check of its length.
alter table edge.request_log add column operation uuid;
