-- Rules that hold for every scraper, written once.
create table scrape_plugins (
  id         uuid primary key default new_id(),
  name       text not null check (name <> ''),
  namespace  text not null default 'default' check (namespace <> ''),
  spec       jsonb not null,
  source     text not null check (source ~ '^(KubernetesCRD|ConfigFile|UI|CRDSync(:.+)?|file:.+)$'),
  created_by uuid references people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz
);
create unique index scrape_plugins_named on scrape_plugins (namespace, name, source) where deleted_at is null;
create index scrape_plugins_created_by on scrape_plugins (created_by);
call keep_row_rules('scrape_plugins');

comment on table scrape_plugins is 'Rules that every scraper follows beside its own. @exposed @resource config_scrapers @feature config';
comment on column scrape_plugins.spec is 'What becomes of changes, locations, aliases, relationships, properties, and how long things are kept. @type Json';
comment on column scrape_plugins.source is 'UI when it may be edited here; otherwise where it is kept, such as file:<path>. @origin';

create table scrape_plugin_faults (
  plugin_id  uuid not null references scrape_plugins on delete cascade,
  scraper_id uuid not null references config_scrapers on delete cascade,
  spec_hash  text not null,
  faults     text[] not null,
  primary key (plugin_id, scraper_id)
);
create index scrape_plugin_faults_scraper on scrape_plugin_faults (scraper_id);

comment on table scrape_plugin_faults is 'What is wrong with plugins at present, by the scraper whose last run noticed it. The job history is told when it becomes something else.';
comment on column scrape_plugin_faults.spec_hash is 'Of the spec of the plugin that it is about: what was wrong with another one counts no more.';
