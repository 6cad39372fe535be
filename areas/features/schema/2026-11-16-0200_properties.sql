-- Settings of the whole system by name, feature flags among them.

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

comment on table properties is 'Settings of the whole system by name, feature flags among them. They win over the file and the environment. @exposed @resource feature_flags';
