-- What scraping remembers from one run to the next, apart from the items: it is written with every run, and they are not.

create table config_sightings (
  config_id   uuid primary key references config_items on delete cascade,
  scraper_id  uuid not null references config_scrapers on delete cascade,
  external_id text not null,
  type        text not null,
  hash        uuid,
  references_hash uuid,
  seen_at     timestamptz not null,
  constraint config_sightings_once unique (scraper_id, external_id, type)
)
-- Each run marks each item: with room in the page and no index on what is marked, no index is touched.
with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.1);

comment on table config_sightings is 'When each config item was last found by its scraper, and what it said. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_sightings.external_id is 'What the source calls it: with scraper and type, the one that it is.';
comment on column config_sightings.hash is 'Of all that was found: equal when nothing changed. Null when it has to be read anew, whatever it says.';
comment on column config_sightings.references_hash is 'Of what it says about others.';
comment on column config_sightings.seen_at is 'When a run last found it.';

-- What items say about others, as their sources name them: those may be found later, or by another scraper.
create table config_references (
  config_id   uuid not null references config_items on delete cascade,
  position    integer not null,
  scraper_id  uuid not null references config_scrapers on delete cascade,
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

comment on table config_references is 'The parents and relationships that config items name. Edges are made of those that are found.';
comment on column config_references.config_id is 'Who names it.';
comment on column config_references.position is 'In the order of the source: the first parent that is there is the parent.';
comment on column config_references.of_scraper is 'Whose items are meant: its own when null, any when all, else those of the scraper of this id or name.';
comment on column config_references.selector is 'All that it means, in place of one by name.';
comment on column config_references.target_id is 'Who is meant, once known.';

create table config_selected (
  config_id uuid not null,
  position  integer not null,
  target_id uuid not null references config_items on delete cascade,
  primary key (config_id, position, target_id),
  foreign key (config_id, position) references config_references on delete cascade
);
create index config_selected_target on config_selected (target_id);

comment on table config_selected is 'What the selectors of config_references mean at present.';

create table config_scrape_states (
  scraper_id uuid primary key references config_scrapers on delete cascade,
  whole_at   timestamptz,
  links_due  boolean not null default true
);

comment on table config_scrape_states is 'Where the scraping of each scraper stands.';
comment on column config_scrape_states.whole_at is 'When it was last gone through to the end. What is found before that was there already, and is not told as new.';
comment on column config_scrape_states.links_due is 'Whether edges and parents are to be made anew of config_references.';

-- Whether something is the same insight is asked for every one that is found.
create index config_analysis_same on config_analysis (config_id, analyzer);

-- Without a list of pending entries: who is meant by a name is asked while items come in.
alter index config_items_external_id set (fastupdate = off);
select gin_clean_pending_list('config_items_external_id');
