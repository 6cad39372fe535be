-- Any part of a name is found by its trigrams; config items have theirs in the catalog. Two letters are no trigram, so the
-- beginnings of names, which are asked for while somebody types, have an index of their own where there are most.
create index checks_search on checks using gin (name gin_trgm_ops);
create index components_search on components using gin (name gin_trgm_ops, type gin_trgm_ops);
create index config_items_beginning on config_items (lower(name) text_pattern_ops);
