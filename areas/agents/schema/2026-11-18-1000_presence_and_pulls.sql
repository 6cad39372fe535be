-- The status of an agent that was last published as an event.
alter table agents add column reported_status text check (reported_status in ('online', 'offline'));
comment on column agents.reported_status is 'The status that was last published as an event; null before the first. Maintained by a job. @enum online offline';

-- Rows of agents keep the updated_at that the agent sends. Rows that are created here and run on an agent need a new one
-- when they change, because the agent pulls the rows that changed since its last pull.
create trigger touched_for_agent before update on canaries for each row
when (new.agent_id <> '00000000-0000-0000-0000-000000000000' and new.source = 'UI'
      and (old.name, old.namespace, old.labels, old.annotations, old.spec, old.spec_secrets, old.agent_id, old.deleted_at)
          is distinct from (new.name, new.namespace, new.labels, new.annotations, new.spec, new.spec_secrets, new.agent_id, new.deleted_at))
execute function touch_row();

create trigger touched_for_agent before update on config_scrapers for each row
when (new.agent_id <> '00000000-0000-0000-0000-000000000000' and new.source = 'UI'
      and (old.name, old.namespace, old.description, old.spec, old.spec_secrets, old.agent_id, old.deleted_at)
          is distinct from (new.name, new.namespace, new.description, new.spec, new.spec_secrets, new.agent_id, new.deleted_at))
execute function touch_row();

create trigger touched_for_agent before update on topologies for each row
when (new.agent_id <> '00000000-0000-0000-0000-000000000000' and new.source = 'UI'
      and (old.name, old.namespace, old.labels, old.spec, old.spec_secrets, old.schedule, old.agent_id, old.deleted_at)
          is distinct from (new.name, new.namespace, new.labels, new.spec, new.spec_secrets, new.schedule, new.agent_id, new.deleted_at))
execute function touch_row();
