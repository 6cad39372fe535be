-- The catalog: what there is, where we know it from, what changed, what is wrong with it, and what belongs to what.

create table config_scrapers (
  id             uuid primary key default new_id(),
  name           text not null check (name <> ''),
  namespace      text,
  description    text,
  spec           jsonb not null,
  source         text not null check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  application_id uuid,
  created_by     uuid references people on delete set null,
  agent_id       uuid not null default '00000000-0000-0000-0000-000000000000' references agents,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz,
  deleted_at     timestamptz,
  is_pushed      boolean not null default false
);
create index config_scrapers_application on config_scrapers (application_id) where application_id is not null;
create index config_scrapers_created_by on config_scrapers (created_by);
create index config_scrapers_agent on config_scrapers (agent_id);
create index config_scrapers_created_at on config_scrapers (created_at desc) where deleted_at is null;
call keep_row_rules('config_scrapers');

comment on table config_scrapers is 'Where the catalog learns what there is. @exposed @resource config_scrapers @feature config';
comment on column config_scrapers.spec is 'What to ask, and how to read the answer. @type Json';
comment on column config_scrapers.source is 'UI when it may be edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column config_scrapers.application_id is 'The application that brought it along.';
comment on column config_scrapers.is_pushed is 'Whether the system above has it.';

insert into config_scrapers (id, name, spec, source)
values ('00000000-0000-0000-0000-000000000000', 'System', '{}', 'System');

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
  inserted_at       timestamptz not null default now()
)
-- Every scrape marks every item as seen: with room in the page and no index on that moment, no index is touched.
with (fillfactor = 85);
create index config_items_agent on config_items (agent_id, lower(name), lower(type));
create index config_items_scraper on config_items (scraper_id);
create index config_items_scraper_present on config_items (scraper_id) where deleted_at is null;
create index config_items_parent on config_items (parent_id);
create index config_items_created_by on config_items (created_by) where created_by is not null;
create index config_items_type on config_items (type, name);
create index config_items_type_present on config_items (type, name) where deleted_at is null;
create index config_items_class on config_items (config_class);
create index config_items_status on config_items (status);
create index config_items_health on config_items (health) where deleted_at is null;
create index config_items_name on config_items (name);
create index config_items_deleted on config_items (deleted_at) where deleted_at is not null;
create index config_items_path on config_items (path text_pattern_ops);
create index config_items_external_id on config_items using gin (external_id);
-- Without a list of pending entries: whether a label is still in use is asked when rows change theirs.
create index config_items_tags on config_items using gin (tags jsonb_path_ops) with (fastupdate = off);
create index config_items_labels on config_items using gin (labels jsonb_path_ops) with (fastupdate = off);
create index config_items_tags_values on config_items using gin (tags_values);
create index config_items_properties_values on config_items using gin (properties_values);
create index config_items_search on config_items using gin (name gin_trgm_ops, type gin_trgm_ops, description gin_trgm_ops);
call keep_row_rules('config_items', '{config}', revivable => true);

comment on table config_items is 'Everything that scrapers found: one row a thing. @exposed @resource config_scrapers @feature config @rows config';
comment on column config_items.agent_id is 'Who brought it; all zeros for this system itself.';
comment on column config_items.config_class is 'The broad kind, such as Node or Database.';
comment on column config_items.type is 'The exact kind, such as Kubernetes::Pod.';
comment on column config_items.health is '@enum healthy unhealthy warning unknown';
comment on column config_items.external_id is 'What others call it; the first is its own key there.';
comment on column config_items.name is 'When none is given, the end of its id.';
comment on column config_items.config is 'The document itself. @type Json';
comment on column config_items.labels is '@type Labels';
comment on column config_items.tags is 'Labels that the catalog groups by, such as cluster, account and namespace. @type Labels';
comment on column config_items.tags_values is 'For search. @type Json';
comment on column config_items.properties is '@type Properties';
comment on column config_items.properties_values is 'For search. @type Json';
comment on column config_items.path is 'Ids of its ancestors from the root to the parent, joined by dots; empty at a root.';
comment on column config_items.last_scraped_time is 'When it was last seen.';
comment on column config_items.updated_at is 'When the document last changed.';
comment on column config_items.inserted_at is 'When this system first heard of it; created_at is when it came into being.';
comment on column config_items.is_pushed is 'Whether the system above has it.';

