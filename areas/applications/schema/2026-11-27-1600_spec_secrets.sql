-- Credentials of a spec are taken out of it and sealed beside it.

alter table applications add column spec_secrets text;
call keep_row_rules('applications');

comment on column applications.spec is 'With *** in place of each credential. @type Json';
comment on column applications.spec_secrets is 'The credentials of the spec. @secret @sealed';
