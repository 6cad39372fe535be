-- Searches the catalog list. Parts of names are searched literally, because the word index only finds beginnings of
-- words and contains a new item only after a job has read it. Matches are found first and sorted afterwards; otherwise
-- sorting would scan all items in order and check each. The columns that configs joins are read only for the returned
-- rows, because a word may match a third of all items.
create or replace function configs_mentioning(search text) returns setof configs
language sql
stable
as $$
  select c.id, c.scraper_id, c.config_class, c.external_id, c.type, c.name, c.tags ->> 'namespace', c.description, c.source, c.labels,
         c.tags, c.tags_values, c.properties, c.properties_values, c.created_by, c.created_at,
         (select t.updated_at from config_change_tallies t where t.config_id = c.id),
         c.deleted_at, c.cost_per_minute, c.cost_total_1d, c.cost_total_7d, c.cost_total_30d, c.agent_id, c.status, c.health, c.ready,
         c.path, c.icon, c.parent_id,
         (select o.last_scraped_time from configs o where o.id = c.id),
         c.delete_reason,
         (select t.last_7d::bigint from config_change_tallies t where t.config_id = c.id),
         (select o.analysis from configs o where o.id = c.id)
  from   config_items c
  where  c.id in (
           select s.config_id
           from   config_search s
           where  s.words @@ words_query(search)
           union
           select l.config_id
           from   config_lines l
           where  trim(search) <> ''
           -- Escapes the wildcards of the pattern.
           and    l.line ilike '%' || replace(replace(replace(trim(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
         );
$$;
comment on function configs_mentioning(text) is 'Config items whose name, type, description or namespace contains this text, and those that search_configs finds. @exposed @resource config_scrapers @feature config';
