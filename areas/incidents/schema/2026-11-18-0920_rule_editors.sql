-- A rule acts with the rights of the person who wrote its spec.

alter table incident_rules add column edited_by uuid references people;
create index incident_rules_edited_by on incident_rules (edited_by) where edited_by is not null;
call keep_row_rules('incident_rules', revivable => true);

comment on column incident_rules.edited_by is 'The person who last changed the spec, or else created_by: the rule finds only resources that this person may read.';
