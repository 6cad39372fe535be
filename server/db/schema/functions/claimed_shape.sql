create or replace function claimed_shape(kind text, action text) returns text
language plpgsql
stable
parallel safe
as $$
begin
  return coalesce(claimed(kind, action) ->> 'shape', 'none');
end;
$$;
comment on function claimed_shape(text, text) is 'How rows of a kind are decided: all, ids, tags, all_but_ids, alike, mixed or none.';
