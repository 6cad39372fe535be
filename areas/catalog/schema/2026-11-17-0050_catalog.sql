-- The catalog: scrapers, the items they find, their changes, insights and relationships, and the tables derived from them.
-- Functions in schema/functions/ and their triggers maintain the derived tables.

-- Scrapers and the rules that they share.

create table config_scrapers (
  id             uuid primary key default new_id(),
  name           text not null check (name <> ''),
  namespace      text,
  description    text,
  spec           jsonb not null,
  source         text not null
    check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync(:.+)?|ApplicationCRD|System|file:.+)$'),
  application_id uuid,
  created_by     uuid references people on delete set null,
  agent_id       uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz,
  deleted_at     timestamptz,
  is_pushed      boolean not null default false,
  spec_secrets   text
);
create index config_scrapers_application on config_scrapers (application_id) where application_id is not null;
create index config_scrapers_created_by on config_scrapers (created_by);
create index config_scrapers_agent on config_scrapers (agent_id);
create index config_scrapers_created_at on config_scrapers (created_at desc) where deleted_at is null;
-- A scraper that is removed from its file and added again keeps its items and their history.
call keep_row_rules('config_scrapers', revivable => true);

comment on table config_scrapers is 'Scrapers, which find the items of the catalog. @exposed @resource config_scrapers @feature config';
comment on column config_scrapers.spec is 'The sources and the rules for reading them; *** in place of each credential. @type Json';
comment on column config_scrapers.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column config_scrapers.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>, or CRDSync:<id> of the scraper that found it in a cluster. @origin';
comment on column config_scrapers.application_id is 'The application that created it.';
comment on column config_scrapers.is_pushed is 'Whether the upstream system has it.';

insert into config_scrapers (id, name, spec, source)
values ('00000000-0000-0000-0000-000000000000', 'System', '{}', 'System');
-- The trigger that counts rows of agents does not exist yet.
insert into agent_tallies (agent_id, what, rows) values ('00000000-0000-0000-0000-000000000000', 'config_scrapers', 1);

create table scraper_turns (
  scraper_id         uuid primary key references config_scrapers on delete cascade,
  schedule           text not null,
  due_at             timestamptz not null,
  spec_hash          text not null,
  is_changed         boolean not null default true,
  rate_limited_until timestamptz
);
create index scraper_turns_due on scraper_turns (due_at);

comment on table scraper_turns is 'The next run of each scraper of this system. Paused and deleted scrapers have no row.';
comment on column scraper_turns.schedule is 'The schedule in the spec; empty for the default.';
comment on column scraper_turns.spec_hash is 'Hash of the spec; a different spec is due at once.';
comment on column scraper_turns.is_changed is 'Whether the scraper was changed after its last run was sent; a run in progress does not replace the new one.';
comment on column scraper_turns.rate_limited_until is 'End of the rate limit of its source.';

create table config_scrape_states (
  scraper_id uuid primary key references config_scrapers on delete cascade,
  whole_at   timestamptz
);

comment on table config_scrape_states is 'The progress of each scraper.';
comment on column config_scrape_states.whole_at is 'The last complete run. Items found before the first one existed already and are not reported as new.';

create table scrape_plugins (
  id           uuid primary key default new_id(),
  name         text not null check (name <> ''),
  namespace    text not null default 'default' check (namespace <> ''),
  spec         jsonb not null,
  source       text not null check (source ~ '^(KubernetesCRD|ConfigFile|UI|CRDSync(:.+)?|file:.+)$'),
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz,
  deleted_at   timestamptz,
  spec_secrets text
);
create unique index scrape_plugins_named on scrape_plugins (namespace, name, source) where deleted_at is null;
create index scrape_plugins_created_by on scrape_plugins (created_by);
call keep_row_rules('scrape_plugins');

comment on table scrape_plugins is 'Rules that every scraper follows in addition to its own. @exposed @resource config_scrapers @feature config';
comment on column scrape_plugins.spec is 'Rules for changes, locations, aliases, relationships, properties and retention; *** in place of each credential. @type Json';
comment on column scrape_plugins.spec_secrets is 'The credentials of the spec. @secret @sealed';
comment on column scrape_plugins.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin';

