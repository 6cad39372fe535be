-- Runs as a statement trigger. A changed document has a new timestamp, which is faster to compare than the document.
create or replace function note_config_words() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into config_search_waiting (config_id) select id from came;
  else
    insert into config_search_waiting (config_id)
    select n.id
    from   came n
    join   gone o on o.id = n.id
    where  row(n.updated_at, n.name, n.type, n.description, n.labels, n.tags, n.external_id)
           is distinct from row(o.updated_at, o.name, o.type, o.description, o.labels, o.tags, o.external_id);
  end if;
  return null;
end;
$$;
comment on function note_config_words() is 'Records the config items whose words have to be read again.';

create or replace trigger words_insert after insert on config_items referencing new table as came
for each statement execute function note_config_words();
create or replace trigger words_update after update on config_items referencing old table as gone new table as came
for each statement execute function note_config_words();
