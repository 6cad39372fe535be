-- Running scrapers: when each is due; and scrapers that are kept in files.

alter table config_scrapers drop constraint config_scrapers_source_check;
alter table config_scrapers add constraint config_scrapers_source_check
  check (source ~ '^(KubernetesCRD|ConfigFile|UI|Topology|Push|CRDSync|ApplicationCRD|System|file:.+)$');
comment on column config_scrapers.source is 'UI when it may be edited here; otherwise where it is kept, such as file:<path>. @origin';

create table scraper_turns (
  scraper_id         uuid primary key references config_scrapers on delete cascade,
  schedule           text not null,
  due_at             timestamptz not null,
  spec_hash          text not null,
  is_changed         boolean not null default true,
  rate_limited_until timestamptz
);
create index scraper_turns_due on scraper_turns (due_at);

comment on table scraper_turns is 'When each scraper of this system is run next. None for one that is paused or gone.';
comment on column scraper_turns.schedule is 'As it is written; empty for the usual one.';
comment on column scraper_turns.spec_hash is 'Of the spec that it was made for: another one is due at once.';
comment on column scraper_turns.is_changed is 'It was written and not sent since: a run that is going on does not stand for this one.';
comment on column scraper_turns.rate_limited_until is 'Until when its source wants to be left alone.';