create table scrape_plugin_faults (
  plugin_id  uuid not null references scrape_plugins on delete cascade,
  scraper_id uuid not null references config_scrapers on delete cascade,
  spec_hash  text not null,
  faults     text[] not null,
  primary key (plugin_id, scraper_id)
);
create index scrape_plugin_faults_scraper on scrape_plugin_faults (scraper_id);

comment on table scrape_plugin_faults is 'Current faults of plugins, by the scraper whose last run found them. The job history records every change of them.';
comment on column scrape_plugin_faults.spec_hash is 'Hash of the plugin''s spec; faults of an older spec are ignored.';

-- Items.

create table config_items (
  id                uuid primary key default new_id(),
  agent_id          uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  icon              text,
  scraper_id        uuid references config_scrapers,
  config_class      text not null,
  status            text,
  health            text check (health in ('healthy', 'unhealthy', 'warning', 'unknown')),
  ready             boolean,
  external_id       text[],
  type              text not null check (type <> ''),
  name              text not null check (name <> ''),
  description       text,
  config            jsonb,
  source            text,
  labels            jsonb check (are_labels(labels)),
  tags              jsonb check (are_labels(tags)),
  tags_values       jsonb generated always as (label_values(tags)) stored,
  properties        jsonb check (jsonb_typeof(properties) = 'array'),
  properties_values jsonb generated always as (property_values(properties)) stored,
  cost_per_minute   numeric(16, 4),
  cost_total_1d     numeric(16, 4),
  cost_total_7d     numeric(16, 4),
  cost_total_30d    numeric(16, 4),
  parent_id         uuid references config_items deferrable,
  path              text,
  last_scraped_time timestamptz,
  is_pushed         boolean not null default false,
  created_by        uuid references people on delete set null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz default now(),
  deleted_at        timestamptz,
  delete_reason     text,
  inserted_at       timestamptz not null default now(),
  kind_id           uuid not null generated always as (
    md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
  ) stored
)
-- Every scrape updates last_scraped_time, and a changed document updates updated_at. With free space in the page and no
-- index on these columns, such an update changes no index. Lists sort by config_change_tallies.updated_at instead.
with (fillfactor = 60);
create index config_items_agent on config_items (agent_id, lower(name), lower(type));
create index config_items_scraper on config_items (scraper_id);
create index config_items_scraper_present on config_items (scraper_id) where deleted_at is null;
create index config_items_parent on config_items (parent_id);
create index config_items_created_by on config_items (created_by) where created_by is not null;
create index config_items_type on config_items (type, name);
-- With id and kind_id, lists are counted from this index alone, also for actors with row rules.
create index config_items_type_present on config_items (type, name) include (id, kind_id) where deleted_at is null;
create index config_items_class on config_items (config_class);
create index config_items_status on config_items (status);
create index config_items_health on config_items (health);
create index config_items_name on config_items (name);
create index config_items_deleted on config_items (deleted_at) include (id) where deleted_at is not null;
create index config_items_path on config_items (path text_pattern_ops);
-- No pending lists for the next three: they are queried while rows are being written.
create index config_items_external_id on config_items using gin (external_id) with (fastupdate = off);
create index config_items_tags on config_items using gin (tags jsonb_path_ops) with (fastupdate = off);
create index config_items_labels on config_items using gin (labels jsonb_path_ops) with (fastupdate = off);
create index config_items_tags_values on config_items using gin (tags_values);
create index config_items_properties_values on config_items using gin (properties_values);
create index config_items_search on config_items using gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops);
create index config_items_namespace on config_items using gin ((tags ->> 'namespace') gin_trgm_ops);
call keep_row_rules('config_items', '{config}', revivable => true);

