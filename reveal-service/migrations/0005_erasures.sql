-- Erasing persons, and forgetting whom a reveal past its year was of. Both replace ids by random
-- ones: what was paid stays, and the audit compares it as before. An attempt is still never changed
-- in anything else, by anybody.
--
-- Building the index takes a lock that commits of spends wait for: about a second per million
-- attempts.

-- Subjects that were erased in the last days. A spend that read the directory before the erasure
-- looks here when it commits. SHA-256 of the id: ids are random or derived under a secret, so nobody
-- can try all of them.
create table reveal.erased_subjects (
  subject_hash bytea constraint erased_subjects_pkey primary key
    constraint erased_subjects_hash_check check (octet_length(subject_hash) = 32),
  erased_at timestamptz not null default clock_timestamp()
);
grant select, delete on reveal.erased_subjects to prospect_reveal;

-- When the ids of an attempt past its year were replaced. Null: they are still those of the subjects.
alter table reveal.attempts add column anonymized_at timestamptz;
-- Serves the search for attempts past their year.
create index attempts_kept_idx on reveal.attempts (at) where state = 'committed' and anonymized_at is null;

-- Refuses every change of an attempt but the replacement of the ids in it by the functions below.
create function reveal.refuse_change_of_attempts_but_ids() returns trigger language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and current_setting('reveal.replaces_ids', true) = 'on'
    and (new.account_id, new.attempt_id, new.state, new.millicredits, new.at)
      = (old.account_id, old.attempt_id, old.state, old.millicredits, old.at)
    and new.key_id is not distinct from old.key_id
    and (old.anonymized_at is null or new.anonymized_at = old.anonymized_at)
    and (select jsonb_agg(each - 1 order by position) from jsonb_array_elements(new.reveals) with ordinality as e (each, position))
      is not distinct from
        (select jsonb_agg(each - 1 order by position) from jsonb_array_elements(old.reveals) with ordinality as e (each, position))
  then
    return new;
  end if;
  raise exception 'attempts are never changed' using errcode = 'restrict_violation', constraint = 'attempts_immutable';
end
$$;
create or replace trigger attempts_immutable before update or delete on reveal.attempts
  for each row execute function reveal.refuse_change_of_attempts_but_ids();

-- Begins an erasure: no spend commits these subjects from here on. Waits for the commits under way,
-- which are single statements, and holds the next ones back for that long, at most: a spend gives up
-- after 500 ms, so this does before, and is tried again.
create function reveal.begin_erasure(subjects uuid[]) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '300ms'
as $$
begin
  insert into reveal.erased_subjects (subject_hash)
  select distinct sha256(convert_to(subject::text, 'UTF8')) from unnest(subjects) as subject
  on conflict on constraint erased_subjects_pkey do update set erased_at = clock_timestamp();
  lock table reveal.operations in share row exclusive mode;
end
$$;

-- Replaces the ids of contacts in everything that an account has of them, drops the hashes of the
-- addresses that it revealed of them, and removes the addresses from those that it owns. Each contact
-- gets one random id in the account, so the account's records still fit each other. Returns how many
-- reveals were changed, and how many addresses were removed.
create function reveal.erase_in_account(
  account uuid, subjects uuid[], addresses text[], attempts_before timestamptz,
  out reveals integer, out owned_emails integer
)
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '5s'
as $$
declare
  -- {"<id>": "<random id>"}
  replacements jsonb := (
    select coalesce(jsonb_object_agg(subject, gen_random_uuid()), '{}') from unnest(subjects) as subject
  );
  hashes bytea[] := array(
    select sha256(convert_to(account::text || ':' || address, 'UTF8')) from unnest(addresses) as address
  );
