-- Runs as a statement trigger. Writers share the lock on the clock; only age_config_change_tallies takes it
-- exclusively.
create or replace function tally_config_changes() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  aged timestamptz;
  came_rows constant text := 'select config_id, created_at, 1 as times from came';
  gone_rows constant text := 'select config_id, created_at, -1 as times from gone';
begin
  perform pg_advisory_xact_lock_shared(hashtext('config_change_clock'));
  select aged_until into aged from config_change_clock;
  execute format($sql$
    with written as (
      select config_id,
             coalesce(sum(times) filter (where created_at > $1 - interval '3 days'), 0) as last_3d,
             coalesce(sum(times) filter (where created_at > $1 - interval '7 days'), 0) as last_7d,
             sum(times) as last_30d
      from   (%s) w
      where  created_at > $1 - interval '30 days'
      group  by config_id
    ),
    more as (
      insert into config_change_tallies as t (config_id, last_3d, last_7d, last_30d)
      select config_id, last_3d, last_7d, last_30d
      from   written
      where  least(last_3d, last_7d, last_30d) >= 0 and greatest(last_3d, last_7d, last_30d) > 0
      -- A fixed order prevents deadlocks.
      order  by config_id
      on conflict (config_id) do update
      set    last_3d = t.last_3d + excluded.last_3d, last_7d = t.last_7d + excluded.last_7d, last_30d = t.last_30d + excluded.last_30d
    )
    -- A deleted change was counted before, so its row exists unless the item itself is deleted.
    update config_change_tallies t
    set    last_3d = greatest(t.last_3d + w.last_3d, 0),
           last_7d = greatest(t.last_7d + w.last_7d, 0),
           last_30d = greatest(t.last_30d + w.last_30d, 0)
    from   (
             select w.*
             from   written w
             join   config_change_tallies k on k.config_id = w.config_id
             where  least(w.last_3d, w.last_7d, w.last_30d) < 0
             order  by w.config_id
             for    no key update of k
           ) w
    where  t.config_id = w.config_id
  $sql$, case tg_op when 'INSERT' then came_rows when 'DELETE' then gone_rows else came_rows || ' union all ' || gone_rows end)
  using aged;
  return null;
end;
$$;
comment on function tally_config_changes() is 'Updates the number of recent changes of config items.';

create or replace trigger tally_insert after insert on config_changes referencing new table as came
for each statement execute function tally_config_changes();
create or replace trigger tally_update after update on config_changes referencing old table as gone new table as came
for each statement execute function tally_config_changes();
create or replace trigger tally_delete after delete on config_changes referencing old table as gone
for each statement execute function tally_config_changes();
