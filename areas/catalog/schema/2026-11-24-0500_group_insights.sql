-- The summary adds up thousands of groups each time somebody looks. To take apart a document of each took it longer than all else:
-- open insights are numbers, one for each type there is.
alter table config_groups
  drop column insights,
  add column open_availability   integer not null default 0,
  add column open_compliance     integer not null default 0,
  add column open_cost           integer not null default 0,
  add column open_integration    integer not null default 0,
  add column open_other          integer not null default 0,
  add column open_performance    integer not null default 0,
  add column open_recommendation integer not null default 0,
  add column open_reliability    integer not null default 0,
  add column open_security       integer not null default 0,
  add column open_technical_debt integer not null default 0;

comment on column config_groups.open_availability is 'Open insights of that type, as every open_…; those that have none count as other.';

-- It answers them so, too.
drop function if exists count_config_groups(uuid[]);

insert into config_group_dirt (group_id) select id from config_groups;
