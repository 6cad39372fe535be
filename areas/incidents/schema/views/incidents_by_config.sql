create view incidents_by_config with (security_invoker = true) as
select distinct i.title, i.id, i.incident_id, i.created_at, i.type, i.status, i.severity, e.config_id
from   evidences e
join   hypotheses h on h.id = e.hypothesis_id
join   incidents i on i.id = h.incident_id
where  e.config_id is not null;

comment on view incidents_by_config is 'Incidents by the config item that their evidence refers to. @exposed @resource incident @feature incidents @notnull title id incident_id created_at type status severity config_id';
comment on column incidents_by_config.type is '@enum availability cost performance security integration compliance technicalDebt reliability';
comment on column incidents_by_config.status is '@enum new open investigating mitigated resolved closed cancelled';
comment on column incidents_by_config.severity is '@enum info warning low medium high blocker critical';
