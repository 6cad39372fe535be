-- The source and the type are indexed, and an index entry has a maximum size.
create or replace function cut_change_words() returns trigger
language plpgsql
as $$
begin
  new.source := left(new.source, 300);
  new.change_type := left(new.change_type, 300);
  return new;
end;
$$;
comment on function cut_change_words() is 'Shortens the source and the type of a change to 300 characters.';

create or replace trigger cut_words before insert or update of source, change_type on config_changes
for each row when (length(new.source) > 300 or length(new.change_type) > 300) execute function cut_change_words();
