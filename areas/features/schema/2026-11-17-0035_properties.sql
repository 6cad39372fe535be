-- Settings of the whole system by name, including feature flags.

create table properties (
  name       text primary key check (name <> ''),
  value      text not null,
  created_by uuid references people on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index properties_created_by on properties (created_by);
call keep_row_rules('properties', revivable => true);

comment on table properties is 'Settings of the whole system by name, including feature flags. They override the file and the environment. @exposed @resource feature_flags';

-- Every start writes these, so that the server, the jobs and SQL use the same values.
create table local_properties (
  name   text primary key,
  value  text not null,
  origin text not null check (origin in ('file', 'environment'))
);

comment on table local_properties is 'Properties from a file or the environment, as the last start of a server read them. @watched';
comment on column local_properties.origin is 'The place where it is edited. @enum file environment';
