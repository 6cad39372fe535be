-- Whoever writes items of a group that nobody knows yet only notes it down, as what is dirty is noted down. Entered into
-- config_groups at once, two writers that came by the same two groups in another order waited for one another.
create table config_new_groups (
  id           uuid not null,
  agent_id     uuid not null,
  type         text not null,
  config_class text not null,
  status       text,
  health       text,
  tags         jsonb,
  is_deleted   boolean not null
);
comment on table config_new_groups is 'Groups of config items that were not known when somebody wrote one, as often as that was. refresh_config_groups puts them where they belong.';
comment on column config_new_groups.id is 'Made of what the items have in common (config_group_id).';
comment on column config_new_groups.tags is '@type Labels';
