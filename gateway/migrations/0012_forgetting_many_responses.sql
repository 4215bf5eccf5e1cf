-- An erasure deletes stored responses batch by batch. Each batch read the whole table twice: to find
-- its rows, and to count what is left. Now it finds them by the index on the expiry, where deleted
-- rows are skipped, and only a batch that is not full counts. Takes no lock.

-- Deletes a batch of completed responses whose requests began before the given time. `under_way`:
-- requests from before it that may still store a response, and completed responses from before it
-- that are still there: it skips those that others lock, as a retry does with the one that it gets.
-- After a full batch it is 1, because nobody has counted.
create or replace function edge.forget_responses(
  begun_before timestamptz, batch integer, out deleted integer, out under_way integer
)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s'
as $$
begin
  with removed as (
    -- By the places of the locked rows: a join by key may read the whole table.
    delete from edge.stored_responses
    where ctid = any (array(
      select ctid
      from edge.stored_responses
      where lease_until is null and created_at <= begun_before
      order by expires_at
      limit batch
      for update skip locked
    ))
    returning 1
  )
  select count(*)::integer into deleted from removed;
  if deleted = batch then
    under_way := 1;
    return;
  end if;
  select count(*)::integer into under_way
  from edge.stored_responses
  where (lease_until is null or lease_until > clock_timestamp()) and created_at <= begun_before;
end
$$;
