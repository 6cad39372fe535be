-- In the same way as for tables with row policies, a connection with policies reads no rows without claims.
create view event_deliveries with (security_invoker = true) as
select delivered, last_delivered
from   event_delivery_state()
where  has_claims() or not row_security_active('job_history');

comment on view event_deliveries is 'One row: the events that were delivered in the last 24 hours. @exposed @resource integrations @feature settings.event_queue_status @notnull delivered';
comment on column event_deliveries.last_delivered is 'When the last of them was delivered; null if there was none.';