comment on table config_items is 'The items that scrapers found, one row each. @exposed @resource config_scrapers @feature config @rows config';
comment on column config_items.agent_id is 'The agent that pushed it; all zeros for this system itself.';
comment on column config_items.config_class is 'The broad kind, such as Node or Database.';
comment on column config_items.type is 'The exact kind, such as Kubernetes::Pod.';
comment on column config_items.health is '@enum healthy unhealthy warning unknown';
comment on column config_items.external_id is 'Its ids in other systems; the first is its key in the source.';
comment on column config_items.name is 'Default: the end of its id.';
comment on column config_items.config is 'The document itself. @type Json';
comment on column config_items.labels is '@type Labels';
comment on column config_items.tags is 'Labels that the catalog groups by, such as cluster, account and namespace. @type Labels';
comment on column config_items.tags_values is 'For search. @type Json';
comment on column config_items.properties is '@type Properties';
comment on column config_items.properties_values is 'For search. @type Json';
comment on column config_items.path is 'Ids of its ancestors from the root to the parent, joined by dots; empty for a root.';
comment on column config_items.last_scraped_time is 'The last time a scraper found it.';
comment on column config_items.updated_at is 'The last change of the document.';
comment on column config_items.inserted_at is 'Time when this system first found it; created_at is the time of its creation.';
comment on column config_items.is_pushed is 'Whether the upstream system has it.';
comment on column config_items.kind_id is 'Equal for items with the same agent, type and tags; for row policies. @secret';

create table config_facets (
  kind  text not null check (kind in ('tags', 'labels')),
  key   text not null,
  value text not null,
  primary key (kind, key, value)
);

comment on table config_facets is 'Tags and labels of existing config items. Maintained by triggers; read through config_tags, config_labels and config_tags_labels_keys. @exposed @readonly @resource database @feature config';
comment on column config_facets.kind is '@enum tags labels';

create trigger facets_insert after insert on config_items referencing new table as came
for each statement execute function keep_facets('config_facets', 'tags', 'labels');
create trigger facets_update after update on config_items referencing old table as gone new table as came
for each statement execute function keep_facets('config_facets', 'tags', 'labels');
create trigger facets_delete after delete on config_items referencing old table as gone
for each statement execute function keep_facets('config_facets', 'tags', 'labels');

create table config_locations (
  id       uuid not null references config_items on delete cascade,
  location text not null,
  primary key (id, location)
);
create index config_locations_location on config_locations (location text_pattern_ops);

comment on table config_locations is 'Locations of config items, by the rules of their scrapers (transform.locations). An item can have several. @exposed @readonly @resource config_scrapers @feature config @follows id';
comment on column config_locations.id is 'The config item.';
comment on column config_locations.location is 'The location as the rule writes it, such as dc://room-1/rack-7.';

-- State of scraping between runs. Every run writes it, but not the items.

create table config_sightings (
  config_id       uuid primary key references config_items on delete cascade,
  -- No foreign key, here and in config_references: the item already references its scraper, and a key would be checked for
  -- every row.
  scraper_id      uuid not null,
  external_id     text not null,
  type            text not null,
  hash            uuid,
  references_hash uuid,
  seen_at         timestamptz not null,
  mentioned_at    timestamptz,
  constraint config_sightings_once unique (scraper_id, external_id, type)
)
-- Each run updates seen_at of each item: with free space in the page and no index on it, no index changes.
with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.1);

comment on table config_sightings is 'The last sighting of each config item by its scraper, with hashes of its content. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_sightings.external_id is 'The id in the source; unique together with scraper and type.';
comment on column config_sightings.hash is 'Hash of everything that was found; equal if nothing changed. Null if the item must be read again in any case.';
comment on column config_sightings.references_hash is 'Hash of its references to other items.';
comment on column config_sightings.seen_at is 'The last run that found it.';
comment on column config_sightings.mentioned_at is 'The last run that reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted.';

-- References as the source names them: the other item may be found later, or by another scraper.
create table config_references (
  config_id   uuid not null references config_items on delete cascade,
  position    integer not null,
  scraper_id  uuid not null,
  is_parent   boolean not null default false,
  is_incoming boolean not null default false,
  relation    text,
  external_id text,
  type        text,
  of_scraper  text,
  selector    jsonb,
  selector_id text,
  target_id   uuid references config_items on delete set null,
  primary key (config_id, position),
  check ((external_id is null) <> (selector is null))
);
create index config_references_target on config_references (target_id) where target_id is not null;
create index config_references_open on config_references (scraper_id) where target_id is null and selector is null;
create index config_references_selecting on config_references (scraper_id) where selector is not null;
create index config_references_scraper on config_references (scraper_id);

