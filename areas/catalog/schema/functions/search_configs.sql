create or replace function search_configs(search text) returns setof configs
language sql
stable
as $$
  select c.*
  from   configs c
  where  c.id in (select s.config_id from config_search s where s.words @@ words_query(search));
$$;
comment on function search_configs(text) is 'Config items whose names, labels, tags or documents have all of these words, or longer words that begin with them. @exposed @resource config_scrapers @feature config';
