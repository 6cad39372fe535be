create or replace function has_claims() returns boolean
language sql
stable
parallel safe
as $$
  select coalesce(current_setting('quarterdeck.claims', true), '') <> '';
$$;
comment on function has_claims() is 'Whether anybody has said for whom this is. No claims, no rows.';
