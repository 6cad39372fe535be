create or replace function claimed_documents(kind text, action text, part text) returns jsonb[]
language sql
stable
parallel safe
as $$
  select array(select jsonb_array_elements(claimed(kind, action) -> part));
$$;
comment on function claimed_documents(text, text, text) is 'Parts of documents of rows: tags and documents are open, denied are not.';
