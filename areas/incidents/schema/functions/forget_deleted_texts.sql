-- Row trigger that runs before comments and evidence are deleted. It also deletes their former texts from the history,
-- because these could no longer be redacted. Security definer, because only the server writes the history.
create or replace function forget_deleted_texts() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_table_name = 'comments' then
    update incident_histories set description = null where comment_id = old.id and description is not null;
  else
    update incident_histories set description = null where evidence_id = old.id and description is not null;
  end if;
  return old;
end;
$$;
comment on function forget_deleted_texts() is 'Deletes the former texts of a deleted comment or evidence.';

create or replace trigger forget_texts before delete on comments for each row execute function forget_deleted_texts();
create or replace trigger forget_texts before delete on evidences for each row execute function forget_deleted_texts();
