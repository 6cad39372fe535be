-- The shared lock is needed because age_config_change_tallies locks the tallies exclusively.
create or replace function tally_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('config_change_clock'));
  if tg_op = 'INSERT' then
    insert into config_change_tallies (config_id, updated_at)
    select id, updated_at from came order by id
    on conflict (config_id) do nothing;
  else
    insert into config_change_tallies as t (config_id, updated_at)
    select c.id, c.updated_at
    from   came c
    join   gone g on g.id = c.id
    where  c.updated_at is distinct from g.updated_at
    order  by c.id
    on conflict (config_id) do update set updated_at = excluded.updated_at;
  end if;
  return null;
end;
$$;
comment on function tally_config_items() is 'Adds a tally without changes for a new config item, with the time of its document.';

create or replace trigger tally_items after insert on config_items referencing new table as came
for each statement execute function tally_config_items();
create or replace trigger tally_documents after update on config_items referencing old table as gone new table as came
for each statement execute function tally_config_items();
