-- How much each agent brought. One row an agent would make all who write for the same agent wait for one another, so
-- every statement adds a row of its own, and a job now and then puts them together.

create table agent_tallies (
  agent_id uuid not null references agents on delete cascade,
  what     text not null,
  rows     bigint not null
);
create index agent_tallies_agent on agent_tallies (agent_id);

comment on table agent_tallies is 'How many rows each agent brought, as summands. Kept by trigger and by compact_agent_tallies. @exposed @readonly @resource agents @feature agents';
comment on column agent_tallies.what is 'The table that the rows are of.';

insert into agent_tallies (agent_id, what, rows)
select agent_id, 'config_items', count(*) from config_items group by 1
union all
select agent_id, 'config_scrapers', count(*) from config_scrapers group by 1
union all
select agent_id, 'checks', count(*) from checks group by 1
union all
select agent_id, 'playbook_runs', count(*) from playbook_runs group by 1;
