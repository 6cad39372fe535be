-- Credentials of a spec are taken out of it and sealed beside it.

alter table views add column spec_secrets text;
call keep_row_rules('views', '{name,namespace,spec,spec_secrets,labels}');

comment on column views.spec is 'Queries, panels, and how the page is shown; *** in place of each credential. @type ViewSpec';
comment on column views.spec_secrets is 'The credentials of the spec. @secret @sealed';
