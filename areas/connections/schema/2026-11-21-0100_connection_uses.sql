-- Who uses which connection, for what, and when last: one row each, to the minute.

create table connection_uses (
  connection_id uuid not null references connections on delete cascade,
  subject_kind  text not null check (subject_kind in ('person', 'system', 'canary', 'scraper', 'playbook', 'notification', 'topology')),
  subject_id    uuid not null,
  subject_name  text not null,
  purpose       text not null check (purpose <> ''),
  first_used_at timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  primary key (connection_id, subject_kind, subject_id, purpose)
);
create index connection_uses_latest on connection_uses (connection_id, last_used_at desc);

comment on table connection_uses is 'Who uses which connection, for what, and when last. Of each connection the latest are kept. @exposed @readonly @resource connections @follows connection_id';
comment on column connection_uses.subject_kind is 'Who asked: a person, the product itself, or what acts by itself. @enum person system canary scraper playbook notification topology';
comment on column connection_uses.subject_id is 'No foreign key: what was used stays known when who used it is gone.';
comment on column connection_uses.subject_name is 'As it was called then.';
comment on column connection_uses.purpose is 'What for, in a word: test, check, scrape, message.';
comment on column connection_uses.last_used_at is 'To the minute.';
