create view connections_list with (security_invoker = true) as
select id, name, namespace, type,
       case
         -- The types that only send messages (server/rows/known-types.ts; a test compares the two).
         when type in (
           'alertmanager', 'bark', 'discord', 'email', 'generic_webhook', 'google_chat', 'googlechat', 'gotify', 'ifttt', 'join', 'matrix',
           'mattermost', 'ntfy', 'opsgenie', 'pagerduty', 'pushbullet', 'pushover', 'rocketchat', 'slack', 'slackwebhook',
           'smtp', 'teams', 'telegram', 'webhook', 'zulip_chat'
         )
         then 'notification'
       end as category,
       source, created_by, created_at, updated_at
from   connections
where  deleted_at is null;

comment on view connections_list is 'Connections to choose from, without their credentials. @exposed @resource connections @notnull id name namespace type created_at updated_at';
comment on column connections_list.category is 'notification if the connection only sends messages.';
