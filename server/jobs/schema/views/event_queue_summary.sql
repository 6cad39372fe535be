create view event_queue_summary with (security_invoker = true) as
select name,
       count(*) filter (where not is_given_up) as pending,
       count(*) filter (where error is not null) as failed,
       round(avg(attempts), 2) as average_attempts,
       min(created_at) filter (where error is not null) as first_failure,
       max(last_attempt) filter (where error is not null) as last_failure,
       mode() within group (order by error) as most_common_error
from   event_queue_state()
group  by name;

comment on view event_queue_summary is 'Events that have not been delivered to all listeners, by name. @exposed @resource integrations @feature settings.event_queue_status @notnull name pending failed average_attempts';
comment on column event_queue_summary.pending is 'Deliveries that are waiting or active, one per listener.';
comment on column event_queue_summary.failed is 'Deliveries that failed at least once, whether they are retried or were given up.';
comment on column event_queue_summary.first_failure is 'When the oldest event among the failed ones was published.';
comment on column event_queue_summary.last_failure is 'When a delivery last failed.';
