-- The results that an agent has not pushed yet, as it reports them with each heartbeat.
alter table agents
  add column waiting_since timestamptz,
  add column waiting_results bigint not null default 0;
comment on column agents.waiting_since is 'The time of the oldest result that the agent has not pushed yet; null if none waits.';
comment on column agents.waiting_results is 'The number of results that the agent has not pushed yet.';
