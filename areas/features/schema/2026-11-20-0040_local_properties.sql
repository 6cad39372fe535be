-- What the operator states beside the table of properties, in a file or the environment: kept here at every start, so that
-- the server, the jobs and SQL all see the same.

create table local_properties (
  name   text primary key,
  value  text not null,
  origin text not null check (origin in ('file', 'environment'))
);

comment on table local_properties is 'Properties that a file or the environment states, as the last start of a server read them. @watched';
comment on column local_properties.origin is 'Where it is edited. @enum file environment';
