-- Notifications: rules, sent messages, and silences.

create table notifications (
  id                               uuid primary key default new_id(),
  name                             text not null default 'notification-' || substr(gen_random_uuid()::text, 1, 8),
  namespace                        text,
  title                            text,
  events                           text[] not null,
  filter                           text,
  template                         text,
  properties                       jsonb,
  person_id                        uuid references people on delete cascade,
  team_id                          uuid references teams on delete cascade,
  playbook_id                      uuid,
  custom_services                  jsonb,
  fallback_person_id               uuid references people on delete set null,
  fallback_team_id                 uuid references teams on delete set null,
  fallback_playbook_id             uuid,
  fallback_custom_services         jsonb,
  fallback_delay                   bigint,
  repeat_interval                  text,
  wait_for                         bigint,
  wait_for_eval_period             bigint,
  group_by                         text[],
  group_by_interval                bigint,
  inhibitions                      jsonb,
  watchdog_schedule                text,
  error                            text,
  error_at                         timestamptz,
  source                           text check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  created_by                       uuid references people on delete set null,
  created_at                       timestamptz not null default now(),
  updated_at                       timestamptz not null default now(),
  deleted_at                       timestamptz,
  properties_secrets               text,
  custom_services_secrets          text,
  fallback_custom_services_secrets text
);
create unique index notifications_name on notifications (namespace, name) nulls not distinct where deleted_at is null;
create index notifications_events on notifications using gin (events) where deleted_at is null;
create index notifications_person on notifications (person_id) where person_id is not null;
create index notifications_team on notifications (team_id) where team_id is not null;
create index notifications_playbook on notifications (playbook_id) where playbook_id is not null;
create index notifications_fallback_person on notifications (fallback_person_id) where fallback_person_id is not null;
create index notifications_fallback_team on notifications (fallback_team_id) where fallback_team_id is not null;
create index notifications_fallback_playbook on notifications (fallback_playbook_id) where fallback_playbook_id is not null;
create index notifications_created_by on notifications (created_by);
call keep_row_rules('notifications', '{name,namespace,title,events,filter,template,properties,properties_secrets,person_id,team_id,playbook_id,custom_services,custom_services_secrets,fallback_person_id,fallback_team_id,fallback_playbook_id,fallback_custom_services,fallback_custom_services_secrets,fallback_delay,repeat_interval,wait_for,wait_for_eval_period,group_by,group_by_interval,inhibitions,watchdog_schedule}');

comment on table notifications is 'Rules that send messages about events. @exposed @resource notifications';
comment on column notifications.name is 'Generated if none was given.';
comment on column notifications.events is 'The events, such as check.failed.';
comment on column notifications.filter is 'An expression that must be true; empty for all events.';
comment on column notifications.properties is '@type Labels';
comment on column notifications.properties_secrets is 'The credentials of the properties. @secret @sealed';
comment on column notifications.custom_services is 'Recipients that are neither people nor teams. @type CustomServices';
comment on column notifications.custom_services_secrets is 'The credentials of the services. @secret @sealed';
comment on column notifications.fallback_custom_services is '@type CustomServices';
comment on column notifications.fallback_custom_services_secrets is 'The credentials of the services. @secret @sealed';
comment on column notifications.fallback_delay is 'Nanoseconds.';
comment on column notifications.wait_for is 'Nanoseconds to wait for the resource to recover by itself.';
comment on column notifications.wait_for_eval_period is 'Nanoseconds.';
comment on column notifications.group_by_interval is 'Nanoseconds.';
comment on column notifications.inhibitions is '@type Json';
comment on column notifications.error is 'The reason why the rule cannot work; cleared when it is changed.';
comment on column notifications.source is 'UI if it is edited here. @origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
comment on column notifications.updated_at is 'An error does not count as an update.';

create table notification_groups (
  id              uuid primary key default new_id(),
  hash            text not null,
  notification_id uuid not null references notifications on delete cascade,
  created_at      timestamptz not null default now()
);
create index notification_groups_notification on notification_groups (notification_id, hash, created_at desc);

comment on table notification_groups is 'Resources that share one message. @exposed @readonly @resource notifications';
comment on column notification_groups.hash is 'Hash of their common properties.';

create table notification_group_resources (
  id           uuid primary key default new_id(),
  group_id     uuid not null references notification_groups on delete cascade,
  config_id    uuid references config_items on delete cascade,
  check_id     uuid references checks on delete cascade,
  component_id uuid references components on delete cascade,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  resolved_at  timestamptz
);
create unique index notification_group_resources_once on notification_group_resources (group_id, config_id, check_id, component_id)
  nulls not distinct where resolved_at is null;
create index notification_group_resources_config on notification_group_resources (config_id) where config_id is not null;
create index notification_group_resources_check on notification_group_resources (check_id) where check_id is not null;
create index notification_group_resources_component on notification_group_resources (component_id) where component_id is not null;
call keep_row_rules('notification_group_resources');

comment on table notification_group_resources is 'The resources of a group, until they recover. @exposed @readonly @resource notifications @follows config_id component_id check_id';

