-- The state of messages that wait, and recent events to write filters from.

alter table notification_send_history
  add column waiting text check (waiting in ('wait-for', 'dependency', 'quiet-hours', 'digest', 'fallback', 'retry')),
  add column held_by uuid,
  add column is_open boolean not null default false,
  add column sent_at timestamptz;

comment on column notification_send_history.waiting is 'The reason why a pending message waits; not_before is the end of the wait. @enum wait-for dependency quiet-hours digest fallback retry';
comment on column notification_send_history.held_by is 'The failing check that this message waits for, because its own check depends on it.';
comment on column notification_send_history.is_open is 'Whether it reports a problem that has not ended yet; its recipient gets a message when it ends.';
comment on column notification_send_history.sent_at is 'When the channel accepted the message.';

drop index notification_send_history_waiting;
create index notification_send_history_due on notification_send_history (not_before) where waiting is not null and waiting <> 'retry';
create index notification_send_history_undelivered on notification_send_history (id) where status in ('sending', 'attempting_fallback') or waiting = 'retry';
create index notification_send_history_open on notification_send_history (resource_id) where is_open;
create index notification_send_history_held on notification_send_history (held_by) where held_by is not null;

create table notification_events (
  id         bigint generated always as identity primary key,
  name       text not null,
  event      jsonb not null,
  created_at timestamptz not null default now()
);
create index notification_events_name on notification_events (name, id desc);

comment on table notification_events is 'The last events of each name, as examples for the authors of rules.';
comment on column notification_events.event is '@type Json';

-- A rule that returns to its file gets its row back, so that its messages continue.
call keep_row_rules('notifications', '{name,namespace,title,events,filter,template,properties,properties_secrets,person_id,team_id,playbook_id,custom_services,custom_services_secrets,fallback_person_id,fallback_team_id,fallback_playbook_id,fallback_custom_services,fallback_custom_services_secrets,fallback_delay,repeat_interval,wait_for,wait_for_eval_period,group_by,group_by_interval,inhibitions,watchdog_schedule}', revivable => true);
