-- Post-mortems of incidents. The server writes the first draft; people edit and publish it.

create table incident_postmortems (
  incident_id  uuid primary key references incidents on delete cascade,
  markdown     text not null,
  published_at timestamptz,
  published_by uuid references people,
  created_by   uuid not null references people,
  updated_by   uuid not null references people,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index incident_postmortems_published_by on incident_postmortems (published_by);
create index incident_postmortems_created_by on incident_postmortems (created_by);
create index incident_postmortems_updated_by on incident_postmortems (updated_by);
call keep_row_rules('incident_postmortems');

comment on table incident_postmortems is 'Post-mortems that people have saved. /api/incidents/{id}/postmortem reads and writes them.';
comment on column incident_postmortems.published_at is 'Null for a draft.';
