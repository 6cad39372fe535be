-- Credentials of a spec are taken out of it and sealed beside it.

alter table incident_rules add column spec_secrets text;
call keep_row_rules('incident_rules');

comment on column incident_rules.spec is 'With *** in place of each credential. @type Json';
comment on column incident_rules.spec_secrets is 'The credentials of the spec. @secret @sealed';
