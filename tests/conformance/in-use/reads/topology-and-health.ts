// The read requests of the topology and health screens.
import { job, type Read } from "../client.ts";

export const topologyAndHealth: Read[] = [
  [
    "DA-86",
    "R /canary/check_statuses?check_id=eq.{check 4}&time=gt.2025-01-01T00:00:00.000Z&order=time.desc&status=eq.1&duration=gte.41&limit=5&offset=1",
    "time duration status message error",
  ],
  [
    "DA-86",
    "R /db/check_statuses?check_id=eq.{check 4}&time=gt.2025-01-01T00:00:00.000Z&order=time.desc&status=eq.0&limit=50&offset=0",
    "time duration status message error",
  ],
  [
    "",
    "/db/canaries_with_status?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    `id name namespace source labels schedule created_at created_by.name last_runtime agent ${job}`,
  ],
  [
    "",
    "/db/topologies_with_status?select=*,created_by(AV),agent:agent_id(id,name,description)&order=created_at.desc&deleted_at=is.null&limit=100",
    `id name namespace source labels spec schedule agent.description created_at updated_at created_by.name ${job}`,
  ],
  ["DA-42", "/db/canaries?id=eq.{canary 1}&select=id,source,spec,name,namespace", "id source spec name namespace"],
  ["", "/db/topologies?select=id,components(id,name,type,icon)&id=eq.{topology 1}", "id components.icon"],
  ["DA-115", "/db/topologies?id=eq.{topology 1}", "id name spec"],
  ["DA-43", "/db/canary_names", "id name"],
  ["", "/db/check_names", "id name canary_id status type"],
  ["DA-36", "/db/component_labels", "key value"],
  ["DA-35", "/db/component_names?id=eq.{component 2}", "id name icon path"],
  ["DA-35", "/db/component_names?order=name.asc&type=in.(Service)", "id name icon external_id type"],
  ["DA-40", "/db/checks_by_component?component_id=eq.{component 2}", "id name type status icon"],
  [
    "DA-38",
    "/db/team_components?component_id=eq.{component 2}&select=*,team:teams(*, created_by(AV))",
    "team_id component_id team.name team.icon team.created_by.name",
  ],
  ["DA-34", "/db/components?id=eq.{component 2}", "id name text icon status properties"],
  ["DA-37", "/db/components_with_logs?order=name.asc", "id name icon"],
  [
    "DA-39 DA-106",
    "/db/checks?id=eq.{check 2}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))",
    "id name type status icon description labels severity canaries.source agents.name components.components.icon configs.configs.type",
  ],
  ["DA-106", "/db/checks?id=eq.{check 2}&select=id,name,icon,status,type", "id name icon status type"],
];
