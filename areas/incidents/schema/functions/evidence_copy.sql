-- The copy of the linked resource in evidence, for a reader of these kinds of resources. Row policies decide about
-- single resources; a reader who is limited to certain rows does not see the copy of a deleted resource.
create or replace function evidence_copy(document jsonb, is_linked boolean, readable_kinds text[]) returns jsonb
language sql
stable
as $$
  select document -> 'then'
  where  document -> 'then' ->> 'kind' = any (readable_kinds) and (is_linked or not (select has_claims()))
$$;
comment on function evidence_copy(jsonb, boolean, text[]) is 'The copy of the resource that evidence refers to; null if the reader may not see it.';
