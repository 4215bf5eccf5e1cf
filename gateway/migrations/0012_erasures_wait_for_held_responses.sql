-- An erasure skips responses that others lock: a retry locks the response that it gets, for a moment.
-- It said that it was done and left them. Now it counts them as under way, and comes back for them.
--
-- `under_way`: requests from before the time that may still store a response, and completed responses
-- from before it that are still there.
create or replace function edge.forget_responses(
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
