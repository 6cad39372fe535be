-- Makes writes of messages cheaper: each message is inserted and updated once, and both maintain all indexes.

-- Its queries use the index on resource_id.
drop index notification_send_history_ledger;
-- Most messages end as sent, and lists of those read the index on created_at.
drop index notification_send_history_status;
create index notification_send_history_not_sent on notification_send_history (status, created_at desc)
  where status <> 'sent' and status <> 'sending';

-- Messages and exchanges of usual size are neither compressed nor moved out of their row.
alter table notification_send_history set (toast_tuple_target = 4080);
alter table notification_attempts set (toast_tuple_target = 4080);

-- Equal keys are appended, while an index of resources is changed at random places.
drop index notification_tallies_new;
create index notification_tallies_new on notification_tallies (is_sum) where not is_sum;
