-- Credentials of a spec are taken out of it and sealed beside it.

alter table teams add column spec_secrets text;
call keep_row_rules('teams');

comment on column teams.spec is 'Which components the team answers for and how it is reached; *** in place of each credential. @type TeamSpec';
comment on column teams.spec_secrets is 'The credentials of the spec. @secret @sealed';
