-- Actions that run on an agent. The worker that holds the action waits here for the agent's result.
create table agent_actions (
  action_id uuid primary key references playbook_run_actions (id) on delete cascade,
  agent_id uuid not null references agents (id) on delete cascade,
  payload text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'cancelled', 'ended')),
  outcome jsonb,
  reported_at timestamptz,
  created_at timestamptz not null default now()
);
create index agent_actions_agent on agent_actions (agent_id, created_at);
comment on table agent_actions is 'Playbook actions that agents run, from the start until the worker has read the result.';
comment on column agent_actions.payload is 'The action as the agent gets it, with its credentials. @secret @sealed';
comment on column agent_actions.status is '@enum waiting running cancelled ended';
comment on column agent_actions.outcome is 'The result that the agent has pushed. @type Json';
comment on column agent_actions.reported_at is 'The last time the agent sent output or asked whether the action is cancelled, to about 10 seconds. Null for agents that do neither.';

create table agent_outputs (
  action_id uuid not null references agent_actions (action_id) on delete cascade,
  number integer not null,
  content text not null,
  primary key (action_id, number)
);
comment on table agent_outputs is 'Output of actions on agents, until the worker has read it.';
comment on column agent_outputs.number is 'The number of the piece, from 0. A piece that the agent sends again is stored once.';
