-- Automation of incidents: the definition of done and the rules follow the resources that evidence and selectors refer to.

create table incident_dirt (
  id        bigint generated always as identity primary key,
  relation  text not null,
  target_id uuid not null
)
-- Every row is deleted soon.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

comment on table incident_dirt is 'Resources, evidence and incidents to evaluate again: one row per write, so that writers never wait for each other. The automation of incidents (areas/incidents/server/rules) deletes the rows. @watched';
comment on column incident_dirt.relation is 'The table of the row: checks, components, config_items, config_analysis, evidences or incidents.';

-- The automation looks for evidence that it evaluates, and for incidents that are not closed.
create index evidences_evaluated on evidences (hypothesis_id) where definition_of_done or script is not null;
create index incidents_unfinished on incidents (incident_rule_id) where status not in ('closed', 'cancelled');

-- Rules can be stored in files of MANIFESTS_DIR. A rule that returns to its file gets its row back.
alter table incident_rules add column namespace text;
call keep_row_rules('incident_rules', revivable => true);

comment on column incident_rules.namespace is 'The namespace of the manifest; null for a rule that is edited here.';
comment on column incident_rules.source is 'UI if it is edited here; otherwise the place where it is kept, such as file:<path>. @origin';

alter table incident_histories add column if not exists reason text;
comment on column incident_histories.reason is 'The reason of an automatic change, from the setting quarterdeck.reason of the transaction.';
