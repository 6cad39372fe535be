-- What the caller's claims say about rows of a kind; null when there are none. A setting that was undone reads as empty.
create or replace function claimed(kind text, action text) returns jsonb
language sql
stable
parallel safe
as $$
  select nullif(current_setting('quarterdeck.claims', true), '')::jsonb #> array['rows', kind, action];
$$;
comment on function claimed(text, text) is 'What the claims of this transaction or session say about rows of a kind.';
