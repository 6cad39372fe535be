-- Silences: recurring windows, and the matchers of silences that clients of Alertmanager create.

alter table notification_silences
  drop constraint notification_silences_order,
  add column schedule         text,
  add column duration_minutes integer check (duration_minutes between 1 and 10080),
  add column time_zone        text,
  add column matchers         jsonb,
  add column author           text,
  add constraint notification_silences_order check ("from" <= until),
  add constraint notification_silences_window check ((schedule is null) = (duration_minutes is null));
call keep_row_rules('notification_silences');

comment on column notification_silences.error is 'Why the filter, a selector or a matcher cannot be evaluated. The silence has no effect until that field changes.';
comment on column notification_silences.selectors is 'Resource selectors; resources that one of them matches are silenced. @type Json';
comment on column notification_silences."from" is 'Null if it has no start.';
comment on column notification_silences.schedule is 'The cron schedule on which its windows open; null if it applies the whole time between from and until.';
comment on column notification_silences.duration_minutes is 'The length of each window.';
comment on column notification_silences.time_zone is 'The time zone of the schedule; null for UTC.';
comment on column notification_silences.matchers is 'Conditions on the labels of alerts, as clients of Alertmanager write them; all must match. @type Json';
comment on column notification_silences.author is 'The author that a client of Alertmanager named; created_by is the person behind its token.';
