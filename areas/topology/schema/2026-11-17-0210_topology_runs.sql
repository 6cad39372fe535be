-- The schedule of topologies, and the state of their components after the last build.

create table topology_turns (
  topology_id uuid primary key references topologies on delete cascade,
  schedule    text not null,
  due_at      timestamptz not null,
  spec_hash   text not null,
  is_changed  boolean not null default true
);
create index topology_turns_due on topology_turns (due_at);

comment on table topology_turns is 'The next run of each topology of this system. Paused and deleted topologies have no row.';
comment on column topology_turns.schedule is 'The schedule in the spec; empty for the default.';
comment on column topology_turns.spec_hash is 'Hash of the spec; a different spec is due at once.';
comment on column topology_turns.is_changed is 'Whether the topology was changed after its last run was sent; a run in progress does not replace the new one.';

alter table components add column build_hash uuid;
comment on column components.build_hash is 'Hash of everything that the last build wrote; a build skips components with an equal hash. @secret';

-- A build loads the components of its topology, including deleted ones, which may come back.
create index components_topology on components (topology_id) where topology_id is not null;
-- The links keeper loads the components that select others.
create index components_selecting on components (id)
  where deleted_at is null and (selectors is not null or configs is not null or component_checks is not null);

-- A topology that is in a file again, or is pushed again, keeps its row.
call keep_row_rules('topologies', revivable => true);
