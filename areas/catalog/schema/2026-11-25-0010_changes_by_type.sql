-- Who looks at the changes of one type of items had the items found first, and then the changes of tens of thousands of them. A
-- change carries the type of its item, as it carries its tags, and is counted by it: its page is read off an index in the order of
-- time, and how many there are off the counts.
alter table config_changes add column config_type text;

-- Written anew as a whole: an update would leave every row twice, and enter each into all indexes.
create function type_of_config(config_id uuid) returns text
language sql
stable
return (select type from config_items c where c.id = type_of_config.config_id);
alter table config_changes alter column config_type type text using type_of_config(config_id);
drop function type_of_config(uuid);

comment on column config_changes.config_type is 'Type of the config item, kept by carry_config_item and follow_config_items.';
comment on column config_changes.config_tags is 'Tags of the config item, kept by carry_config_item and follow_config_items; for row policies. @copies config_id tags @secret';
create index config_changes_config_type on config_changes (config_type, created_at desc) include (id, config_id, change_type, severity, source);

-- Their successors carry both.
drop trigger if exists carry_tags on config_changes;
drop function if exists carry_config_tags();
drop trigger if exists tags_held on config_items;

delete from config_change_notes;
delete from config_change_counts;
alter table config_change_notes add column config_type text not null;
alter table config_change_counts
  add column config_type text not null,
  drop constraint config_change_counts_pkey,
  add primary key (period, config_type, change_type, severity);
insert into config_change_counts (period, config_type, change_type, severity, changes)
select date_bin('6 hours', created_at, '1970-01-01 00:00:00+00'), config_type, change_type, coalesce(severity, 'none'), count(*)
from   config_changes
group  by 1, 2, 3, 4;
