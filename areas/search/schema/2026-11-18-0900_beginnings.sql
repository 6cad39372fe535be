-- Whoever types is shown first what begins so: read in the order of this index, and no more rows than are shown.
create index checks_beginning on checks (lower(name) text_pattern_ops);
create index components_beginning on components (lower(name) text_pattern_ops);
