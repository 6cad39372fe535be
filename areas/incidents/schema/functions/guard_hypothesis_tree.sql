-- Row trigger on hypotheses: the parent belongs to the same incident, nothing is below a solution, a root has no
-- parent, and there are no cycles. Security definer, because the rules must also consider rows that the writer cannot
-- see.
create or replace function guard_hypothesis_tree() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  parent hypotheses;
begin
  -- Changes to one tree are serialized, because two concurrent moves could form a cycle.
  perform from incidents where id = new.incident_id for no key update;
  if new.type = 'solution' and exists (select from hypotheses where parent_id = new.id) then
    raise exception 'type: a hypothesis with others below it cannot be a solution' using errcode = 'check_violation';
  end if;
  if new.parent_id is null then return new; end if;
  if new.type = 'root' then
    raise exception 'parent_id: a root hypothesis has no parent' using errcode = 'check_violation';
  end if;
  select * into parent from hypotheses where id = new.parent_id;
  if parent.incident_id <> new.incident_id then
    raise exception 'parent_id: the parent belongs to another incident' using errcode = 'check_violation';
  end if;
  if parent.type = 'solution' then
    raise exception 'parent_id: a solution has no hypotheses below it' using errcode = 'check_violation';
  end if;
  if exists (
    with recursive ancestors (id) as (
      select new.parent_id
      union
      select h.parent_id from ancestors a join hypotheses h on h.id = a.id where h.parent_id is not null
    )
    select from ancestors where id = new.id
  ) then
    raise exception 'parent_id: a hypothesis cannot be below itself' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function guard_hypothesis_tree() is 'Enforces the rules of the tree of hypotheses.';

create or replace trigger tree_new before insert on hypotheses for each row execute function guard_hypothesis_tree();
create or replace trigger tree before update on hypotheses
for each row when (row(old.parent_id, old.type, old.incident_id) is distinct from row(new.parent_id, new.type, new.incident_id))
execute function guard_hypothesis_tree();
