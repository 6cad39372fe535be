-- Notifications about a config item appear among its changes.
create or replace function record_notification_change() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into config_changes (config_id, change_type, severity, source, summary, details)
  select c.id,
         'Notification' || initcap(new.status),
         case new.status when 'error' then 'high' when 'attempting_fallback' then 'medium' else 'info' end,
         'notification',
         nullif(new.error, ''),
         jsonb_build_object('notification_id', new.notification_id, 'send_history_id', new.id, 'event', new.source_event)
  from   config_items c
  where  c.id = new.resource_id;
  return null;
end;
$$;
comment on function record_notification_change() is 'Records a notification about a config item as a change of the item.';

create or replace trigger record_change_new after insert on notification_send_history
for each row when (new.source_event like 'config.%' and new.status in ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval'))
execute function record_notification_change();
create or replace trigger record_change after update on notification_send_history
for each row when (
  old.status is distinct from new.status and new.source_event like 'config.%'
  and new.status in ('sent', 'attempting_fallback', 'error', 'silenced', 'inhibited', 'grouped', 'repeat-interval')
) execute function record_notification_change();
