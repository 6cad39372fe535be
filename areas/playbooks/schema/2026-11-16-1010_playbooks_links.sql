-- What is about a playbook, leads to a run, or was left by a step.

alter table permissions add constraint permissions_playbook_id_fkey foreign key (playbook_id) references playbooks on delete cascade;

alter table notifications
  add constraint notifications_playbook_id_fkey foreign key (playbook_id) references playbooks on delete set null,
  add constraint notifications_fallback_playbook_id_fkey foreign key (fallback_playbook_id) references playbooks on delete set null;

alter table artifacts
  add column playbook_run_action_id uuid constraint artifacts_playbook_run_action_id_fkey references playbook_run_actions on delete cascade;
create index artifacts_playbook_run_action on artifacts (playbook_run_action_id) where playbook_run_action_id is not null;

comment on column artifacts.playbook_run_action_id is 'The step that left it.';
