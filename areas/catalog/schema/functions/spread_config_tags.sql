create or replace function spread_config_tags() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update config_changes h
  set    config_tags = c.tags
  from   came c
  join   gone g on g.id = c.id
  where  g.tags is distinct from c.tags and h.config_id = c.id;
  return null;
end;
$$;
comment on function spread_config_tags() is 'The changes of a config item carry its tags.';

create or replace trigger tags_spread after update on config_items referencing old table as gone new table as came
for each statement execute function spread_config_tags();