create table config_facets (
  kind  text not null check (kind in ('tags', 'labels')),
  key   text not null,
  value text not null,
  primary key (kind, key, value)
);
comment on table config_facets is 'Tags and labels that present config items carry. Kept by trigger; read through config_tags, config_labels and config_tags_labels_keys. @exposed @readonly @resource database @feature config @facets config_items tags labels';
comment on column config_facets.kind is '@enum tags labels';

create trigger facets_insert after insert on config_items referencing new table as came
for each statement execute function keep_facets('config_facets', 'tags', 'labels');
create trigger facets_update after update on config_items referencing old table as gone new table as came
for each statement execute function keep_facets('config_facets', 'tags', 'labels');
create trigger facets_delete after delete on config_items referencing old table as gone
for each statement execute function keep_facets('config_facets', 'tags', 'labels');

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
  constraint config_changes_external_id unique (config_id, external_change_id)
);
create index config_changes_of_config on config_changes (config_id, created_at desc);
create index config_changes_of_config_type on config_changes (config_id, change_type);
create index config_changes_fingerprint on config_changes (fingerprint, created_at) where fingerprint is not null;
create index config_changes_type on config_changes (change_type, created_at desc);
create index config_changes_created_at on config_changes (created_at desc);
create index config_changes_age on config_changes using brin (created_at);
call keep_row_rules('config_changes');

comment on table config_changes is 'What happened to config items. @exposed @resource config_scrapers @feature config @follows config_id';
comment on column config_changes.change_type is 'An open vocabulary; diff when the document changed.';
comment on column config_changes.severity is '@enum info warning low medium high blocker critical';
comment on column config_changes.external_change_id is 'What the source calls the change: told twice, it is one row.';
comment on column config_changes.external_created_by is 'Who did it, in the words of the source.';
comment on column config_changes.created_by is 'Who did it, when it was one of us. No foreign key: agents tell of people we do not know.';
comment on column config_changes.patches is '@type Json';
comment on column config_changes.details is '@type Json';
comment on column config_changes.created_at is 'When it was last seen.';
comment on column config_changes.first_observed is 'When it was first seen.';
comment on column config_changes.count is 'How often it was seen.';
comment on column config_changes.fingerprint is 'Equal for changes that are the same but for times, ids and numbers.';

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
  status            text not null default 'open' check (status in ('open', 'resolved', 'silenced')),
  message           text,
  analysis          jsonb,
  properties        jsonb check (jsonb_typeof(properties) = 'array'),
  properties_values jsonb generated always as (property_values(properties)) stored,
  first_observed    timestamptz not null default now(),
  last_observed     timestamptz not null default now(),
  is_pushed         boolean not null default false
);
create index config_analysis_config on config_analysis (config_id);
create index config_analysis_open on config_analysis (config_id, analysis_type) where status = 'open';
create index config_analysis_analyzer on config_analysis (analyzer) where status = 'open';
create index config_analysis_type on config_analysis (analysis_type);
create index config_analysis_first_observed on config_analysis (first_observed desc);
create index config_analysis_last_observed on config_analysis using brin (last_observed);
create index config_analysis_scraper on config_analysis (scraper_id) where scraper_id is not null;
create index config_analysis_created_by on config_analysis (created_by) where created_by is not null;
create index config_analysis_properties_values on config_analysis using gin (properties_values);
call keep_row_rules('config_analysis');

comment on table config_analysis is 'Insights: what analyzers found about config items. @exposed @resource config_scrapers @feature config @follows config_id';
comment on column config_analysis.analysis_type is '@enum availability compliance cost integration other performance recommendation reliability security technical_debt';
comment on column config_analysis.severity is '@enum info warning low medium high blocker critical';
comment on column config_analysis.status is '@enum open resolved silenced';
comment on column config_analysis.analysis is '@type Json';
comment on column config_analysis.properties is '@type Properties';
comment on column config_analysis.properties_values is 'For search. @type Json';

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
comment on column config_relationships.config_id is 'Where the edge starts; for hard ones, the parent.';
comment on column config_relationships.relation is 'hard between parent and child, Alias between items with the same key elsewhere, otherwise free.';
comment on column config_relationships.selector_id is 'The rule that made it.';

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

comment on table saved_query is 'Queries on the catalog that people keep. @exposed @resource database @feature config';
comment on column saved_query.columns is '@type Json';
comment on column saved_query.created_by is 'A name; clients send it as text.';
