-- Credentials of a spec are taken out of it and sealed beside it.

alter table playbooks add column spec_secrets text;
call keep_row_rules('playbooks');

comment on column playbooks.spec is 'With *** in place of each credential. @type PlaybookSpec';
comment on column playbooks.spec_secrets is 'The credentials of the spec. @secret @sealed';
