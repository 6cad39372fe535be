-- Row trigger on evidences: `evidence.then` is the linked resource as it was when the evidence was added. Later writes
-- cannot change it. Security definer, because row policies of the resource already decide whether the row can be added.
create or replace function freeze_evidence() returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  seen jsonb;
begin
  if tg_op = 'INSERT' then
    seen := evidence_resource(new.type, new.check_id, new.config_id, new.config_change_id, new.config_analysis_id, new.component_id)
            || jsonb_build_object('at', now());
  else
    seen := old.evidence -> 'then';
  end if;
  if seen is not null and (new.evidence is null or jsonb_typeof(new.evidence) = 'object') then
    new.evidence := coalesce(new.evidence, '{}') || jsonb_build_object('then', seen);
  elsif jsonb_typeof(new.evidence) = 'object' then
    new.evidence := new.evidence - 'then';
  end if;
  return new;
end;
$$;
comment on function freeze_evidence() is 'Keeps a copy of the resource that evidence refers to.';

create or replace trigger frozen_new before insert on evidences for each row execute function freeze_evidence();
create or replace trigger frozen before update of evidence on evidences
for each row when (new.redacted_at is not distinct from old.redacted_at) execute function freeze_evidence();
