-- The request log, a partition for each UTC day. The gateway may only add rows and read them; days
-- are made and dropped by two functions that run as the owner, so that it needs no right to create
-- or drop anything else.

-- No foreign key: the log is written in bulk, and a row outlives whatever it names.
create table edge.request_log (
  key_id uuid not null,
  account_id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null constraint request_log_duration_check check (duration_ms >= 0),
  items smallint,
  credits_millicredits bigint not null
    constraint request_log_credits_check check (credits_millicredits between 0 and 9007199254740991)
) partition by range (at);
-- Serves the log of one key since an instant, in order.
create index request_log_key_at_idx on edge.request_log (key_id, at);

-- Makes the partitions of a day (UTC) and the next one. Takes no lock when they exist.
create function edge.ensure_request_log_partitions(today date) returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s' set timezone = 'UTC'
as $$
declare
  day date;
begin
  foreach day in array array[today, today + 1] loop
    if to_regclass('edge.request_log_' || to_char(day, 'YYYYMMDD')) is null then
      -- Of several gateways at midnight one makes it.
      perform pg_advisory_xact_lock(hashtextextended('edge.request_log', 0));
      execute format(
        'create table if not exists edge.%I partition of edge.request_log for values from (%L) to (%L)',
        'request_log_' || to_char(day, 'YYYYMMDD'), day::timestamptz, (day + 1)::timestamptz);
    end if;
  end loop;
end $$;

-- Drops the partitions whose every row is more than 30 days old on a day, and answers how many that were.
create function edge.drop_request_log_partitions(today date) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s' set timezone = 'UTC'
as $$
declare
  partition name;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('edge.request_log', 0));
  for partition in
    select child.relname
    from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'edge.request_log'::regclass
      and child.relname < 'request_log_' || to_char(today - 30, 'YYYYMMDD')
    order by child.relname
  loop
    execute format('drop table edge.%I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function edge.ensure_request_log_partitions(date), edge.drop_request_log_partitions(date) from public;
grant execute on function edge.ensure_request_log_partitions(date), edge.drop_request_log_partitions(date) to prospect_gateway;
grant select, insert on edge.request_log to prospect_gateway;
