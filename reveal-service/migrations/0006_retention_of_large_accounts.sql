-- The retention of one attempt looks up each of its reveals. As one join, it read every reveal of the
-- account for each attempt, where most accounts are smaller. Takes no lock.

-- Replaces the ids of everything that an attempt past its year revealed, and deletes those reveals;
-- a later reveal of the same stays. Returns the number of deleted reveals; null when another process
-- has the attempt.
create or replace function reveal.anonymize_attempt(account uuid, attempt uuid, committed_before timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s'
as $$
declare
  revealed record;
  deleted integer := 0;
begin
  -- Whatever its caller's clock says, nothing younger than a year goes.
  perform from reveal.attempts
  where account_id = account and attempt_id = attempt and state = 'committed' and anonymized_at is null
    and at <= least(committed_before, clock_timestamp() - interval '1 year')
  for update skip locked;
  if not found then
    return null;
  end if;
  -- In the order in which a spend locks them.
  for revealed in
    select each ->> 0 as subject_kind, (each ->> 1)::uuid as subject_id, each ->> 2 as info_type
    from reveal.attempts, jsonb_array_elements(attempts.reveals) as each
    where attempts.account_id = account and attempts.attempt_id = attempt
    order by (each ->> 0) collate "C", (each ->> 1)::uuid, (each ->> 2) collate "C"
  loop
    delete from reveal.reveals
    where reveals.account_id = account and reveals.attempt_id = attempt
      and reveals.subject_kind = revealed.subject_kind
      and reveals.subject_id = revealed.subject_id
      and reveals.info_type = revealed.info_type;
    if found then
      deleted := deleted + 1;
    end if;
  end loop;
  perform set_config('reveal.replaces_ids', 'on', true);
  update reveal.attempts
  set anonymized_at = clock_timestamp(), reveals = coalesce((
    select jsonb_agg(jsonb_set(each, '{1}', to_jsonb(gen_random_uuid())) order by position)
    from jsonb_array_elements(attempts.reveals) with ordinality as e (each, position)
  ), '[]')
  where account_id = account and attempt_id = attempt;
  perform set_config('reveal.replaces_ids', 'off', true);
  return deleted;
end
$$;
