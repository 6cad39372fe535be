-- Lists config items without their documents. Insights are counted only for the returned rows. Lists can be sorted by
-- the number of changes and by the last change of the document, so these values are stored in a table with one row per
-- item; an outer join could not be read in that order.
create view configs with (security_invoker = true) as
select c.id, c.scraper_id, c.config_class, c.external_id, c.type, c.name, c.tags ->> 'namespace' as namespace, c.description,
       c.source, c.labels, c.tags, c.tags_values, c.properties, c.properties_values, c.created_by, c.created_at, t.updated_at,
       c.deleted_at, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d, c.agent_id, c.status, c.health,
       c.ready, c.path, c.icon, c.parent_id,
       -- This subquery runs only for the returned rows, like the subquery for insights.
       coalesce((select s.seen_at from config_sightings s where s.config_id = c.id), c.last_scraped_time) as last_scraped_time,
       c.delete_reason,
       t.last_7d::bigint as changes,
       (
         select jsonb_object_agg(o.analysis_type, o.open)
         from   (
                  select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                  from   config_analysis a
                  where  a.config_id = c.id and a.status = 'open'
                  group  by 1
                ) o
       ) as analysis
from   config_items c
join   config_change_tallies t on t.config_id = c.id;

comment on view configs is 'Config items without their documents, deleted ones included. @exposed @resource config_scrapers @feature config @notnull id config_class type name created_at agent_id changes';
comment on column configs.namespace is 'The value of the tag namespace.';
comment on column configs.health is '@enum healthy unhealthy warning unknown';
comment on column configs.labels is '@type Labels';
comment on column configs.tags is '@type Labels';
comment on column configs.properties is '@type Properties';
comment on column configs.changes is 'Changes in the last seven days, to the minute.';
comment on column configs.analysis is 'Open insights by type. @type Counts';
