-- Indexes for the search by name; config items have theirs in the catalog. Any part of a name is found by its trigrams.
-- While a person types, names that begin with the text come first: these indexes have them in order, so that only the
-- shown rows are read.

create index checks_search on checks using gin (name gin_trgm_ops);
create index checks_beginning on checks (lower(name) text_pattern_ops);
create index components_search on components using gin (name gin_trgm_ops, type gin_trgm_ops);
create index components_beginning on components (lower(name) text_pattern_ops);
