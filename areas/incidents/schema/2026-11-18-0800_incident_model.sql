-- Incidents at work: one spelling of each type, responders that act, redacted texts, reasons in the history.

update incidents set type = 'technicalDebt' where type = 'technical_debt';
alter table incidents drop constraint incidents_type_check;
alter table incidents add constraint incidents_type_check
  check (type in ('availability', 'cost', 'performance', 'security', 'integration', 'compliance', 'technicalDebt', 'reliability'));
comment on column incidents.type is 'Clients may also send technical_debt, which is stored as technicalDebt. @enum availability cost performance security integration compliance technicalDebt reliability';

alter table responders drop constraint responders_type_check;
alter table responders add constraint responders_type_check
  check (type in ('email', 'jira', 'service_now', 'ca', 'aws_support', 'aws_ams_services_request', 'redhat', 'oracle', 'ms_planner', 'vmware', 'person', 'team', 'webhook'));
-- Existing rows get their values as defaults, which writes no rows.
alter table responders
  add column status text not null default 'recorded' check (status in ('pending', 'delivered', 'failed', 'recorded')),
  add column status_reason text default 'It was added before Quarterdeck contacted responders.';
alter table responders alter column status set default 'pending', alter column status_reason drop default;
create index responders_external on responders (type, incident_id) where external_id is not null and deleted_at is null;
call keep_row_rules('responders');

comment on column responders.type is '@enum email jira service_now ca aws_support aws_ams_services_request redhat oracle ms_planner vmware person team webhook';
comment on column responders.status is 'Whether the responder was contacted; recorded if Quarterdeck does not contact responders of this type. @enum pending delivered failed recorded';
comment on column responders.status_reason is 'The recipient, or the reason why the responder was not contacted.';

alter table comments
  add column redacted_at timestamptz,
  add column redacted_by uuid references people,
  add column redaction_reason text;
create index comments_redacted_by on comments (redacted_by) where redacted_by is not null;
create index comments_external on comments (responder_id, external_id) where external_id is not null;
call keep_row_rules('comments');

comment on column comments.external_id is 'The id in the other system, for a comment that was written there.';
comment on column comments.redacted_at is 'Time when an administrator removed the text.';

alter table evidences
  add column redacted_at timestamptz,
  add column redacted_by uuid references people,
  add column redaction_reason text;
create index evidences_redacted_by on evidences (redacted_by) where redacted_by is not null;
call keep_row_rules('evidences');

comment on column evidences.evidence is 'The observation, such as log lines. `then` is the linked resource as it was when the evidence was added. @type Json';
comment on column evidences.redacted_at is 'Time when an administrator removed the content.';

alter table incident_histories add column reason text;
comment on column incident_histories.description is 'The new status, or the former text or value.';
comment on column incident_histories.reason is 'The reason of an automatic change, from the setting quarterdeck.reason of the transaction.';
