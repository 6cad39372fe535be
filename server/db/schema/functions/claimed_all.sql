create or replace function claimed_all(kind text, action text) returns boolean
language sql
stable
parallel safe
as $$
  select coalesce((claimed(kind, action) ->> 'all')::boolean, false);
$$;
comment on function claimed_all(text, text) is 'Whether all rows of a kind are open, but for those that are denied.';
