create view notification_send_history_summary with (security_invoker = true) as
select h.id, h.notification_id, h.body, h.body_payload, h.status, h.not_before, h.retries, h.payload, h.count, h.first_observed,
       h.source_event, h.resource_id, h.resource_health, h.resource_status, h.resource_health_description, h.person_id, h.team_id,
       h.connection_id, h.silenced_by, h.playbook_run_id, h.error, h.duration_millis, h.created_at, h.group_id, h.parent_id,
       r.resource_type,
       r.resource_type as resource_kind,
       r.resource,
       (
         select jsonb_build_object('id', p.id, 'playbook_id', p.playbook_id, 'status', p.status, 'playbook_name', b.name)
         from   playbook_runs p
         join   playbooks b on b.id = p.playbook_id
         where  p.id = h.playbook_run_id
       ) as playbook_run
from   notification_send_history h
join   notification_send_history_resources r on r.id = h.id;

comment on view notification_send_history_summary is 'Messages with what they were about. @exposed @resource notifications @notnull id notification_id retries count first_observed source_event resource_id created_at resource_type resource_kind';
comment on column notification_send_history_summary.status is '@enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped';
comment on column notification_send_history_summary.resource is 'Null when it is gone. @type NotificationResource';
comment on column notification_send_history_summary.playbook_run is '@type Json';
