-- Preferences of people: their channels and quiet hours, and the messages that they have seen.

create table notification_preferences (
  person_id        uuid primary key references people on delete cascade,
  time_zone        text,
  quiet_from       time,
  quiet_until      time,
  quiet_days       integer[],
  channels         jsonb,
  channels_secrets text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint notification_preferences_quiet check ((quiet_from is null) = (quiet_until is null))
);
call keep_row_rules('notification_preferences');

comment on table notification_preferences is 'The channels and the quiet hours of people. @watched';
comment on column notification_preferences.time_zone is 'The time zone of the quiet hours, such as Europe/Berlin; null for UTC.';
comment on column notification_preferences.quiet_from is 'The local time at which the quiet hours begin; null without quiet hours.';
comment on column notification_preferences.quiet_until is 'The local time at which they end; before quiet_from if they end on the next day.';
comment on column notification_preferences.quiet_days is 'The days on which they begin, 1 for Monday to 7 for Sunday; null for all days.';
comment on column notification_preferences.channels is 'The channels of the person, in the format of custom services; null for email. @type CustomServices';
comment on column notification_preferences.channels_secrets is 'The credentials of the channels. @secret @sealed';

create table notification_readers (
  person_id uuid primary key references people on delete cascade,
  seen_at   timestamptz not null
);

comment on table notification_readers is 'The time until which a person has seen the messages. Later ones are counted next to the bell.';
