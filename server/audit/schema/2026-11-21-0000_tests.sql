-- Trying out a connection changes nothing here, but it is done with credentials and heard elsewhere.

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('create', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out', 'reset_password', 'test'));

comment on column audit_log.action is '@enum create update delete sign_in sign_in_refused sign_out reset_password test';
