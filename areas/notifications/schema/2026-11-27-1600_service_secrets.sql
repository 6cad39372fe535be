-- Credentials of services are taken out of them and sealed beside them.

alter table notifications add column properties_secrets text;
alter table notifications add column custom_services_secrets text;
alter table notifications add column fallback_custom_services_secrets text;
call keep_row_rules('notifications', '{name,namespace,title,events,filter,template,properties,properties_secrets,person_id,team_id,playbook_id,custom_services,custom_services_secrets,fallback_person_id,fallback_team_id,fallback_playbook_id,fallback_custom_services,fallback_custom_services_secrets,fallback_delay,repeat_interval,wait_for,wait_for_eval_period,group_by,group_by_interval,inhibitions,watchdog_schedule}');

comment on column notifications.properties_secrets is 'The credentials of the properties. @secret @sealed';
comment on column notifications.custom_services_secrets is 'The credentials of the services. @secret @sealed';
comment on column notifications.fallback_custom_services_secrets is 'The credentials of the services. @secret @sealed';
