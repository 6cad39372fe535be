-- The results of views, and the author whose connections they use.

alter table views add column updated_by uuid references people on delete set null;
-- No reader needs to be notified of this column.
alter table views disable trigger user;
update views set updated_by = created_by;
alter table views enable trigger user;
create index views_updated_by on views (updated_by);
comment on column views.updated_by is 'The author: the person who last changed its queries, variables, SQL or columns. Its queries use connections with the rights of this person.';

create table view_results (
  view_id      uuid not null references views on delete cascade,
  fingerprint  text not null,
  rights       text not null,
  version      text not null,
  attempted_at timestamptz,
  refreshed_at timestamptz,
  is_complete  boolean not null default false,
  errors       jsonb not null default '[]',
  head         text,
  rows         bytea,
  lease        uuid,
  leased_until timestamptz,
  primary key (view_id, fingerprint, rights)
);
-- The rows are already compressed.
alter table view_results alter column rows set storage external;

comment on table view_results is 'The last result of each view, for each set of variables and rights.';
comment on column view_results.fingerprint is 'Fingerprint of the values of the variables.';
comment on column view_results.rights is 'The rights of the readers who share the result; all for readers who see everything.';
comment on column view_results.version is 'Fingerprint of the spec. A result of another version is not shown.';
comment on column view_results.attempted_at is 'End of the last refresh, even if it failed.';
comment on column view_results.refreshed_at is 'Time of the stored data.';
comment on column view_results.is_complete is 'Whether all parts of the stored data could be read.';
comment on column view_results.errors is 'The errors of the last refresh. @type Json';
comment on column view_results.head is 'The response as JSON, without its rows.';
comment on column view_results.rows is 'The rows as JSON, compressed with gzip.';
comment on column view_results.lease is 'The process that refreshes it.';
