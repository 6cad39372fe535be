-- Casts keys stored as text to uuid, so that comparisons can use the index.
create or replace function as_uuid(key text) returns uuid
language sql
immutable
parallel safe
return case when key ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then key::uuid end;
comment on function as_uuid(text) is 'The text as a uuid; null when it is not a valid uuid.';
