create or replace function tally_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_change_tallies (config_id)
  select id from came order by id
  on conflict (config_id) do nothing;
  return null;
end;
$$;
comment on function tally_config_items() is 'A new config item has had no changes yet.';

create or replace trigger tally_items after insert on config_items referencing new table as came
for each statement execute function tally_config_items();
