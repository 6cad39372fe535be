-- The parent of an item is also an edge, so that one walk finds everything.
create or replace function link_config_parent() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and old.parent_id is not null then
    delete from config_relationships where config_id = old.parent_id and related_id = new.id and relation = 'hard';
  end if;
  if new.parent_id is not null and new.parent_id <> new.id then
    insert into config_relationships (config_id, related_id, relation, scraper_id)
    values (new.parent_id, new.id, 'hard', new.scraper_id)
    on conflict on constraint config_relationships_once do update set deleted_at = null;
  end if;
  return null;
end;
$$;
comment on function link_config_parent() is 'Keeps the hard edge between a config item and its parent.';

create or replace trigger link_parent_new after insert on config_items
for each row when (new.parent_id is not null) execute function link_config_parent();
create or replace trigger link_parent after update on config_items
for each row when (old.parent_id is distinct from new.parent_id) execute function link_config_parent();