comment on table config_references is 'Parents and relationships that config items name. Edges are created for the ones that are found.';
comment on column config_references.config_id is 'The item with the reference.';
comment on column config_references.position is 'The order in the source: the first parent that exists is the parent.';
comment on column config_references.of_scraper is 'Scraper of the referenced item: null for the same one, all for any, otherwise its id or name.';
comment on column config_references.selector is 'Selects several items, instead of one by its id.';
comment on column config_references.target_id is 'The referenced item, if known.';

create table config_selected (
  config_id uuid not null,
  position  integer not null,
  target_id uuid not null references config_items on delete cascade,
  primary key (config_id, position, target_id),
  foreign key (config_id, position) references config_references on delete cascade
);
create index config_selected_target on config_selected (target_id);

comment on table config_selected is 'The items that the selectors of config_references currently match.';

-- Append-only: with a flag in config_scrape_states, two scrapers whose items reference each other waited for each other,
-- and a flag that was set during the work was lost.
create table config_links_due (scraper_id uuid not null);
create index config_links_due_scraper on config_links_due (scraper_id);

comment on table config_links_due is 'Scrapers whose edges and parents must be created again from config_references, one row per write. The worker that creates them deletes the rows.';

-- Changes.

create table config_changes (
  id                  uuid primary key default new_id(),
  config_id           uuid not null references config_items on delete cascade deferrable,
  external_change_id  text,
  external_created_by text,
  change_type         text not null,
  severity            text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  source              text,
  summary             text,
  patches             jsonb,
  diff                text,
  details             jsonb,
  created_by          uuid,
  created_at          timestamptz not null default now(),
  count               integer not null default 1,
  fingerprint         text,
  first_observed      timestamptz not null default now(),
  is_pushed           boolean not null default false,
  inserted_at         timestamptz not null default now(),
  config_tags         jsonb,
  config_hash         uuid,
  config_type         text,
  constraint config_changes_external_id unique (config_id, external_change_id)
)
-- Frequent vacuums keep the visibility map current, so that lists are read and counted from the indexes alone.
with (
  autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.005,
  autovacuum_vacuum_scale_factor = 0.01
);
-- The included columns are the ones that lists filter and count by; rows with their diffs are read for one page only.
create index config_changes_created_at on config_changes (created_at desc) include (id, config_id, change_type, severity, source);
create index config_changes_config_type on config_changes (config_type, created_at desc) include (id, config_id, change_type, severity, source);
create index config_changes_of_config on config_changes (config_id, created_at desc) include (change_type, severity);
create index config_changes_type on config_changes (change_type, created_at desc);
create index config_changes_age on config_changes using brin (created_at);
-- A change of a document is compared with the previous one of its item only.
create index config_changes_fingerprint on config_changes (config_id, fingerprint)
  where fingerprint is not null and source is distinct from 'diff';
call keep_row_rules('config_changes');

comment on table config_changes is 'Changes of config items. @exposed @resource config_scrapers @feature config @follows config_id';
comment on column config_changes.change_type is 'An open vocabulary; diff for a change of the document.';
comment on column config_changes.severity is '@enum info warning low medium high blocker critical';
comment on column config_changes.external_change_id is 'The id in the source; a change that is reported twice is one row.';
comment on column config_changes.external_created_by is 'The author as the source names them.';
comment on column config_changes.created_by is 'The author, if it is a person of this system. No foreign key, because agents report unknown people.';
comment on column config_changes.patches is '@type Json';
comment on column config_changes.details is '@type Json';
comment on column config_changes.created_at is 'The last time it was observed.';
comment on column config_changes.first_observed is 'The first time it was observed.';
comment on column config_changes.count is 'Number of times it was observed.';
comment on column config_changes.fingerprint is 'Equal for changes that differ only in times, ids and numbers.';
comment on column config_changes.config_tags is 'Tags of the config item, maintained by carry_config_item and follow_config_items; for row policies. @secret';
comment on column config_changes.config_type is 'Type of the config item, maintained by carry_config_item and follow_config_items.';
comment on column config_changes.config_hash is 'MD5 of the normalized document after this change.';

