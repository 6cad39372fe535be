-- What is written meanwhile is noted down once more.
create or replace function index_config_items(most integer) returns integer
language sql
begin atomic
  with taken as (
    delete from config_search_waiting w
    where  w.ctid = any (array(select t.ctid from config_search_waiting t limit most for update skip locked))
    returning w.config_id
  ),
  written as (
    insert into config_search as s (config_id, words)
    select c.id, words_of_config(c)
    from   config_items c
    where  c.id in (select config_id from taken)
    order  by c.id
    on conflict (config_id) do update set words = excluded.words where s.words is distinct from excluded.words
  )
  select count(*) from taken;
end;
comment on function index_config_items(integer) is 'Reads the words of so many config items anew; answers how many notes that took away.';
