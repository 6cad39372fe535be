-- What every table stands on: text search by trigrams, time-ordered ids, and the record of changes.

create extension if not exists pg_trgm;

-- Version 7: 48 bits of milliseconds, then randomness, so that ids sort by creation and indexes grow at one end.
-- Our own, because PostgreSQL has uuidv7() only from version 18 on.
create function new_id() returns uuid
language sql
volatile
parallel safe
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid;
$$;
comment on function new_id() is 'A time-ordered uuid (version 7).';

create table changes (
  id       bigint generated always as identity primary key,
  xid      xid8 not null default pg_current_xact_id(),
  relation text not null,
  ids      text[],
  at       timestamptz not null default clock_timestamp()
);
create index changes_by_xid on changes (xid, id);
create index changes_by_age on changes (at);

comment on table changes is 'What changed lately, for live screens. Kept 15 minutes; written by triggers on every exposed table.';
comment on column changes.xid is 'The transaction that wrote the row. Readers take rows below their snapshot''s xmin, so that none is skipped.';
comment on column changes.ids is 'Keys of the rows concerned; null when they were too many to name.';

create unlogged table processes (
  id           uuid primary key,
  role         text not null check (role in ('all', 'web', 'worker')),
  hostname     text not null,
  pid          integer not null,
  version      text not null,
  address      text,
  started_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  rss_bytes    bigint not null
);

comment on table processes is 'The processes that form this system, each by its own heartbeat. @exposed @readonly @resource rbac';
comment on column processes.role is '@enum all web worker';
comment on column processes.address is 'Where it listens, when it serves the web.';
comment on column processes.last_seen_at is 'Its last heartbeat; a process unheard of for a minute is gone.';

create table settings (
  name  text primary key,
  value text not null
);

comment on table settings is 'What the product must remember about itself, such as the fingerprint of its secret key.';