create table config_change_tallies (
  config_id  uuid primary key references config_items on delete cascade,
  last_3d    integer not null default 0,
  last_7d    integer not null default 0,
  last_30d   integer not null default 0,
  updated_at timestamptz
)
-- With free space in the page, an update of the unindexed counts changes no index.
with (fillfactor = 70);
create index config_change_tallies_last_7d on config_change_tallies ((last_7d::bigint) desc);
create index config_change_tallies_updated_at on config_change_tallies (updated_at desc);

comment on table config_change_tallies is 'Numbers of recent changes of each config item, to the minute. Maintained by triggers and age_config_change_tallies. @lookup';
comment on column config_change_tallies.last_3d is 'Changes in the last three days.';
comment on column config_change_tallies.updated_at is 'The last change of the document, as in config_items.';

create table config_change_clock (
  is_only    boolean primary key default true check (is_only),
  aged_until timestamptz not null
);

comment on table config_change_clock is 'The time from which config_change_tallies counts the days back.';

insert into config_change_clock (aged_until) values (now());

create table config_change_counts (
  period      timestamptz not null,
  change_type text not null,
  severity    text not null,
  changes     integer not null,
  config_type text not null,
  primary key (period, config_type, change_type, severity)
);
create index config_change_counts_none on config_change_counts (period) where changes = 0;

comment on table config_change_counts is 'Numbers of changes of all config items by the time of their last observation, without config_change_notes. For the chart above the list of changes and for the size of the list.';
comment on column config_change_counts.period is 'Start of six hours, counted from midnight in UTC.';
comment on column config_change_counts.severity is 'A severity, or none.';

create table config_change_notes (
  period      timestamptz not null,
  change_type text not null,
  severity    text not null,
  changes     integer not null,
  config_type text not null
);

comment on table config_change_notes is 'Differences that config_change_counts does not contain yet. Append-only, so that writers never wait for each other; merge_config_change_notes merges them.';

create table config_lost_versions (
  config_id uuid primary key references config_items on delete cascade,
  until     timestamptz not null
);

comment on table config_lost_versions is 'The time before which changes of a document were deleted; older versions of it are unknown. Maintained by triggers. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_lost_versions.until is 'Time of the newest deleted change.';

-- The history of a document needs these, although the list of changes does not show them.
create table config_unlisted_versions (
  id             uuid primary key default new_id(),
  config_id      uuid not null references config_items on delete cascade,
  diff           text not null,
  config_hash    uuid not null,
  count          integer not null default 1,
  first_observed timestamptz not null default now(),
  created_at     timestamptz not null default now()
);
create index config_unlisted_versions_config on config_unlisted_versions (config_id, created_at desc);
create index config_unlisted_versions_created_at on config_unlisted_versions using brin (created_at);

comment on table config_unlisted_versions is 'Changes of documents that the rules of a scraper exclude or move to another item; consecutive ones are one row. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_unlisted_versions.diff is 'From the document before the first of them to the document after the last.';
comment on column config_unlisted_versions.config_hash is 'MD5 of the normalized document after the last of them.';
comment on column config_unlisted_versions.first_observed is 'Time of the first of them; until created_at the document was one or the other.';

-- Insights.

