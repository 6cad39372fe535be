create or replace function claimed_documents(kind text, action text, part text) returns jsonb[]
language plpgsql
stable
parallel safe
as $$
begin
  return array(select jsonb_array_elements(claimed(kind, action) -> part));
end;
$$;
comment on function claimed_documents(text, text, text) is 'Partial documents of rows: tags and documents are allowed, denied are not.';
