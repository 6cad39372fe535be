create view config_detail with (security_invoker = true) as
select c.id, c.agent_id, c.icon, c.scraper_id, c.config_class, c.status, c.health, c.ready, c.external_id, c.type, c.name, c.description,
       c.config, c.source, c.labels, c.tags, c.tags_values, c.properties, c.properties_values,
       c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d, c.parent_id, c.path,
       coalesce((select s.seen_at from config_sightings s where s.config_id = c.id), c.last_scraped_time) as last_scraped_time, c.is_pushed,
       c.created_by, c.created_at, c.updated_at, c.deleted_at, c.delete_reason, c.inserted_at,
       a.name as agent_name,
       jsonb_build_object(
         'relationships', (
           select count(distinct r.related_id) from config_relationships r where r.config_id = c.id and r.deleted_at is null
         ) + (
           select count(distinct r.config_id) from config_relationships r where r.related_id = c.id and r.deleted_at is null
         ),
         'analysis', (select count(*) from config_analysis i where i.config_id = c.id and i.status = 'open'),
         'changes', coalesce((select t.last_7d from config_change_tallies t where t.config_id = c.id), 0),
         'playbook_runs', (select count(*) from playbook_runs p where p.config_id = c.id and p.start_time > now() - interval '30 days'),
         'checks', (
           select count(distinct k.check_id)
           from   check_config_relationships k
           join   checks h on h.id = k.check_id
           where  k.config_id = c.id and k.deleted_at is null
         )
       ) as summary,
       (select jsonb_build_object('id', s.id, 'name', s.name) from config_scrapers s where s.id = c.scraper_id) as scraper
from   config_items c
left   join agents a on a.id = c.agent_id;

comment on view config_detail is 'A config item with its document and the counts of its tabs. @exposed @resource config_scrapers @feature config @notnull id agent_id config_class type name created_at is_pushed inserted_at agent_name summary';
comment on column config_detail.health is '@enum healthy unhealthy warning unknown';
comment on column config_detail.labels is '@type Labels';
comment on column config_detail.tags is '@type Labels';
comment on column config_detail.properties is '@type Properties';
comment on column config_detail.summary is '@type Counts';
comment on column config_detail.scraper is '@type NamedThing';
