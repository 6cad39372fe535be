create view evidence_states with (security_invoker = true) as
select e.id, h.incident_id, e.hypothesis_id, e.definition_of_done, e.done, e.script, e.script_result, e.description,
       case when c.id is not null then 'check' when k.id is not null then 'component' when i.id is not null then 'config' end as kind,
       coalesce(c.id, k.id, i.id) as resource_id,
       coalesce(c.name, nullif(k.text, ''), k.name, i.name) as name,
       case when c.id is not null then check_health(c.status, c.next_runtime, c.interval_seconds, c.could_not_check_since, c.paused_at, c.paused_until)
            when k.id is not null then coalesce(k.health, 'unknown')
            when i.id is not null then coalesce(i.health, 'unknown')
       end as health,
       coalesce(c.last_transition_time, k.last_transition_time, i.updated_at) as since
from   evidences e
join   hypotheses h on h.id = e.hypothesis_id
left   join checks c on e.type = 'check' and c.id = e.check_id and c.deleted_at is null
left   join components k on e.type = 'topology' and k.id = e.component_id and k.deleted_at is null
left   join config_items i on e.type = 'config' and i.id = e.config_id and i.deleted_at is null;

comment on view evidence_states is 'Evidence with the present health of the check, component or config item that it is about; kind is null for other evidence, and for a resource that is gone. @notnull id incident_id hypothesis_id definition_of_done description';
comment on column evidence_states.since is 'The last change of the health, as far as it is known.';