create table config_analysis (
  id                uuid primary key default new_id(),
  config_id         uuid not null references config_items on delete cascade,
  scraper_id        uuid references config_scrapers on delete set null,
  created_by        uuid references people on delete set null,
  source            text,
  analyzer          text not null,
  analysis_type     text check (analysis_type in ('availability', 'compliance', 'cost', 'integration', 'other', 'performance', 'recommendation', 'reliability', 'security', 'technical_debt')),
  severity          text check (severity in ('info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical')),
  summary           text,
  status            text not null default 'open' check (status in ('open', 'resolved', 'silenced', 'closed')),
  message           text,
  analysis          jsonb,
  properties        jsonb check (jsonb_typeof(properties) = 'array'),
  properties_values jsonb generated always as (property_values(properties)) stored,
  first_observed    timestamptz not null default now(),
  last_observed     timestamptz not null default now(),
  is_pushed         boolean not null default false,
  resolved_at       timestamptz
);
create index config_analysis_config on config_analysis (config_id);
create index config_analysis_open on config_analysis (config_id, analysis_type) where status = 'open';
create index config_analysis_analyzer on config_analysis (analyzer) where status = 'open';
create index config_analysis_same on config_analysis (config_id, analyzer);
create index config_analysis_type on config_analysis (analysis_type);
create index config_analysis_first_observed on config_analysis (first_observed desc);
create index config_analysis_last_observed on config_analysis using brin (last_observed);
create index config_analysis_resolved_at on config_analysis (resolved_at) where status = 'resolved';
create index config_analysis_scraper on config_analysis (scraper_id) where scraper_id is not null;
create index config_analysis_created_by on config_analysis (created_by) where created_by is not null;
create index config_analysis_properties_values on config_analysis using gin (properties_values);
call keep_row_rules('config_analysis');

comment on table config_analysis is 'Insights: findings of analyzers about config items. @exposed @resource config_scrapers @feature config @follows config_id';
comment on column config_analysis.analysis_type is '@enum availability compliance cost integration other performance recommendation reliability security technical_debt';
comment on column config_analysis.severity is '@enum info warning low medium high blocker critical';
comment on column config_analysis.status is 'An insight that was resolved long ago is closed. @enum open resolved silenced closed';
comment on column config_analysis.analysis is '@type Json';
comment on column config_analysis.properties is '@type Properties';
comment on column config_analysis.properties_values is 'For search. @type Json';
comment on column config_analysis.resolved_at is 'The last time it was resolved; maintained by a trigger.';

-- Relationships.

create table config_relationships (
  config_id   uuid not null constraint config_relationships_config_id_fkey references config_items on delete cascade,
  related_id  uuid not null constraint config_relationships_related_id_fkey references config_items on delete cascade,
  relation    text,
  scraper_id  uuid references config_scrapers,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  selector_id text,
  is_pushed   boolean not null default false,
  constraint config_relationships_once unique nulls not distinct (related_id, config_id, relation, scraper_id)
);
create index config_relationships_out on config_relationships (config_id, related_id) where deleted_at is null;
create index config_relationships_in on config_relationships (related_id, config_id) where deleted_at is null;
create index config_relationships_config on config_relationships (config_id);
create index config_relationships_scraper on config_relationships (scraper_id);
call keep_row_rules('config_relationships', revivable => true);

comment on table config_relationships is 'Directed edges between config items. @exposed @resource config_scrapers @feature config @follows config_id related_id';
comment on column config_relationships.config_id is 'The start of the edge; for hard edges, the parent.';
comment on column config_relationships.relation is 'hard between parent and child, Alias between items with the same key elsewhere, otherwise any text.';
comment on column config_relationships.selector_id is 'The rule that created it.';

-- Totals for the summary of the catalog. A writer only records the groups that it changed; a reader or a job updates them.

create table config_groups (
  id                  uuid primary key,
  agent_id            uuid not null,
  type                text not null,
  config_class        text not null,
  status              text,
  health              text,
  tags                jsonb,
  is_deleted          boolean not null,
  items               integer not null default 0,
  -- integer, because the sum of integers is bigint, which is faster to add up than numeric.
  last_3d             integer not null default 0,
  last_7d             integer not null default 0,
  last_30d            integer not null default 0,
  created_at          timestamptz,
  updated_at          timestamptz,
  cost_per_minute     double precision,
  cost_total_1d       double precision,
  cost_total_7d       double precision,
  cost_total_30d      double precision,
  open_availability   integer not null default 0,
  open_compliance     integer not null default 0,
  open_cost           integer not null default 0,
  open_integration    integer not null default 0,
  open_other          integer not null default 0,
  open_performance    integer not null default 0,
  open_recommendation integer not null default 0,
  open_reliability    integer not null default 0,
  open_security       integer not null default 0,
  open_technical_debt integer not null default 0,
  kind_id             uuid not null generated always as (
    md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
  ) stored
)
with (fillfactor = 70);

