-- What the caller's claims say about rows of a kind; null when there are none. A setting that was undone reads as empty. Here
-- and in its siblings plpgsql, because policies would otherwise be planned with the bodies of all of them inside.
create or replace function claimed(kind text, action text) returns jsonb
language plpgsql
stable
parallel safe
as $$
begin
  return nullif(current_setting('quarterdeck.claims', true), '')::jsonb #> array['rows', kind, action];
end;
$$;
comment on function claimed(text, text) is 'What the claims of this transaction or session say about rows of a kind.';
