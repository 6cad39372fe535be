-- Changes leave the counted period as time passes, so this function subtracts the changes that left the period since
-- its previous call.
create or replace function age_config_change_tallies() returns integer
language plpgsql
as $$
declare
  before timestamptz;
  present timestamptz;
  aged integer;
begin
  perform pg_advisory_xact_lock(hashtext('config_change_clock'));
  select aged_until, greatest(aged_until, clock_timestamp()) into before, present from config_change_clock;
  with fallen as (
    select config_id, count(*) as last_3d, 0 as last_7d, 0 as last_30d
    from   config_changes
    where  created_at > before - interval '3 days' and created_at <= present - interval '3 days'
    group  by config_id
    union  all
    select config_id, 0, count(*), 0
    from   config_changes
    where  created_at > before - interval '7 days' and created_at <= present - interval '7 days'
    group  by config_id
    union  all
    select config_id, 0, 0, count(*)
    from   config_changes
    where  created_at > before - interval '30 days' and created_at <= present - interval '30 days'
    group  by config_id
  ),
  summed as (
    select config_id, sum(last_3d) as last_3d, sum(last_7d) as last_7d, sum(last_30d) as last_30d
    from   fallen
    group  by config_id
  )
  update config_change_tallies t
  set    last_3d = greatest(t.last_3d - s.last_3d, 0),
         last_7d = greatest(t.last_7d - s.last_7d, 0),
         last_30d = greatest(t.last_30d - s.last_30d, 0)
  from   summed s
  where  t.config_id = s.config_id;
  get diagnostics aged = row_count;
  update config_change_clock set aged_until = present;
  return aged;
end;
$$;
comment on function age_config_change_tallies() is 'Removes changes that have grown too old from the counts of the last days; returns the number of affected items.';
