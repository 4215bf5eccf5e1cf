-- The function runs as the owner of the log, so it must not believe its caller: whatever day it is
-- given, it drops no partition that is not more than 30 days old by the database's own clock.

create or replace function edge.drop_request_log_partitions(today date) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '2s' set timezone = 'UTC'
as $$
declare
  partition name;
  dropped integer := 0;
  oldest_kept date := least(today, clock_timestamp()::date) - 30;
begin
  perform pg_advisory_xact_lock(hashtextextended('edge.request_log', 0));
  for partition in
    select child.relname
    from pg_inherits
    join pg_class child on child.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'edge.request_log'::regclass
      and child.relname < 'request_log_' || to_char(oldest_kept, 'YYYYMMDD')
    order by child.relname
  loop
    execute format('drop table edge.%I', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- A gateway is ready once the newest migration that its release knows is applied.
grant select on edge.migrations to prospect_gateway;
