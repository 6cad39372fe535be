-- Credentials of a spec are taken out of it and sealed beside it.

alter table logging_backends add column spec_secrets text;
call keep_row_rules('logging_backends');

comment on column logging_backends.spec is 'With *** in place of each credential. @type Json';
comment on column logging_backends.spec_secrets is 'The credentials of the spec. @secret @sealed';
