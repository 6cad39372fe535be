-- The summary of the catalog counts items by what they have in common. Counted from the items themselves, documents and all, that
-- took longer than anybody waits. Here items that the summary need not tell apart are a group, whose totals are kept; whoever
-- writes only notes down which groups that concerns. Those are counted anew when somebody asks, and soon after by a job.

create table config_groups (
  id              uuid primary key,
  agent_id        uuid not null,
  type            text not null,
  config_class    text not null,
  status          text,
  health          text,
  tags            jsonb,
  is_deleted      boolean not null,
  items           integer not null default 0,
  last_3d         bigint not null default 0,
  last_7d         bigint not null default 0,
  last_30d        bigint not null default 0,
  created_at      timestamptz,
  updated_at      timestamptz,
  cost_per_minute double precision,
  cost_total_1d   double precision,
  cost_total_7d   double precision,
  cost_total_30d  double precision,
  insights        jsonb not null default '{}'
)
with (fillfactor = 70);
comment on table config_groups is 'Config items by what the summary of the catalog tells apart, with totals that hold unless the group is in config_group_dirt.';
comment on column config_groups.id is 'Made of what the items have in common (config_group_id): whoever writes items need not look for it.';
comment on column config_groups.tags is '@type Labels';
comment on column config_groups.items is 'How many there are; a group that nobody is in stays until sweep_config_groups.';
comment on column config_groups.last_3d is 'Changes in the last three days, as the tallies of the items have them.';
comment on column config_groups.created_at is 'The newest of its items'', and so is updated_at.';
comment on column config_groups.insights is 'Open insights by type. @type Counts';

create table config_group_dirt (group_id uuid not null);
comment on table config_group_dirt is 'Groups whose totals do not hold any more, as often as somebody wrote. Nobody waits for anybody here; refresh_config_groups takes them away.';

create table config_item_groups (
  config_id       uuid primary key references config_items on delete cascade,
  group_id        uuid not null,
  created_at      timestamptz not null,
  updated_at      timestamptz,
  cost_per_minute double precision,
  cost_total_1d   double precision,
  cost_total_7d   double precision,
  cost_total_30d  double precision
)
with (fillfactor = 85);
comment on table config_item_groups is 'Which group each config item is of, and what the group adds up of it. Apart from the tallies of changes: who writes a change and who writes its item do not wait for one another. Kept by trigger.';

insert into config_groups (id, agent_id, type, config_class, status, health, tags, is_deleted)
select distinct on (1)
       md5(jsonb_build_array(agent_id, type, config_class, status, health, tags, deleted_at is not null)::text)::uuid,
       agent_id, type, config_class, status, health, tags, deleted_at is not null
from   config_items;

insert into config_item_groups (config_id, group_id, created_at, updated_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d)
select id, md5(jsonb_build_array(agent_id, type, config_class, status, health, tags, deleted_at is not null)::text)::uuid,
       created_at, updated_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d
from   config_items;

create index config_item_groups_group on config_item_groups (group_id);
insert into config_group_dirt (group_id) select id from config_groups;
