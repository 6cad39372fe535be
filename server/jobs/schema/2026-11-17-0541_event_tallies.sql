-- Counts the events that inboxes have taken: an empty queue alone does not show whether events arrive.

create table event_tallies (
  inbox text not null,
  hour timestamptz not null,
  delivered bigint not null,
  last_delivered timestamptz not null,
  primary key (inbox, hour)
);
comment on table event_tallies is 'Events that were taken from inboxes, by hour, for two days.';
