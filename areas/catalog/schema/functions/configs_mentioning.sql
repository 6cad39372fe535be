-- What the list of the catalog is searched by. A part of a name is looked for as it stands: words are known by their beginnings
-- only, and of a new item not before a job has read it. Both together are found first and put in order after that: whoever sorts
-- would else pass over all items in that order, and look for the words in each.
create or replace function configs_mentioning(search text) returns setof configs
language sql
stable
as $$
  select c.*
  from   configs c
  where  c.id in (
           select s.config_id
           from   config_search s
           where  s.words @@ words_query(search)
           union
           select l.config_id
           from   config_lines l
           where  trim(search) <> ''
           -- What stands for anything in a pattern stands for itself here.
           and    l.line ilike '%' || replace(replace(replace(trim(search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
         );
$$;
comment on function configs_mentioning(text) is 'Config items whose name, type, description or namespace has this text in it, and those that search_configs finds. @exposed @resource config_scrapers @feature config';
