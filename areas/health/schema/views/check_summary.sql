-- The health page reads thousands of rows, and row_to_json is by far the fastest way to build a document.
create view check_summary with (security_invoker = true) as
select c.id, c.canary_id, c.agent_id,
       (select row_to_json(u) from (select coalesce(s.passed, 0) as passed, coalesce(s.failed, 0) as failed, s.last_pass, s.last_fail) u) as uptime,
       (select row_to_json(l) from (select s.p99, s.p97, s.p95, s.p50, s.mean as avg, coalesce(s.mean, 0) as rolling1h) l) as latency,
       c.last_transition_time, c.type, c.icon, c.name, c.status, c.description, c.namespace,
       case when c.namespace <> k.namespace then array[c.namespace, k.namespace] else array[k.namespace] end as namespaces,
       k.namespace as canary_namespace, k.name as canary_name,
       coalesce(k.labels, '{}') || coalesce(c.labels, '{}') as labels,
       c.severity, c.owner, c.category, c.last_runtime, c.next_runtime, c.created_at, c.updated_at, c.deleted_at, c.silenced_at,
       coalesce(c.spec ->> 'endpoint', c.spec ->> 'url', c.spec ->> 'host') as endpoint,
       k.spec ->> 'interval' as interval, k.spec ->> 'schedule' as schedule,
       c.interval_seconds, c.could_not_check_since, c.could_not_check_reason,
       case when is_paused(c.paused_at, c.paused_until)
            then (select row_to_json(p) from (select c.paused_at as at, c.paused_until as until, c.pause_reason as reason) p)
       end as paused
from   checks c
join   canaries k on k.id = c.canary_id
left   join check_status_summaries s on s.check_id = c.id;

comment on view check_summary is 'Checks as the health page shows them, deleted ones included. @exposed @resource canaries @feature health @notnull id canary_id agent_id uptime latency type name canary_namespace canary_name labels created_at updated_at namespaces';
comment on column check_summary.uptime is 'For the last hour, or for the last run. @type Uptime';
comment on column check_summary.latency is 'For the last hour, or for the last run. @type Latency';
comment on column check_summary.namespaces is 'The namespaces of the check and of its canary.';
comment on column check_summary.labels is 'Labels of the canary, overridden by those of the check. @type Labels';
comment on column check_summary.status is '@enum healthy unhealthy';
comment on column check_summary.severity is '@enum info warning low medium high blocker critical';
comment on column check_summary.endpoint is 'The target of the check, if the spec contains it as a plain field.';
comment on column check_summary.paused is 'The active pause; null while the check is not paused. @type Pause';
