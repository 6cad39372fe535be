-- The list of changes is counted and filtered by what its index has beside the moment: the rows, with their diffs and details,
-- are read for the page only.
drop index config_changes_created_at;
create index config_changes_created_at on config_changes (created_at desc) include (id, config_id, change_type, severity);
-- What was only just written is not known to be seen by everybody, and has to be looked up until a vacuum says so.
alter table config_changes set (autovacuum_vacuum_insert_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0.005);

-- Which items are deleted is asked by id.
drop index config_items_deleted;
create index config_items_deleted on config_items (deleted_at) include (id) where deleted_at is not null;

-- Sums of these are bigint, which is quicker to add up than numeric.
alter table config_groups
  alter column last_3d type integer,
  alter column last_7d type integer,
  alter column last_30d type integer;
