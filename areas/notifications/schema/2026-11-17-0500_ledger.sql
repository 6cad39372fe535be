-- The ledger: every event, rule and recipient is counted in exactly one row, and no deletion of a rule, person, team,
-- connection or silence deletes a row.

alter table notification_send_history
  drop constraint notification_send_history_status_check,
  drop constraint notification_send_history_notification_id_fkey,
  drop constraint notification_send_history_person_id_fkey,
  drop constraint notification_send_history_parent_id_fkey,
  alter column notification_id drop not null,
  add column purpose       text not null default 'event',
  add column rule_name     text,
  add column recipient     text,
  add column recipient_key text not null default '',
  add column channel       text,
  add column trail         jsonb not null default '[]',
  add column message_ref   jsonb,
  add constraint notification_send_history_status_check
    check (status in ('sent', 'sending', 'error', 'pending', 'skipped', 'silenced', 'repeat-interval', 'inhibited', 'evaluating-waitfor', 'pending_playbook_run', 'pending_playbook_completion', 'attempting_fallback', 'grouped', 'digested')),
  add constraint notification_send_history_purpose_check check (purpose in ('event', 'fallback', 'resolved', 'digest')),
  add constraint notification_send_history_notification_id_fkey foreign key (notification_id) references notifications on delete set null,
  add constraint notification_send_history_person_id_fkey foreign key (person_id) references people on delete set null,
  add constraint notification_send_history_parent_id_fkey foreign key (parent_id) references notification_send_history on delete set null;

comment on column notification_send_history.status is '@enum sent sending error pending skipped silenced repeat-interval inhibited evaluating-waitfor pending_playbook_run pending_playbook_completion attempting_fallback grouped digested';
comment on column notification_send_history.notification_id is 'The rule; null if it is deleted.';
comment on column notification_send_history.purpose is 'Only rows with the purpose event count in the sum of a rule; the others are additional messages. @enum event fallback resolved digest';
comment on column notification_send_history.rule_name is 'The name of the rule when the message was created.';
comment on column notification_send_history.recipient is 'The name of the recipient when the message was created.';
comment on column notification_send_history.recipient_key is 'Identifies the recipient within the rule, such as person:<id> or team:<id>/<name of the channel>.';
comment on column notification_send_history.channel is 'The type of the channel, such as slack or email.';
comment on column notification_send_history.trail is 'The steps that decided about the message, in order. @type Json';
comment on column notification_send_history.message_ref is 'The reference to the message at the channel, to edit or answer it. @secret';

-- The newest rows of one rule, event, resource and recipient: repeats and recoveries look for them.
create index notification_send_history_ledger on notification_send_history (notification_id, resource_id, recipient_key, created_at desc);

create table notification_attempts (
  id              uuid primary key default new_id(),
  history_id      uuid not null references notification_send_history on delete cascade,
  created_at      timestamptz not null default now(),
  duration_millis integer,
  outcome         text not null check (outcome in ('delivered', 'refused', 'failed', 'postponed')),
  error           text,
  exchange        jsonb
);
create index notification_attempts_history on notification_attempts (history_id, created_at);

comment on table notification_attempts is 'Every attempt to deliver a message. @exposed @readonly @resource notifications @follows history_id';
comment on column notification_attempts.outcome is 'refused is final, failed is repeated, postponed did not reach the channel. @enum delivered refused failed postponed';
comment on column notification_attempts.exchange is 'Requests and responses, without secrets. @type Json';
