-- Systems like this one that run elsewhere and push what they find. The nil id is this system itself.

create table agents (
  id            uuid primary key default new_id(),
  name          text not null check (name <> ''),
  hostname      text,
  description   text,
  ip            text,
  version       text,
  username      text,
  person_id     uuid references people on delete set null,
  properties    jsonb,
  tls           text,
  created_by    uuid references people on delete set null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  cleanup       boolean not null default false,
  deleted_at    timestamptz,
  last_seen     timestamptz,
  last_received timestamptz
);
create unique index agents_name on agents (name) where deleted_at is null;
create index agents_person on agents (person_id) where person_id is not null;
create index agents_created_by on agents (created_by);
call keep_row_rules('agents', '{name,hostname,description,ip,version,username,properties,tls}');

comment on table agents is 'Systems that run elsewhere and push what they find to this one. @exposed @resource agents @feature agents';
comment on column agents.person_id is 'The person whose token the agent uses.';
comment on column agents.properties is '@type Labels';
comment on column agents.cleanup is 'Whether its rows are deleted together with the agent.';
comment on column agents.last_seen is 'Its last heartbeat.';
comment on column agents.last_received is 'The last time it pushed rows.';
comment on column agents.updated_at is 'A heartbeat does not count as an update.';

insert into agents (id, name, description) values ('00000000-0000-0000-0000-000000000000', 'local', 'This system itself');

-- With one row per agent, all writers of an agent would wait for each other: every statement adds its own row, and a job
-- merges the rows.
create table agent_tallies (
  agent_id uuid not null references agents on delete cascade,
  what     text not null,
  rows     bigint not null
);
create index agent_tallies_agent on agent_tallies (agent_id);

comment on table agent_tallies is 'Numbers of rows of each agent, to be added up. Maintained by triggers and compact_agent_tallies. @exposed @readonly @resource agents @feature agents';
comment on column agent_tallies.what is 'The table of the rows.';
