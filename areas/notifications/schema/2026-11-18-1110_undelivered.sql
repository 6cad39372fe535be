-- Makes the second write of a message cheaper. A delivered message changes its status from sending to sent. If no index
-- has this column, PostgreSQL keeps the new version of the row on the same page and writes no index (HOT update).

create table notification_undelivered (
  resource_id uuid not null,
  message_id  uuid not null,
  primary key (resource_id, message_id)
);

comment on table notification_undelivered is 'Messages that are being delivered, or whose delivery will be repeated. Maintained by triggers (track_undelivered). @lookup';
comment on column notification_undelivered.resource_id is 'The resource of the message.';
comment on column notification_undelivered.message_id is 'The id in notification_send_history.';

insert into notification_undelivered (resource_id, message_id)
select resource_id, id
from   notification_send_history
where  status in ('sending', 'attempting_fallback') or waiting = 'retry';

drop index notification_send_history_undelivered;
-- Lists of messages with one status read the index on created_at, or on the resource.
drop index notification_send_history_not_sent;

-- The free space is for the versions with the text of the message.
alter table notification_send_history set (fillfactor = 30);

-- The list adds messages that are being sent from notification_undelivered, so that a delivery changes one number
-- instead of two.
delete from notification_tallies where status = 'sending';
