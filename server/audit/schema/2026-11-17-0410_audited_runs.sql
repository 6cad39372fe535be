-- Runs on request are recorded.

alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check
    check (action in ('create', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out', 'reset_password', 'test', 'run'));
comment on column audit_log.action is '@enum create update delete sign_in sign_in_refused sign_out reset_password test run';
