create or replace function compact_agent_tallies(most integer default 200) returns integer
language plpgsql
as $$
declare
  compacted integer := 0;
begin
  if (select count(*) from agent_tallies) > most then
    with summands as (
      delete from agent_tallies returning agent_id, what, rows
    )
    insert into agent_tallies (agent_id, what, rows)
    select agent_id, what, sum(rows)
    from   summands
    group  by agent_id, what
    having sum(rows) <> 0;
    get diagnostics compacted = row_count;
  end if;
  return compacted;
end;
$$;
comment on function compact_agent_tallies(integer) is 'Adds up the summands of agent_tallies if there are many; returns the number of remaining sums.';