create table notification_silences (
  id           uuid primary key default new_id(),
  namespace    text,
  name         text not null default 'silence-' || substr(gen_random_uuid()::text, 1, 8),
  description  text,
  filter       text,
  selectors    jsonb,
  error        text,
  "from"       timestamptz,
  until        timestamptz,
  recursive    boolean not null default false,
  config_id    uuid references config_items on delete cascade,
  check_id     uuid references checks on delete cascade,
  canary_id    uuid references canaries on delete cascade,
  component_id uuid references components on delete cascade,
  source       text check (source in ('KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync', 'ApplicationCRD', 'System')),
  created_by   uuid references people on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  constraint notification_silences_order check ("from" < until)
);
create index notification_silences_config on notification_silences (config_id) where config_id is not null;
create index notification_silences_check on notification_silences (check_id) where check_id is not null;
create index notification_silences_canary on notification_silences (canary_id) where canary_id is not null;
create index notification_silences_component on notification_silences (component_id) where component_id is not null;
create index notification_silences_created_by on notification_silences (created_by);
create index notification_silences_created_at on notification_silences (created_at desc) where deleted_at is null;
create index notification_silences_until on notification_silences (until) where deleted_at is null;
call keep_row_rules('notification_silences');

comment on table notification_silences is 'Silences: resources and times without messages. @exposed @resource notifications @follows config_id component_id check_id canary_id';
comment on column notification_silences.filter is 'An expression; resources for which it is true are silenced.';
comment on column notification_silences.selectors is '@type Json';
comment on column notification_silences.until is 'Null if it has no end.';
comment on column notification_silences.recursive is 'Whether it also applies to descendants.';
comment on column notification_silences.source is '@origin @enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';

create table notification_send_history (
  id                          uuid primary key default new_id(),
  notification_id             uuid not null references notifications on delete cascade,
  body                        text,
  body_payload                jsonb,
  status                      text check (status in ('sent', 'sending', 'error', 'pending', 'skipped', 'silenced', 'repeat-interval', 'inhibited', 'evaluating-waitfor', 'pending_playbook_run', 'pending_playbook_completion', 'attempting_fallback', 'grouped')),
  not_before                  timestamptz,
  retries                     integer not null default 0,
  payload                     jsonb,
  count                       integer not null default 1,
  first_observed              timestamptz not null default now(),
  source_event                text not null,
  resource_id                 uuid not null,
  resource_health             text,
  resource_status             text,
  resource_health_description text,
  person_id                   uuid references people on delete cascade,
  team_id                     uuid references teams on delete set null,
  connection_id               uuid references connections on delete set null,
  silenced_by                 uuid references notification_silences on delete set null,
  playbook_run_id             uuid,
  error                       text,
  duration_millis             integer,
  created_at                  timestamptz not null default now(),
  group_id                    uuid references notification_groups on delete set null,
  parent_id                   uuid references notification_send_history on delete cascade,
  resource_name               text
);
create index notification_send_history_resource on notification_send_history (resource_id, created_at desc);
create index notification_send_history_notification on notification_send_history (notification_id, created_at desc);
create index notification_send_history_created_at on notification_send_history (created_at desc);
create index notification_send_history_status on notification_send_history (status, created_at desc);
create index notification_send_history_waiting on notification_send_history (not_before) where status in ('pending', 'evaluating-waitfor');
create index notification_send_history_parent on notification_send_history (parent_id) where parent_id is not null;
create index notification_send_history_person on notification_send_history (person_id) where person_id is not null;
create index notification_send_history_team on notification_send_history (team_id) where team_id is not null;
create index notification_send_history_connection on notification_send_history (connection_id) where connection_id is not null;
create index notification_send_history_silence on notification_send_history (silenced_by) where silenced_by is not null;
create index notification_send_history_group on notification_send_history (group_id) where group_id is not null;
create index notification_send_history_playbook_run on notification_send_history (playbook_run_id) where playbook_run_id is not null;
create index notification_send_history_resource_name on notification_send_history using gin (resource_name gin_trgm_ops);

comment on table notification_send_history is 'Messages with their recipients and resources, sent or not. @exposed @readonly @resource notifications @follows resource_id>config_items,components,checks,canaries';
comment on column notification_send_history.status is '@enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped';
comment on column notification_send_history.body_payload is '@type Json';
comment on column notification_send_history.payload is 'The event as it was published. @type Json';
comment on column notification_send_history.resource_id is 'The resource of the message; the first word of source_event is its kind.';
comment on column notification_send_history.resource_health is 'At the time of the event, like the status and the description.';
comment on column notification_send_history.silenced_by is 'The silence that suppressed it.';
comment on column notification_send_history.parent_id is 'The message that replaced this one.';
comment on column notification_send_history.resource_name is 'The name of the resource; null if it is deleted. Maintained by triggers (name_message_resource), because a lookup in four tables is too slow for search.';

alter table permissions
  add constraint permissions_notification_id_fkey foreign key (notification_id) references notifications on delete cascade;
