create or replace function has_claims() returns boolean
language plpgsql
stable
parallel safe
as $$
begin
  return coalesce(current_setting('quarterdeck.claims', true), '') <> '';
end;
$$;
comment on function has_claims() is 'Whether the claims of an actor are set. Without claims no rows are visible.';
