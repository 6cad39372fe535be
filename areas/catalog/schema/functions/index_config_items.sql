-- Items that are written in the meantime are recorded again. The ids are passed as a list, because PostgreSQL cannot
-- estimate their number and would otherwise read all items.
create or replace function index_config_items(most integer) returns integer
language plpgsql
as $$
declare
  noted integer;
  items uuid[];
begin
  with taken as (
    delete from config_search_waiting w
    where  w.ctid = any (array(select t.ctid from config_search_waiting t limit most for update skip locked))
    returning w.config_id
  )
  select count(*), array_agg(distinct config_id) into noted, items from taken;
  insert into config_search as s (config_id, words)
  select c.id, words_of_config(c)
  from   config_items c
  where  c.id = any (items)
  order  by c.id
  on conflict (config_id) do update set words = excluded.words where s.words is distinct from excluded.words;
  return noted;
end;
$$;
comment on function index_config_items(integer) is 'Reads the words of up to this many config items again; returns the number of processed notes.';
