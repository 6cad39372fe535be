create or replace function spread_config_tags() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update config_changes set config_tags = new.tags where config_id = new.id;
  return null;
end;
$$;
comment on function spread_config_tags() is 'The changes of a config item carry its tags.';

create or replace trigger tags_spread after update of tags on config_items
for each row when (old.tags is distinct from new.tags) execute function spread_config_tags();
