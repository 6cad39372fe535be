-- Runs as a statement trigger, because items are rarely renamed.
create or replace function line_config_items() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  renamed uuid[];
begin
  if tg_op = 'INSERT' then
    insert into config_lines (config_id, name, line)
    select id, name, config_line(name, type, description, tags)
    from   came
    order  by id;
  else
    -- The ids are passed as a list, because the list is usually empty, and a join would still read the whole table.
    select array_agg(n.id)
    into   renamed
    from   came n
    join   gone o on o.id = n.id
    where  row(n.name, n.type, n.description, n.tags ->> 'namespace')
           is distinct from row(o.name, o.type, o.description, o.tags ->> 'namespace');
    if renamed is not null then
      update config_lines l
      set    name = n.name, line = config_line(n.name, n.type, n.description, n.tags)
      from   came n
      where  l.config_id = any (renamed) and n.id = l.config_id;
    end if;
  end if;
  return null;
end;
$$;
comment on function line_config_items() is 'Updates the search copy of the names of config items.';

create or replace trigger lines_insert after insert on config_items referencing new table as came
for each statement execute function line_config_items();
create or replace trigger lines_update after update on config_items referencing old table as gone new table as came
for each statement execute function line_config_items();
