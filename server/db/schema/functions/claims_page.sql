create or replace function claims_page() returns boolean
language plpgsql
stable
parallel safe
as $$
begin
  return coalesce((nullif(current_setting('quarterdeck.claims', true), '')::jsonb ->> 'page')::boolean, false);
end;
$$;
comment on function claims_page() is 'Whether a page of rows is asked for, and not all that fit.';
