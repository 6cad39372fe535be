create or replace function claimed_ids(kind text, action text) returns uuid[]
language plpgsql
stable
parallel safe
as $$
begin
  return array(select jsonb_array_elements_text(claimed(kind, action) -> 'ids')::uuid);
end;
$$;
comment on function claimed_ids(text, text) is 'The ids of allowed rows of a kind.';
