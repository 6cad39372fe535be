-- A document that changes gets a new moment, and an index on that had every one of the twenty indexes of config_items entered anew.
-- The moment that lists are sorted by stands beside the tally that they are sorted by; in config_items no index has it, so that
-- another document touches none, as long as there is room in the page.
alter table config_change_tallies add column updated_at timestamptz;
update config_change_tallies t set updated_at = c.updated_at from config_items c where c.id = t.config_id;
create index config_change_tallies_updated_at on config_change_tallies (updated_at desc);
comment on column config_change_tallies.updated_at is 'When the document last changed, as config_items has it.';

drop index config_items_updated_at;
alter table config_items set (fillfactor = 60);
alter table config_item_groups drop column updated_at;
