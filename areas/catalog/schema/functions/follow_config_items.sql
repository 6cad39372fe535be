-- Updates dependent rows when the parent, health, type or tags of items change. Such changes are rare, and a scrape
-- writes thousands of documents, so a single comparison of the written rows decides whether there is anything to do.
create or replace function follow_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  moved uuid[];
  turned uuid[];
  recast uuid[];
begin
  select array_agg(c.id order by c.id) filter (where c.parent_id is distinct from g.parent_id),
         array_agg(c.id order by c.id) filter (where c.health is distinct from g.health and c.agent_id = '00000000-0000-0000-0000-000000000000'),
         array_agg(c.id order by c.id) filter (where c.tags is distinct from g.tags or c.type <> g.type)
  into   moved, turned, recast
  from   came c
  join   gone g on g.id = c.id
  where  c.parent_id is distinct from g.parent_id or c.health is distinct from g.health or c.tags is distinct from g.tags
         or c.type <> g.type;

  if moved is not null then
    delete from config_relationships r
    using  gone g
    where  g.id = any (moved) and r.config_id = g.parent_id and r.related_id = g.id and r.relation = 'hard';
    insert into config_relationships (config_id, related_id, relation, scraper_id)
    select c.parent_id, c.id, 'hard', c.scraper_id
    from   came c
    where  c.id = any (moved) and c.parent_id <> c.id
    order  by c.id
    on conflict on constraint config_relationships_once do update set deleted_at = null;
  end if;
  if turned is not null then
    insert into config_changes (config_id, change_type, severity, source, summary, details)
    select c.id,
           case c.health when 'healthy' then 'Healthy' when 'unhealthy' then 'Unhealthy' when 'warning' then 'Warning' else 'HealthUnknown' end,
           case c.health when 'unhealthy' then 'medium' when 'warning' then 'low' else 'info' end,
           'config-db-health-trigger',
           concat_ws(': ', nullif(c.status, ''), nullif(c.description, '')),
           jsonb_build_object(
             'previous', jsonb_build_object('health', g.health, 'status', g.status, 'ready', g.ready, 'description', g.description),
             'current', jsonb_build_object('health', c.health, 'status', c.status, 'ready', c.ready, 'description', c.description)
           )
    from   came c
    join   gone g on g.id = c.id
    where  c.id = any (turned)
    order  by c.id;
  end if;
  if recast is not null then
    perform from config_changes h where h.config_id = any (recast) order by h.id for no key update;
    update config_changes h
    set    config_type = c.type, config_tags = c.tags
    from   came c
    where  c.id = any (recast) and h.config_id = c.id;
  end if;
  return null;
end;
$$;
comment on function follow_config_items() is 'Updates the hard edge to the parent, records a change of health, and copies the type and the tags of an item into its changes.';

create or replace trigger follow after update on config_items referencing old table as gone new table as came
for each statement execute function follow_config_items();
