-- The parent of an item is also an edge, so that one walk finds everything. Statement triggers: a scrape writes thousands.
create or replace function link_config_parent() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' then
    delete from config_relationships r
    using  gone g
    join   came c on c.id = g.id
    where  c.parent_id is distinct from g.parent_id
    and    r.config_id = g.parent_id and r.related_id = g.id and r.relation = 'hard';
    insert into config_relationships (config_id, related_id, relation, scraper_id)
    select c.parent_id, c.id, 'hard', c.scraper_id
    from   came c
    join   gone g on g.id = c.id
    where  c.parent_id is distinct from g.parent_id and c.parent_id <> c.id
    order  by c.id
    on conflict on constraint config_relationships_once do update set deleted_at = null;
  else
    insert into config_relationships (config_id, related_id, relation, scraper_id)
    select c.parent_id, c.id, 'hard', c.scraper_id
    from   came c
    where  c.parent_id <> c.id
    order  by c.id
    on conflict on constraint config_relationships_once do update set deleted_at = null;
  end if;
  return null;
end;
$$;
comment on function link_config_parent() is 'Keeps the hard edge between a config item and its parent.';

create or replace trigger link_parent_new after insert on config_items referencing new table as came
for each statement execute function link_config_parent();
create or replace trigger link_parent after update on config_items referencing old table as gone new table as came
for each statement execute function link_config_parent();
