-- Changes of documents that the rules of a scraper leave out, or tell of another item: nobody sees them among the changes, but who
-- asks what a document was has to go back over them.
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

comment on table config_unlisted_versions is 'Changes of the documents of config items that are not told as changes of them; those that follow one another are one row. @exposed @readonly @resource config_scrapers @feature config @follows config_id';
comment on column config_unlisted_versions.diff is 'From what the document was before the first of them to what it was after the last.';
comment on column config_unlisted_versions.config_hash is 'Of the document that the last of them led to, in its normal text (MD5).';
comment on column config_unlisted_versions.first_observed is 'When the first of them was seen; until created_at the document was one or the other.';
