create view notifications_summary with (security_invoker = true) as
select n.id, n.name, coalesce(n.namespace, '') as namespace, n.error, n.error_at, n.title, n.events, n.filter, n.template, n.properties,
       n.person_id, n.team_id, n.playbook_id, n.custom_services, n.created_at, n.updated_at, n.created_by, n.source,
       n.repeat_interval, n.wait_for, n.group_by, n.inhibitions,
       s.pending, s.avg_duration_ms, s.failed, s.sent, s.most_common_error, s.last_failed_at
from   notifications n
cross  join lateral (
         select count(*) filter (where h.status in ('pending', 'evaluating-waitfor', 'sending')) as pending,
                round(avg(h.duration_millis) filter (where h.status = 'sent'), 2) as avg_duration_ms,
                count(*) filter (where h.error is not null) as failed,
                count(*) filter (where h.status = 'sent') as sent,
                mode() within group (order by h.error) as most_common_error,
                max(h.created_at) filter (where h.error is not null) as last_failed_at
         from   notification_send_history h
         where  h.notification_id = n.id and h.source_event not like 'watchdog%'
       ) s
where  n.deleted_at is null;

comment on view notifications_summary is 'Notification rules with statistics of their messages. @exposed @resource notifications @notnull id name namespace events created_at updated_at pending failed sent';
comment on column notifications_summary.properties is '@type Labels';
comment on column notifications_summary.custom_services is '@type CustomServices';
