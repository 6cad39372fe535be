create or replace function config_group_id(
  agent_id uuid, type text, config_class text, status text, health text, tags jsonb, is_deleted boolean
) returns uuid
language sql
stable
parallel safe
return md5(jsonb_build_array(agent_id, type, config_class, status, health, tags, is_deleted)::text)::uuid;
comment on function config_group_id(uuid, text, text, text, text, jsonb, boolean) is 'Equal for config items that the summary counts together.';
