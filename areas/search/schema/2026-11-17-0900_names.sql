-- Any part of a name is found by its trigrams; config items have theirs in the catalog.
create index checks_search on checks using gin (name gin_trgm_ops);
create index components_search on components using gin (name gin_trgm_ops, type gin_trgm_ops);
