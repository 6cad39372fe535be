-- Requests and responses are shown only to people who may write notifications, and a message that consists of several
-- requests remembers those that succeeded.

alter table notification_send_history
  add column delivered_parts jsonb;

comment on column notification_send_history.delivered_parts is 'The results of the requests that succeeded, by part, while others of the same message failed; the next attempt skips them. @type Json @secret';
comment on column notification_attempts.exchange is 'Requests and responses, without secrets. The details of a message show them to people who may write notifications. @type Json @secret';
