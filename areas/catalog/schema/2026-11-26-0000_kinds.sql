-- Whoever is limited by tags, types, namespaces and agents was asked about each row, documents and all, before it was counted. Rows
-- that such rules do not tell apart are of a kind: which kinds somebody sees is found out once, and the key of the kind is in the
-- index by which rows are counted.
alter table config_items add column kind_id uuid not null generated always as (
  md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
) stored;
comment on column config_items.kind_id is 'Equal for items that have agent, type and tags in common; for row policies. @secret';
comment on table config_items is 'Everything that scrapers found: one row a thing. @exposed @resource config_scrapers @feature config @rows config @alike kind_id config_kinds config_items_holding';

drop index config_items_type_present;
create index config_items_type_present on config_items (type, name) include (id, kind_id) where deleted_at is null;

alter table config_groups add column kind_id uuid not null generated always as (
  md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
) stored;
comment on column config_groups.kind_id is 'That of its items.';
comment on table config_groups is 'Config items by what the summary of the catalog tells apart, with totals that hold unless the group is in config_group_dirt. @lookup';

alter table config_new_groups add column kind_id uuid not null generated always as (
  md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
) stored;
comment on column config_new_groups.kind_id is 'That of its items.';
comment on table config_new_groups is 'Groups of config items that were not known when somebody wrote one, as often as that was. refresh_config_groups puts them where they belong. @lookup';
