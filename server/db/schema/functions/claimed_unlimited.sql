create or replace function claimed_unlimited(kind text, action text) returns boolean
language sql
stable
parallel safe
as $$
  select claimed_all(kind, action) and coalesce(jsonb_array_length(claimed(kind, action) -> 'denied'), 0) = 0;
$$;
comment on function claimed_unlimited(text, text) is 'Whether all rows of a kind are open.';
