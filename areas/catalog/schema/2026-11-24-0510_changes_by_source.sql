-- Changes are filtered by where they came from, too: with the source in the index, their rows are read for the page only.
drop index config_changes_created_at;
update config_changes set source = left(source, 300), change_type = left(change_type, 300)
where  length(source) > 300 or length(change_type) > 300;
create index config_changes_created_at on config_changes (created_at desc) include (id, config_id, change_type, severity, source);
-- What old changes leave behind keeps the index from being trusted alone, long before a fifth of all are gone.
alter table config_changes set (autovacuum_vacuum_scale_factor = 0.01);
