create or replace function claimed_documents(kind text, action text, part text) returns jsonb[]
language plpgsql
stable
parallel safe
as $$
begin
  return array(select jsonb_array_elements(claimed(kind, action) -> part));
end;
$$;
comment on function claimed_documents(text, text, text) is 'Parts of documents of rows: tags and documents are open, denied are not.';
