-- Parts of names could be found by an index only by who sees everything: PostgreSQL asks whoever is limited about each row before it
-- compares texts with it, and read all of them. What is looked for in lists and while somebody types stands in a table of its
-- own, which has no policy; the items that are found by it have one.
create table config_lines (
  config_id uuid primary key references config_items on delete cascade,
  name      text not null,
  line      text not null
);
comment on table config_lines is 'What each config item is called. Kept by line_config_items. @lookup';
comment on column config_lines.line is 'Its name, type, description and namespace, a line each.';

insert into config_lines (config_id, name, line)
select id, name, concat_ws(e'\n', name, type, description, tags ->> 'namespace')
from   config_items
order  by id;

create index config_lines_parts on config_lines using gin (name gin_trgm_ops, line gin_trgm_ops);
create index config_lines_beginning on config_lines (lower(name) text_pattern_ops);
drop index config_items_beginning;
