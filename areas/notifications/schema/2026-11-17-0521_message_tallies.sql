-- Numbers of messages per resource and status. Adding up a million messages takes too long for the list of resources.

create table notification_tallies (
  resource_kind  text not null,
  resource_id    uuid not null,
  status         text not null,
  messages       integer not null,
  first_observed timestamptz,
  last_seen      timestamptz,
  is_sum         boolean not null default false
);
create index notification_tallies_resource on notification_tallies (resource_id, status);
create index notification_tallies_shown on notification_tallies (resource_id) include (resource_kind, messages, last_seen) where status = 'shown';
create index notification_tallies_new on notification_tallies (resource_id, status) where not is_sum;

comment on table notification_tallies is 'Numbers of messages of each resource and status, to be added up. Maintained by triggers and compact_message_tallies. @lookup';
comment on column notification_tallies.resource_kind is 'config, component, check or canary: the first word of the event.';
comment on column notification_tallies.status is 'A status of messages, or shown for the messages that lists show by default: neither skipped nor silenced, and about a resource that exists.';
comment on column notification_tallies.messages is 'A summand: the counts of new messages, negative if messages left the status.';
comment on column notification_tallies.first_observed is 'The earliest of the new messages; null if messages only left.';
comment on column notification_tallies.last_seen is 'The latest of the new messages; null if messages only left.';
comment on column notification_tallies.is_sum is 'Whether compact_message_tallies added it up.';

-- The list leaves out deleted resources, which are few.
create index canaries_deleted on canaries (id) where deleted_at is not null;
create index components_deleted on components (id) where deleted_at is not null;

insert into notification_tallies (resource_kind, resource_id, status, messages, first_observed, last_seen)
select split_part(h.source_event, '.', 1), h.resource_id, s.status, sum(h.count), min(h.first_observed), max(h.created_at)
from   notification_send_history h
cross  join lateral (
         select coalesce(h.status, 'pending') as status
         union all
         select 'shown' where h.status is distinct from 'skipped' and h.status is distinct from 'silenced' and h.resource_name is not null
       ) s
group  by 1, 2, 3;
