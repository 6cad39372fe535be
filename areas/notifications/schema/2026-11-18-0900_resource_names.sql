-- Messages are searched by the name of what they are about. That stands in four tables; looked up anew for every message, a
-- search took most of a second among 50,000. Now the name is kept with the message, by triggers (name_message_resource).

alter table notification_send_history add column resource_name text;
comment on column notification_send_history.resource_name is 'What the thing it is about is called; null when that is gone. Kept by triggers.';

update notification_send_history h
set    resource_name = r.name
from   (
         select 'config' as kind, id, name from config_items
         union all
         select 'component', id, name from components
         union all
         select 'check', id, name from checks
         union all
         select 'canary', id, name from canaries
       ) r
where  r.id = h.resource_id and r.kind = split_part(h.source_event, '.', 1);

create index notification_send_history_resource_name on notification_send_history using gin (resource_name gin_trgm_ops);
