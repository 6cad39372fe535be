create or replace function has_claims() returns boolean
language plpgsql
stable
parallel safe
as $$
begin
  return coalesce(current_setting('quarterdeck.claims', true), '') <> '';
end;
$$;
comment on function has_claims() is 'Whether anybody has said for whom this is. No claims, no rows.';
