create or replace function config_line(name text, type text, description text, tags jsonb) returns text
language sql
stable
parallel safe
return concat_ws(e'\n', name, type, description, tags ->> 'namespace');
comment on function config_line(text, text, text, jsonb) is 'The names of a config item, one per line.';
