-- Counts the events that inboxes have taken, so that an empty queue can be told from one that nothing reaches.

create table event_tallies (
  inbox text not null,
  hour timestamptz not null,
  delivered bigint not null,
  last_delivered timestamptz not null,
  primary key (inbox, hour)
);
comment on table event_tallies is 'Events that were taken from inboxes, by hour, for two days.';
