-- In the same way as for tables with row policies, a connection with policies reads no rows without claims.
create view event_deliveries_hourly with (security_invoker = true) as
select delivered, hour
from   event_delivery_hours()
where  has_claims() or not row_security_active('job_history');

comment on view event_deliveries_hourly is 'The events that were taken from inboxes in the last 24 hours, by hour. @exposed @resource integrations @feature settings.event_queue_status @notnull delivered hour';
