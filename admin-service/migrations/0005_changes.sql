-- One row for each change that somebody made: who, when, what, to what. Rows are never changed and
-- never deleted: no role has the right, and triggers refuse it to those who need none. A change of
-- this schema writes its row in its own transaction. A change of another service has a row of its
-- intent before it is asked for, and one of its outcome after.

create table accounts.changes (
  id uuid not null default gen_random_uuid() constraint changes_pkey primary key,
  -- The database's clock: rows of several processes are read in one order.
  at timestamptz not null default clock_timestamp(),
  -- user: signed in to the console. token: the bearer token of the admin API. system: a job.
  actor_kind text not null constraint changes_actor_kind_check check (actor_kind in ('user', 'token', 'system')),
  actor_id uuid,
  -- As it was when the change was made.
  actor_name text not null constraint changes_actor_name_check check (actor_name <> ''),
  -- For example key.create.
  action text not null constraint changes_action_check check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  -- Null: the change is of no one account.
  account_id uuid,
  subject_kind text,
  subject_id text,
  -- Neither secrets nor personal data of contacts.
  details jsonb not null default '{}' constraint changes_details_check check (jsonb_typeof(details) = 'object'),
  constraint changes_actor_check check ((actor_kind = 'user') = (actor_id is not null)),
  constraint changes_subject_check check (num_nulls(subject_kind, subject_id) in (0, 2))
);
-- Serve the lists, newest first: of everything, of one account, of one person.
create index changes_at_idx on accounts.changes (at desc, id desc);
create index changes_account_idx on accounts.changes (account_id, at desc, id desc);
create index changes_actor_idx on accounts.changes (actor_id, at desc, id desc) where actor_id is not null;

create function accounts.refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never changed or deleted', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger changes_insert_only before update or delete or truncate on accounts.changes
  for each statement execute function accounts.refuse_rewriting();

grant select, insert on accounts.changes to prospect_admin;
