-- Statement trigger on the tables whose rows are counted by agent.
create or replace function tally_agent_rows() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into agent_tallies (agent_id, what, rows)
    select agent_id, tg_table_name, count(*) from came group by agent_id;
  elsif tg_op = 'DELETE' then
    insert into agent_tallies (agent_id, what, rows)
    select g.agent_id, tg_table_name, -count(*) from gone g where exists (select from agents a where a.id = g.agent_id) group by g.agent_id;
  else
    insert into agent_tallies (agent_id, what, rows)
    select w.agent_id, tg_table_name, sum(w.times)
    from   (
             select c.id, c.agent_id, 1 as times from came c
             union all
             select g.id, g.agent_id, -1 from gone g
           ) w
    group  by w.agent_id
    having sum(w.times) <> 0;
  end if;
  return null;
end;
$$;
comment on function tally_agent_rows() is 'Counts the rows of each agent.';

create or replace trigger agent_tally_insert after insert on config_items referencing new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_update after update on config_items referencing old table as gone new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_delete after delete on config_items referencing old table as gone
for each statement execute function tally_agent_rows();

create or replace trigger agent_tally_insert after insert on config_scrapers referencing new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_update after update on config_scrapers referencing old table as gone new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_delete after delete on config_scrapers referencing old table as gone
for each statement execute function tally_agent_rows();

create or replace trigger agent_tally_insert after insert on checks referencing new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_update after update on checks referencing old table as gone new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_delete after delete on checks referencing old table as gone
for each statement execute function tally_agent_rows();

create or replace trigger agent_tally_insert after insert on playbook_runs referencing new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_update after update on playbook_runs referencing old table as gone new table as came
for each statement execute function tally_agent_rows();
create or replace trigger agent_tally_delete after delete on playbook_runs referencing old table as gone
for each statement execute function tally_agent_rows();
