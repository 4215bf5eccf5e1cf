-- Lets admin-service delete stored responses when a person is erased: they may show the person, and
-- nobody can search them, as each is encrypted under its Idempotency-Key. It can delete nothing but
-- completed responses, and read none of them. The operation behind a response keeps its retry from
-- being charged again.

-- Deletes a batch of completed responses whose requests began before the given time. `under_way`:
-- requests from before it that may still store a response, and completed responses from before it
-- that are still there: it skips those that others lock, as a retry does with the one that it gets.
create function edge.forget_responses(
  begun_before timestamptz, batch integer, out deleted integer, out under_way integer
)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s'
as $$
begin
  with completed as (
    select key_id, idempotency_key_hash
    from edge.stored_responses
    where lease_until is null and created_at <= begun_before
    limit batch
    for update skip locked
  ), removed as (
    delete from edge.stored_responses as stored using completed
    where stored.key_id = completed.key_id and stored.idempotency_key_hash = completed.idempotency_key_hash
    returning 1
  )
  select count(*)::integer into deleted from removed;
  select count(*)::integer into under_way
  from edge.stored_responses
  where (lease_until is null or lease_until > clock_timestamp()) and created_at <= begun_before;
end
$$;
revoke execute on function edge.forget_responses(timestamptz, integer) from public;
grant execute on function edge.forget_responses(timestamptz, integer) to prospect_admin;
