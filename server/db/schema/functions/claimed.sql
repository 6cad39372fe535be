-- Returns the claims about rows of a kind, or null if there are no claims. A reset setting reads as an empty string.
-- This function and its siblings are plpgsql, because SQL functions would be inlined into every policy and slow down
-- planning.
create or replace function claimed(kind text, action text) returns jsonb
language plpgsql
stable
parallel safe
as $$
begin
  return nullif(current_setting('quarterdeck.claims', true), '')::jsonb #> array['rows', kind, action];
end;
$$;
comment on function claimed(text, text) is 'The claims of this transaction or session about rows of a kind.';
