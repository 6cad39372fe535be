-- Stores the parent of an item as an edge as well, so that one walk finds everything; follow_config_items keeps the
-- edge up to date.
create or replace function link_new_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_relationships (config_id, related_id, relation, scraper_id)
  select c.parent_id, c.id, 'hard', c.scraper_id
  from   came c
  where  c.parent_id <> c.id
  order  by c.id
  on conflict on constraint config_relationships_once do update set deleted_at = null;
  return null;
end;
$$;
comment on function link_new_config_items() is 'Inserts the hard edge between a new config item and its parent.';

create or replace trigger link_new after insert on config_items referencing new table as came
for each statement execute function link_new_config_items();
