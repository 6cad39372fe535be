create view connections_list with (security_invoker = true) as
select id, name, namespace, type,
       case
         when type in ('email', 'slack', 'discord', 'telegram', 'ntfy', 'pushbullet', 'pushover', 'teams', 'mattermost', 'rocketchat', 'matrix', 'opsgenie', 'pagerduty', 'googlechat', 'gotify', 'ifttt', 'join', 'bark', 'generic_webhook', 'zulip_chat', 'smtp')
         then 'notification'
       end as category,
       source, created_by, created_at, updated_at
from   connections
where  deleted_at is null;

comment on view connections_list is 'Connections to choose from, without what opens them. @exposed @resource connections @notnull id name namespace type created_at updated_at';
comment on column connections_list.category is 'notification when messages can be sent through it.';
comment on column connections_list.source is '@enum KubernetesCRD ConfigFile UI Topology Push CRDSync ApplicationCRD System';