begin
  perform set_config('reveal.replaces_ids', 'on', true);
  update reveal.attempts
  set reveals = (
    select jsonb_agg(
      case when each ->> 0 = 'contact' and replacements ? (each ->> 1)
        then jsonb_set(each, '{1}', replacements -> (each ->> 1)) else each end
      order by position)
    from jsonb_array_elements(attempts.reveals) with ordinality as e (each, position)
  )
  where attempts.account_id = account
    and (
      attempts.attempt_id in (
        select revealed.attempt_id from reveal.reveals as revealed
        where revealed.account_id = account and revealed.subject_kind = 'contact' and revealed.subject_id = any (subjects)
      )
      -- Attempts whose reveals were replaced by a later one after their year.
      or (attempts.state = 'committed' and attempts.anonymized_at is null and attempts.at <= attempts_before)
    )
    and exists (
      select from jsonb_array_elements(attempts.reveals) as each
      where each ->> 0 = 'contact' and replacements ? (each ->> 1)
    );
  perform set_config('reveal.replaces_ids', 'off', true);

  update reveal.operations
  set planned = (
    select jsonb_agg(
      case when each ->> 'kind' = 'contact' and replacements ? (each ->> 'subjectId')
        then jsonb_set(each, '{subjectId}', replacements -> (each ->> 'subjectId')) else each end
      order by position)
    from jsonb_array_elements(operations.planned) with ordinality as e (each, position)
  )
  where operations.account_id = account
    and exists (
      select from jsonb_array_elements(operations.planned) as each
      where each ->> 'kind' = 'contact' and replacements ? (each ->> 'subjectId')
    );

  -- A random hash: no address has it.
  update reveal.reveals as revealed
  set subject_id = coalesce((replacements ->> revealed.subject_id::text)::uuid, revealed.subject_id),
    value_hash = case when revealed.value_hash is not null
      then sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) end
  where revealed.account_id = account
    and (
      (revealed.subject_kind = 'contact' and revealed.subject_id = any (subjects))
      or revealed.value_hash = any (hashes)
    );
  get diagnostics reveals = row_count;

  delete from reveal.owned_emails as owned where owned.account_id = account and owned.email = any (addresses);
  get diagnostics owned_emails = row_count;
end
$$;

-- Replaces the ids of everything that an attempt past its year revealed, and deletes those reveals;
-- a later reveal of the same stays. Returns the number of deleted reveals; null when another process
-- has the attempt.
create function reveal.anonymize_attempt(account uuid, attempt uuid, committed_before timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s'
as $$
declare
  deleted integer;
begin
  -- Whatever its caller's clock says, nothing younger than a year goes.
  perform from reveal.attempts
  where account_id = account and attempt_id = attempt and state = 'committed' and anonymized_at is null
    and at <= least(committed_before, clock_timestamp() - interval '1 year')
  for update skip locked;
  if not found then
    return null;
  end if;
  delete from reveal.reveals as revealed
  using reveal.attempts as attempts, jsonb_array_elements(attempts.reveals) as each
  where attempts.account_id = account and attempts.attempt_id = attempt
    and revealed.account_id = account and revealed.attempt_id = attempt
    and revealed.subject_kind = each ->> 0 and revealed.subject_id = (each ->> 1)::uuid and revealed.info_type = each ->> 2;
  get diagnostics deleted = row_count;
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

-- Takes new samples for the planner's statistics: the old ones hold ids and addresses.
create function reveal.forget_statistics() returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  analyze reveal.reveals, reveal.attempts, reveal.operations, reveal.owned_emails;
end
$$;

revoke execute on function reveal.begin_erasure(uuid[]), reveal.forget_statistics(),
  reveal.erase_in_account(uuid, uuid[], text[], timestamptz),
  reveal.anonymize_attempt(uuid, uuid, timestamptz) from public;
grant execute on function reveal.begin_erasure(uuid[]), reveal.forget_statistics(),
  reveal.erase_in_account(uuid, uuid[], text[], timestamptz),
  reveal.anonymize_attempt(uuid, uuid, timestamptz) to prospect_reveal;