comment on table config_groups is 'Groups of config items that the summary of the catalog does not distinguish, with totals. The totals are valid unless the group is in config_group_dirt. @lookup';
comment on column config_groups.id is 'Computed from the common properties (config_group_id), so that writers need no lookup.';
comment on column config_groups.tags is '@type Labels';
comment on column config_groups.items is 'Number of items; an empty group stays until sweep_config_groups deletes it.';
comment on column config_groups.last_3d is 'Changes in the last three days, from the tallies of the items.';
comment on column config_groups.created_at is 'The newest created_at of its items; updated_at likewise.';
comment on column config_groups.open_availability is 'Open insights of that type, like every open_… column; insights without a type count as other.';
comment on column config_groups.kind_id is 'The kind_id of its items.';

create table config_new_groups (
  id           uuid not null,
  agent_id     uuid not null,
  type         text not null,
  config_class text not null,
  status       text,
  health       text,
  tags         jsonb,
  is_deleted   boolean not null,
  kind_id      uuid not null generated always as (
    md5(agent_id::text || length(type)::text || ':' || type || coalesce(tags::text, ''))::uuid
  ) stored
);

comment on table config_new_groups is 'Groups that did not exist when an item was written, one row per write. Append-only, because writers that insert into config_groups can deadlock; refresh_config_groups moves the rows there. @lookup';
comment on column config_new_groups.id is 'Computed from the common properties (config_group_id).';
comment on column config_new_groups.tags is '@type Labels';
comment on column config_new_groups.kind_id is 'The kind_id of its items.';

create table config_group_dirt (group_id uuid not null);

comment on table config_group_dirt is 'Groups whose totals are out of date, one row per write, so that writers never wait for each other. refresh_config_groups deletes the rows.';

create table config_item_groups (
  config_id       uuid primary key references config_items on delete cascade,
  group_id        uuid not null,
  created_at      timestamptz not null,
  cost_per_minute double precision,
  cost_total_1d   double precision,
  cost_total_7d   double precision,
  cost_total_30d  double precision
)
with (fillfactor = 85);
create index config_item_groups_group on config_item_groups (group_id);

comment on table config_item_groups is 'The group of each config item, and the values that the group adds up. Separate from the tallies of changes, so that writers of a change and of its item do not wait for each other. Maintained by triggers.';

-- Search. PostgreSQL evaluates row policies before it compares texts, so that an index on words or names of a table with
-- policies is not used: these tables have none, and the items that they lead to have theirs.

create table config_search (
  config_id uuid primary key references config_items on delete cascade,
  words     tsvector not null
);
-- Every search reads the whole pending list, so it must stay short.
create index config_search_words on config_search using gin (words) with (gin_pending_list_limit = 512);

comment on table config_search is 'The words of each config item, a few seconds behind it. Maintained by index_config_items. @lookup';
comment on column config_search.words is 'In lower case, each once, without positions.';

create table config_search_waiting (config_id uuid not null);

comment on table config_search_waiting is 'Config items whose words may have changed, one row per write.';

create table config_lines (
  config_id uuid primary key references config_items on delete cascade,
  name      text not null,
  line      text not null
);
create index config_lines_parts on config_lines using gin (name gin_trgm_ops, line gin_trgm_ops);
create index config_lines_beginning on config_lines (lower(name) text_pattern_ops);

comment on table config_lines is 'The texts of each config item that lists search. Maintained by line_config_items. @lookup';
comment on column config_lines.line is 'Its name, type, description and namespace, one per line.';

create table saved_query (
  id          uuid primary key default new_id(),
  icon        text,
  description text,
  query       text not null,
  columns     jsonb,
  created_by  text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
call keep_row_rules('saved_query');

comment on table saved_query is 'Saved queries on the catalog. @exposed @resource database @feature config';
comment on column saved_query.columns is '@type Json';
comment on column saved_query.created_by is 'A name; clients send it as text.';

alter table permissions
  add constraint permissions_config_id_fkey foreign key (config_id) references config_items on delete cascade;
alter table artifacts
  add constraint artifacts_config_change_id_fkey foreign key (config_change_id) references config_changes on delete cascade;
