-- Credentials of a spec are taken out of it and sealed beside it.

alter table topologies add column spec_secrets text;
call keep_row_rules('topologies');

comment on column topologies.spec is 'With *** in place of each credential. @type Json';
comment on column topologies.spec_secrets is 'The credentials of the spec. @secret @sealed';
