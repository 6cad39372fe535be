create or replace function claimed_denied_ids(kind text, action text) returns uuid[]
language plpgsql
stable
parallel safe
as $$
begin
  return array(select jsonb_array_elements_text(claimed(kind, action) -> 'denied_ids')::uuid);
end;
$$;
comment on function claimed_denied_ids(text, text) is 'The ids of rows of a kind that are denied although others are allowed.';
