// The read requests of the catalog screens.
import { job, type Read } from "../client.ts";

const configListed =
  "id type config_class status health labels name tags created_at updated_at deleted_at cost_per_minute cost_total_1d cost_total_7d cost_total_30d changes analysis";
const configs =
  "configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&select=agent:agents(id,name)";
const analysis =
  "select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)";
const related = "rpc/related_configs_recursive?config_id={config 2}&include_deleted_configs=false&max_depth=10";
const relatedFields =
  "id name type related_ids tags changes analysis cost_per_minute cost_total_1d cost_total_30d created_at updated_at deleted_at health status agent_id path";

export const catalog: Read[] = [
  ["DA-66", `R /db/${configs}&order=type,name.asc&deleted_at=is.null&limit=50&offset=0`, `${configListed} agent.name`],
  [
    "DA-66",
    `R /db/${configs.replace("?", "?&")}&type=eq.Kubernetes::Pod&status.filter=Run*&health.filter=healthy,!unknown&order=name.desc&limit=50&offset=0`,
    configListed,
  ],
  [
    "",
    `R /db/${configs}&or=(name.ilike.*pod*,type.ilike.*pod*,description.ilike.*pod*,namespace.ilike.*pod*)&limit=50&offset=0`,
    configListed,
  ],
  [
    "",
    `R /db/${configs}&or=(and(labels->>app.eq.app-1,labels->>app.neq.x))&deleted_at=is.null&limit=50&offset=0`,
    configListed,
  ],
  [
    "DA-73",
    `R /db/config_analysis_items?${analysis}&limit=50&offset=0&status=eq.open&order=first_observed.desc`,
    "id analysis_type analyzer severity status first_observed last_observed config.type",
  ],
  [
    "DA-73",
    `R /config/config_analysis_items?${analysis}&limit=50&offset=0&analysis_type=eq.cost&severity=eq.high&analyzer=eq.analyzer-1&config_type=eq.Kubernetes::Namespace&order=last_observed.asc`,
    "id config.name",
  ],
  ["", `R /db/config_analysis_items?${analysis}&config_id=eq.{config 2}&limit=50&offset=0`, "id config.name"],
  ["", `R /db/config_analysis_items?${analysis}&component_id=eq.{component 2}&limit=50&offset=0`, "id config.name"],
  [
    "DA-72",
    "R /db/config_analysis?select=id,source,analyzer,analysis_type,message,severity,status,analysis,first_observed,config:configs(id,name,config_class,type)&id=eq.{analysis 1}",
    "id source analyzer analysis_type message severity status analysis first_observed config.config_class",
  ],
  [
    "",
    "R /db/config_analysis?select=id,analyzer,analysis_type,message,severity,analysis,first_observed,config:configs(id,name,config_class,type)&config_id=eq.{config 2}&limit=50&offset=0",
    "id analyzer message config.name",
  ],
  [
    "DA-71",
    "R /db/config_changes?config_id=eq.{config 2}&order=created_at.desc&limit=50&offset=0&severity=eq.Info&and=(created_at.gte.{before},created_at.lte.{after})",
    "id change_type severity summary created_at",
  ],
  [
    "DA-74",
    "R /config/analysis_by_component?component_id=eq.{component 2}&limit=50&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))",
    "analysis_id config.type config.analysis.analyzer config.analysis.first_observed",
  ],
  [
    "DA-67",
    "/config/config_detail?id=eq.{config 2}&select=*",
    "id name type config_class status health description labels tags config created_at updated_at deleted_at last_scraped_time agent_id agent_name scraper.name properties.name cost_total_30d summary.relationships summary.analysis summary.changes summary.playbook_runs summary.checks",
  ],
  [
    "DA-71",
    "/config/config_changes?config_id=eq.{config 2}&id=eq.{change 1}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)",
    "id config_id change_type created_at external_created_by source diff details patches created_by config.config_class",
  ],
  [
    "DA-79",
    "/config/rpc/lookup_analysis_by_component?id={component 2}",
    "id config_id status severity analysis_type analyzer",
  ],
  [
    "DA-78",
    `/config/${related}&type.filter=Kubernetes::Pod&type_filter=all&incoming_relation=hard&outgoing_relation=hard`,
    relatedFields,
  ],
  [
    "DA-78",
    `/db/${related}&status.filter=Running&health.filter=!unknown&type_filter=outgoing&outgoing_relation=both`,
    relatedFields,
  ],
  ["", `/db/${related}&type_filter=incoming&incoming_relation=hard`, relatedFields],
  [
    "DA-41",
    "/db/check_summary_for_config?config_id=eq.{config 2}",
    "id name icon type status severity next_runtime created_at last_runtime last_transition_time uptime.passed latency.p95",
  ],
  ["DA-44", "/db/config_types", "type"],
  ["DA-45", "/db/config_statuses", "status"],
  ["DA-68", "/config/config_tags", "key value"],
  ["DA-69", "/config/config_labels", "key value"],
  ["DA-47", "/db/change_types?change_type=not.eq.", "change_type"],
  ["DA-46", "/db/config_analysis_analyzers?order=analyzer.asc", "analyzer"],
  ["", "/db/analysis_types", "analysis_type"],
  ["DA-107", "/db/configs?id=eq.{config 2}&select=id,name,config_class,type", "id name config_class type"],
  [
    "",
    "/db/configs?id=eq.{config 2}&select=cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d",
    "cost_per_minute cost_total_7d",
  ],
  ["", "/db/configs?id=in.({config 2},{config 3})&select=id,name,config_class,type", "id name"],
  ["DA-70", "/config/config_names?id=eq.{config 2}", "id name type"],
  ["", "/db/config_items?select=id,name,type,config_class&type=in.(Kubernetes::Pod)", "id name type config_class"],
  ["", "/db/configs?select=id,name,config_class,type", "id name config_class type"],
  [
    "",
    "/db/configs?select=id,external_id,name,type,analysis,changes&type=ilike.kubernetes::pod&or=(name.ilike.*7*,external_id.ilike.*UID-8*)",
    "id external_id name type analysis changes",
  ],
  [
    "DA-77",
    "/config/config_component_relationships?component_id=eq.{component 2}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null",
    "config_id selector_id deleted_at configs.name configs.deleted_at",
  ],
  [
    "",
    "/db/config_component_relationships?config_id=eq.{config 2}&select=components!config_component_relationships_component_id_fkey(id, icon, name)",
    "components.icon",
  ],
  [
    "DA-76",
    "/config/config_relationships?or=(related_id.eq.{config 5},config_id.eq.{config 5})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name, config_class, deleted_at),related:configs!config_relationships_related_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null",
    "config_id related_id relation configs.name related.deleted_at",
  ],
  [
    "DA-75",
    "/config/changes_by_component?component_id=eq.{component 2}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)",
    "id type config_id name change_type config_class created_at.type",
  ],
  [
    "",
    "/db/config_scrapers_with_status?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    `id name namespace source spec agent.name created_at updated_at created_by.email ${job}`,
  ],
  ["", "/db/config_scrapers?id=eq.{scraper 1}", "id name spec source"],
  [
    "",
    "/db/config_scrapers?select=config_items(id,name,external_type:type,config_type:type)&id=eq.{scraper 1}",
    "config_items.name",
  ],
  ["", "/db/saved_query?order=created_at.desc", "id query description icon"],
];
