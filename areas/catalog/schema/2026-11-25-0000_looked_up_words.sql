-- A policy on the words kept their index from being used: PostgreSQL asks whoever is limited about each row before it compares
-- words, and read all of them. Nobody is shown words, only the items that have them, and those have a policy of their own.
comment on table config_search is 'The words of each config item, a few seconds behind it. Kept by index_config_items. @lookup';
alter table config_search disable row level security;
drop policy if exists plain on config_search;
drop policy if exists paged_read on config_search;
drop policy if exists scoped_read on config_search;
drop policy if exists scoped_create on config_search;
drop policy if exists scoped_update on config_search;
drop policy if exists scoped_delete on config_search;
