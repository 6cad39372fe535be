-- Events that an area takes in batches instead of one job per event.

create table event_inbox (
  id           bigint generated always as identity primary key,
  inbox        text not null,
  event        jsonb not null,
  created_at   timestamptz not null default now(),
  attempts     integer not null default 0,
  last_attempt timestamptz,
  error        text,
  retry_at     timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index event_inbox_order on event_inbox (inbox, id);

comment on table event_inbox is 'Events that wait for an area which takes them in batches, in the order of their ids.';
comment on column event_inbox.inbox is 'The name of the inbox; an event that several inboxes select has a row for each.';
comment on column event_inbox.error is 'The reason why the last attempt failed.';
comment on column event_inbox.retry_at is 'The time of the next attempt after a failure; infinity after the last one.';
