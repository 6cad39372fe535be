-- Clients use two spellings of this type. Only one spelling is stored, so that filters and totals include all rows.
create or replace function name_incident_type() returns trigger
language plpgsql
as $$
begin
  new.type := 'technicalDebt';
  return new;
end;
$$;
comment on function name_incident_type() is 'Stores technical_debt as technicalDebt.';

create or replace trigger plain_type before insert or update of type on incidents
for each row when (new.type = 'technical_debt') execute function name_incident_type();
