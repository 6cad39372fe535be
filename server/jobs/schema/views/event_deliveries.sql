create view event_deliveries with (security_invoker = true) as
select listeners, delivered, last_delivered
from   event_delivery_state();

comment on view event_deliveries is 'One row: the listeners of events and the deliveries of the last ten minutes. @exposed @resource integrations @feature settings.event_queue_status @notnull listeners delivered';
comment on column event_deliveries.delivered is 'Deliveries that succeeded in the last ten minutes, one per event and listener.';
comment on column event_deliveries.last_delivered is 'When the last of them ended; null if there was none.';
