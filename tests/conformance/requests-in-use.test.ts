// Every request that clients in use send to the data API, as they send it, over the real schema with an estate in it:
// each answers with the fields that its screen reads. `{config 3}` is the third config's id, `AV` a person's avatar.
import pg from "pg";
import { describe, expect, test } from "vitest";
import { idOf, insertEstate } from "../estate.ts";
import { startTestServer } from "../test-server.ts";

const server = await startTestServer();
const client = new pg.Client(server.database.connection);
await client.connect();
await insertEstate(client);
await client.end();
const cookie = await server.signIn();

type Row = Record<string, unknown>;

const hour = 3_600_000;
const [before, after] = [new Date(Date.now() - 30 * 24 * hour), new Date(Date.now() + hour)];
const filled = (text: string) =>
  text
    .replaceAll(/\{([a-z ]+) (\d+)\}/g, (_, kind: string, number: string) => idOf(kind, Number(number)))
    .replaceAll("AV", "id,name,avatar,email")
    .replaceAll("{before}", before.toISOString())
    .replaceAll("{after}", after.toISOString());

/** As the client sends it: these headers, and spaces encoded. */
async function send(
  method: string,
  path: string,
  { prefer = "return=representation", body }: { prefer?: string; body?: unknown } = {},
) {
  const answer = await server.fetch(`/api${filled(path).replaceAll(" ", "%20")}`, {
    method,
    headers: { cookie, origin: server.url, accept: "application/json", "content-type": "application/json", prefer },
    ...(body === undefined ? {} : { body: filled(JSON.stringify(body)) }),
  });
  const text = await answer.text();
  return { status: answer.status, range: answer.headers.get("content-range"), text, rows: JSON.parse(text) as Row[] };
}

/** `config.name`: inside an object, or inside the first of a list. */
function has(row: unknown, path: string): boolean {
  const [name = "", ...rest] = path.split(".");
  const inside = Array.isArray(row) ? (row as unknown[])[0] : row;
  if (typeof inside !== "object" || inside === null || !Object.hasOwn(inside, name)) return false;
  return rest.length === 0 || has((inside as Row)[name], rest.join("."));
}

const configListed =
  "id type config_class status health labels name tags created_at updated_at deleted_at cost_per_minute cost_total_1d cost_total_7d cost_total_30d changes analysis";
const job =
  "job_name job_status job_details job_time_start job_last_failed job_created_at job_duration_millis job_error_count job_success_count job_hostname job_resource_type job_time_end";
const configs =
  "configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&select=agent:agents(id,name)";
const analysis =
  "select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)";
const runs =
  "select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)";
const runFields =
  "id playbook_id status start_time end_time created_at created_by.avatar playbooks.icon component_id component.icon config_id config.type check_id check.name";
const messages =
  "id notification_id status count first_observed created_at source_event silenced_by resource_id resource_type resource.name resource_health resource_status resource_health_description playbook_run.playbook_name person_id connection_id error duration_millis body parent_id";
const rules = "select=*,person:person_id(AV),team:team_id(id,name,icon),created_by(AV)";
const ruleFields =
  "id name namespace title events filter source person_id team_id custom_services created_by.name created_at updated_at error error_at repeat_interval wait_for";
const silences =
  "select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(AV)";
const related = "rpc/related_configs_recursive?config_id={config 2}&include_deleted_configs=false&max_depth=10";
const relatedFields =
  "id name type related_ids tags changes analysis cost_per_minute cost_total_1d cost_total_30d created_at updated_at deleted_at health status agent_id path";
const incidentHistory =
  "select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))";

type Read = [proves: string, path: string, fields: string];

/** `R`: with a count, as lists ask for it. */
const catalog: Read[] = [
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

const playbooks: Read[] = [
  [
    "DA-50",
    `R /db/playbook_runs?parent_id=is.null&limit=50&offset=0&order=created_at.desc&or=(and(start_time.gte.{before},start_time.lte.{after}),and(created_at.gte.{before},created_at.lte.{after}))&${runs}`,
    runFields,
  ],
  [
    "",
    `R /db/playbook_runs?component_id=eq.{component 2}&status=eq.completed&parent_id=is.null&limit=50&offset=0&order=created_at.desc&playbook_id=eq.{playbook 2}&${runs}`,
    runFields,
  ],
  [
    "",
    `R /db/playbook_runs?config_id=eq.{config 2}&parent_id=is.null&limit=50&offset=0&order=created_at.desc&${runs}`,
    runFields,
  ],
  ["DA-49", "/db/playbook_names?select=id,name,title,icon,category&order=title.asc", "id name title icon category"],
  [
    "DA-48 DA-100",
    "/db/playbooks?id=eq.{playbook 1}&select=*,created_by(AV)",
    "id name namespace title description icon category spec source created_by.avatar created_at",
  ],
  ["", "/db/playbooks?id=in.({playbook 1},{playbook 2})&select=id,title,spec", "id title spec"],
  ["", "/db/playbooks?select=*,created_by(AV)&deleted_at=is.null&order=created_at.desc", "id created_by.name"],
  [
    "DA-50",
    "/db/playbook_runs?or=(id.eq.{run 1},parent_id.eq.{run 1})&select=*,created_by(AV),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type,config_class),check:checks(id,name,icon),playbook_approvals(*, person_id(AV), team_id(*))",
    `${runFields.replace(" playbooks.icon", "")} playbooks.spec parent_id parameters playbook_approvals.person_id.name playbook_approvals.team_id.name`,
  ],
  [
    "DA-52",
    "/db/rpc/get_playbook_run_actions?run_id={run 1}",
    "id name playbook_run_id status scheduled_time start_time end_time result error agent_id retry_count agent artifacts.filename",
  ],
  [
    "DA-51",
    "/db/playbook_run_actions?id=eq.{action 1}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)",
    "id name status result error artifacts.filename artifacts.content_type artifacts.size artifacts.checksum playbook_run.spec",
  ],
];

const notifications: Read[] = [
  [
    "DA-58",
    "R /db/notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0&resource_type.filter=config&status.filter=sent,error,!skipped&resource->>name.filter=pod*",
    messages,
  ],
  [
    "",
    "R /db/notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0&resource_id=eq.{check 1}",
    messages,
  ],
  [
    "DA-55",
    `R /db/notifications_summary?${rules}&order=created_at.desc&limit=50&offset=0`,
    `${ruleFields} pending avg_duration_ms failed sent most_common_error`,
  ],
  [
    "DA-57",
    `R /db/notification_silences?${silences}&order=created_at.desc&limit=50&offset=0&deleted_at=is.null&`,
    "id name from until description recursive source filter error checks.status catalog.config_class component.icon createdBy.email",
  ],
  ["", "R /db/notification_silences?select=*&order=created_at.desc&id=eq.{silence 1}", "id name"],
  ["DA-58", "/db/notification_send_history_summary?id=eq.{message 1}&select=*", messages],
  [
    "DA-56",
    `/db/notifications?id=eq.{notification 2}&${rules}`,
    `${ruleFields} person.avatar template properties playbook_id wait_for_eval_period group_by`,
  ],
  ["", "/db/config_tags_labels_keys", "key"],
  ["", "/db/component_labels_keys", "key"],
  ["", "/db/checks_labels_keys", "key"],
];

const settings: Read[] = [
  [
    "DA-59",
    "R /db/permissions_summary?&select=*&deleted_at=is.null&limit=50&offset=0",
    "id description action deny object object_selector subject subject_type component_id config_id canary_id playbook_id connection_id person_id team_id notification_id until source created_by updated_by created_at updated_at person team group notification playbook catalog component connection canary createdBy tags agents",
  ],
  ...[
    "component_id=eq.{component 4}",
    "person_id=eq.{person 2}",
    "team_id=eq.{team 1}",
    "config_id=eq.{config 6}",
    "canary_id=eq.{canary 3}",
    "playbook_id=eq.{playbook 2}",
    "connection_id=eq.{connection 1}",
    "subject_type=eq.person",
    "subject=eq.{person 2}",
  ].map((filter): Read => [
    "DA-59",
    `R /db/permissions_summary?${filter}&select=*&deleted_at=is.null&limit=50&offset=0`,
    "id action",
  ]),
  [
    "DA-33",
    "R /db/agents_summary?select=*,created_by(AV)&order=created_at.desc&&limit=50&offset=0&order=name.asc",
    "id name config_count checks_count config_scrapper_count playbook_runs_count last_seen last_received created_at updated_at created_by.name properties",
  ],
  [
    "DA-88",
    "R /canary/integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0&order=name.asc",
    "id name integration_type agent source job_status job_time_start creator_name creator_avatar creator_email created_at updated_at",
  ],
  [
    "DA-53",
    "R /db/job_histories?&select=*&limit=150&offset=0&resource_type.filter=canary&name.filter=Scr*&status.filter=!SUCCESS&order=created_at.desc&and=(created_at.gt.{before},created_at.lt.{after})&duration_millis=gte.100",
    "id name resource_type resource_id resource_name status success_count error_count details hostname time_start time_end duration_millis agent.name created_at",
  ],
  [
    "",
    "R /db/job_histories?&select=*&limit=150&offset=0&resource_type.filter=team&resource_id=eq.{team 1}&order=created_at.desc",
    "name resource_name",
  ],
  [
    "",
    "/db/teams_with_status?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    `id name icon source spec created_at created_by.name ${job}`,
  ],
  [
    "",
    "/db/incident_rules?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name source spec created_by.name created_at updated_at",
  ],
  [
    "DA-65",
    "/db/connections?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name namespace type source url created_by.name created_at updated_at",
  ],
  ["DA-65", "/canary/connections?id=eq.{connection 1}&select=id,name,type", "id name type"],
  ["DA-109", "/db/connections?id=eq.{connection 1}&select=id,name,type", "id name type"],
  [
    "DA-30",
    "/db/identities",
    "id state created_at updated_at state_changed_at traits.email traits.name.first traits.name.last",
  ],
  ["DA-29", "/db/people_roles?id=in.({person 1},{person 2})", "id name email roles"],
  ["DA-28", "/db/people?select=*&order=name.asc", "id name avatar email"],
  ["", "/db/people?id=eq.{person 1}", "id name avatar email"],
  ["DA-31", "/db/teams?deleted_at=is.null&order=name.asc", "id name icon spec source"],
  ["", "/db/teams?id=eq.{team 1}", "id name icon"],
  ["DA-32", "/db/team_members?team_id=eq.{team 1}&select=*,person_id(*)", "team_id person_id.name person_id.avatar"],
  ["", "/db/agents_summary?select=*&id=eq.{agent 1}", "id name properties"],
  ["DA-108", "/db/agents?select=id,name,description&id=in.({agent 1},{agent 2})", "id name description"],
  ["DA-33", "/db/agents?select=id,name,description&id=eq.{agent 1}", "id name description"],
  ["", "/db/agents?select=id,name,description", "id name description"],
  ["DA-54", "/db/job_history_names?order=name.asc", "name"],
  [
    "DA-63",
    "/db/properties?select=*,created_by(AV)&name=eq.setting.1&value=eq.true",
    "name value created_by.name created_at updated_at",
  ],
  [
    "",
    "/db/logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(AV)&deleted_at=is.null",
    "id spec name source created_at updated_at created_by.name",
  ],
  [
    "DA-64",
    "/db/views?select=*&order=created_at.desc",
    "id name namespace source spec created_by created_at updated_at",
  ],
  ["DA-64", "/db/views_summary?id=eq.{view 1}&select=*", "id namespace name title icon ordinal sidebar last_ran"],
  [
    "DA-64",
    "/db/views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc",
    "id name namespace title icon ordinal",
  ],
  [
    "",
    "/db/applications?select=*,created_by(AV)&order=created_at.desc&deleted_at=is.null&limit=100",
    "id name namespace source created_by.name created_at updated_at spec",
  ],
];

const topologyAndHealth: Read[] = [
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

const incidents: Read[] = [
  [
    "DA-22",
    "/db/incidents_by_component?order=created_at.desc&type=eq.availability&status=eq.open&component_id=eq.{component 2}",
    "id title type status created_at",
  ],
  ["DA-23", "/db/incidents_by_config?config_id=eq.{config 2}", "id title type status created_at"],
  [
    "DA-21",
    "/db/incident_summary?&title=ilike.*disk*&order=created_at.desc&severity=eq.Medium&status=eq.open&type=eq.availability&created_by=eq.{person 1}&hypotheses.evidences.component_id=eq.{component 2}",
    "id incident_id title severity type status created_at responders commander.name commenters",
  ],
  [
    "DA-20",
    "/db/incidents?id=eq.{incident 2}&select=*,hypotheses(*,created_by(AV),evidences(*,created_by(AV)),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,AV),id)),commander:commander_id(AV),communicator_id(AV),responders(created_by(AV))",
    "id incident_id title description severity type status created_at commander.avatar communicator_id.name hypotheses.created_by.name hypotheses.evidences.created_by.name hypotheses.comments.created_by.email hypotheses.comments.responder_id responders.created_by.name",
  ],
  [
    "DA-110",
    "/db/incidents?order=created_at.desc&title=ilike.*disk*&select=*,hypotheses(id, type)",
    "id title status severity type hypotheses.type",
  ],
  ["DA-110 DA-25", "/db/hypotheses?order=created_at.desc&title=ilike.*DNS*&incident_id=eq.{incident 2}", "id title"],
  [
    "DA-25",
    "/db/hypotheses?id=eq.{hypothesis 1}&select=id,comments(id,*,created_by(id,name,avatar),responder_id(*,team_id(*))),evidences(id,*,created_by(id,name,avatar))",
    "id comments.created_by.avatar comments.responder_id.team_id.name evidences.created_by.name",
  ],
  [
    "",
    "/db/responders?incident_id=eq.{incident 1}&select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null",
    "id external_id team_id team.name person properties created_at",
  ],
  [
    "DA-24",
    `/db/incident_histories?incident_id=eq.{incident 2}&${incidentHistory}&order=created_at.desc`,
    "id type description created_at created_by evidence hypothesis responder comment",
  ],
  ["DA-26", '/db/evidences?id=in.("{evidence 1}","{evidence 2}")', "id type evidence hypothesis_id"],
  [
    "DA-27",
    "/db/comments?incident_id=eq.{incident 1}&select=*,created_by(id,name,avatar)",
    "id comment created_by.name",
  ],
];

async function answers(_proves: string, request: string, fields: string): Promise<void> {
  const isCounted = request.startsWith("R ");
  const { status, range, rows, text } = await send(
    "GET",
    isCounted ? request.slice(2) : request,
    isCounted ? { prefer: "count=exact" } : {},
  );
  expect({ status, text: status < 300 ? "" : text }).toEqual({ status: expect.toBeOneOf([200, 206]), text: "" });
  // A number when it was asked for, and nothing that could be taken for one when it was not.
  expect(range?.split("/")[1]).toMatch(isCounted ? /^[1-9]\d*$/ : /^\*$/);
  expectFields(rows, fields);
}

describe("DA-01 DA-02 DA-04 what is read", () => {
  describe("the catalog (DA-41 DA-44 DA-45 DA-46 DA-47 DA-66 DA-67 DA-68 DA-69 DA-70 DA-71 DA-72 DA-73 DA-74 DA-75 DA-76 DA-77 DA-78 DA-79 DA-107)", () => {
    test.each(catalog)("%s %s", answers);
  });
  describe("playbooks (DA-48 DA-49 DA-50 DA-51 DA-52 DA-100)", () => {
    test.each(playbooks)("%s %s", answers);
  });
  describe("notifications (DA-55 DA-56 DA-57 DA-58)", () => {
    test.each(notifications)("%s %s", answers);
  });
  describe("settings, people and views (DA-28 DA-29 DA-30 DA-31 DA-32 DA-33 DA-53 DA-54 DA-59 DA-63 DA-64 DA-65 DA-88 DA-108 DA-109)", () => {
    test.each(settings)("%s %s", answers);
  });
  describe("topology and health (DA-34 DA-35 DA-36 DA-37 DA-38 DA-39 DA-40 DA-42 DA-43 DA-86 DA-106 DA-115)", () => {
    test.each(topologyAndHealth)("%s %s", answers);
  });
  describe("incidents (DA-20 DA-21 DA-22 DA-23 DA-24 DA-25 DA-26 DA-27 DA-110)", () => {
    test.each(incidents)("%s %s", answers);
  });

  test("DA-87 /canary/event_queue_summary has its fields, though nothing waits", async () => {
    const path =
      "/canary/event_queue_summary?order=last_failure.desc&select=name,pending,failed,average_attempts,first_failure,last_failure,most_common_error";
    expect((await send("GET", path)).status).toBe(200);
    expect((await send("GET", "/canary/event_queue_summary?order=last_failure.desc")).status).toBe(200);
  });
});

/** What no row has. */
function expectFields(rows: readonly Row[], fields: string): void {
  expect(rows.length).toBeGreaterThan(0);
  expect(fields.split(" ").filter((field) => !rows.some((row) => has(row, field)))).toEqual([]);
}

type Written = [proves: string, method: string, path: string, body: unknown, fields: string];
const by = { created_by: "{person 1}" };
const now = "now()";
const fresh = "{new 1}";

const written: Written[] = [
  [
    "DA-20 DA-111",
    "POST",
    "/db/incidents?select=*",
    {
      id: fresh,
      title: "Disk",
      description: "",
      severity: "Medium",
      type: "availability",
      status: "open",
      ...by,
      commander_id: "{person 1}",
      communicator_id: "{person 1}",
      created_at: now,
      updated_at: now,
    },
    "id incident_id title severity created_at",
  ],
  ["DA-20", "PATCH", `/db/incidents?id=eq.${fresh}`, { title: "Disk full" }, "id title"],
  ["", "PATCH", `/db/incidents?id=eq.${fresh}`, { severity: "critical", type: "security" }, "severity"],
  [
    "DA-25 DA-112",
    "POST",
    "/db/hypotheses",
    { id: fresh, ...by, incident_id: fresh, title: "Logs", type: "root", status: "possible" },
    "id title",
  ],
  [
    "",
    "POST",
    "/db/hypotheses",
    {
      id: "{new 2}",
      ...by,
      incident_id: fresh,
      title: "No rotation",
      type: "factor",
      status: "possible",
      parent_id: fresh,
    },
    "id parent_id",
  ],
  ["DA-25", "PATCH", `/db/hypotheses?id=eq.${fresh}`, { status: "proven" }, "id status"],
  [
    "DA-26 DA-113",
    "POST",
    "/db/evidences",
    {
      id: fresh,
      config_id: "{config 1}",
      config_analysis_id: null,
      config_change_id: null,
      component_id: "{component 1}",
      check_id: null,
      ...by,
      hypothesis_id: fresh,
      evidence: { lines: ["a"] },
      type: "config",
      description: "Look",
      properties: {},
      definition_of_done: false,
      done: false,
      script: null,
    },
    "id type evidence",
  ],
  ["DA-26", "PATCH", `/db/evidences?id=eq.${fresh}`, { definition_of_done: true }, "definition_of_done"],
  ["", "PATCH", `/db/evidences?id=eq.${fresh}`, { done: true }, "done"],
  ["", "PATCH", `/db/evidences?id=eq.${fresh}`, { script: "true", definition_of_done: true }, "script"],
  [
    "",
    "PATCH",
    `/db/evidences?id=eq.${fresh}`,
    { description: "There", evidence: { lines: ["a"], comment: "b" } },
    "description",
  ],
  [
    "DA-27",
    "POST",
    "/db/comments",
    { ...by, incident_id: fresh, hypothesis_id: fresh, comment: "On it" },
    "id comment created_at",
  ],
  [
    "",
    "POST",
    "/db/responders?select=*",
    {
      id: fresh,
      type: "person",
      incident_id: fresh,
      ...by,
      team_id: null,
      person_id: "{person 2}",
      properties: { responderType: "person" },
    },
    "id properties",
  ],
  ["DA-05 DA-06", "PATCH", `/db/responders?id=eq.${fresh}`, { deleted_at: now }, "deleted_at"],
  ["DA-27", "DELETE", `/db/comments?hypothesis_id=eq.${fresh}`, undefined, "id"],
  ["DA-26", "DELETE", `/db/evidences?hypothesis_id=eq.${fresh}`, undefined, "id"],
  ["DA-25", "DELETE", '/db/hypotheses?id=in.("{new 2}")', undefined, "id"],
  ["DA-25", "DELETE", `/db/hypotheses?id=eq.${fresh}`, undefined, "id"],
  [
    "DA-77",
    "POST",
    "/config/config_component_relationships",
    { component_id: "{component 1}", config_id: "{config 5}", selector_id: "manual" },
    "component_id selector_id",
  ],
  [
    "DA-77",
    "DELETE",
    "/config/config_component_relationships?component_id=eq.{component 1}&config_id=eq.{config 5}&selector_id=eq.manual",
    undefined,
    "deleted_at",
  ],
  [
    "DA-32",
    "POST",
    "/db/team_members",
    [
      { team_id: "{team 2}", person_id: "{person 3}" },
      { team_id: "{team 2}", person_id: "{person 4}" },
    ],
    "team_id person_id",
  ],
  ["DA-32", "DELETE", "/db/team_members?person_id=eq.{person 3}", undefined, "person_id"],
  ["DA-33", "PATCH", "/db/agents?id=eq.{agent 5}", { properties: { region: "us" } }, "id properties"],
  ["DA-33 DA-06", "PATCH", "/db/agents?id=eq.{agent 5}", { deleted_at: now, cleanup: true }, "id deleted_at"],
  ["DA-34", "PATCH", "/db/components?id=eq.{component 3}", { hidden: true }, "hidden"],
  ["DA-63", "POST", "/db/properties", { name: "a.flag", value: "true", ...by }, "name value"],
  ["DA-63", "PATCH", "/db/properties?name=eq.a.flag", { value: "false" }, "value"],
  ["DA-63", "DELETE", "/db/properties?name=eq.a.flag", undefined, "name"],
  [
    "DA-60",
    "POST",
    "/db/permissions",
    {
      id: fresh,
      action: "read",
      deny: false,
      description: "May look",
      object: "catalog",
      person_id: "{person 2}",
      source: "UI",
      ...by,
    },
    "id subject subject_type",
  ],
  [
    "DA-61",
    "PATCH",
    `/db/permissions?id=eq.${fresh}`,
    { action: "update", deny: true, updated_by: "{person 2}" },
    "action updated_by",
  ],
  ["DA-62", "DELETE", `/db/permissions?id=eq.${fresh}`, undefined, "id"],
  [
    "DA-57",
    "PATCH",
    "/db/notification_silences?id=eq.{silence 1}",
    {
      id: "{silence 1}",
      name: "Quiet",
      filter: "",
      updated_at: now,
      source: "UI",
      canary_id: null,
      check_id: null,
      component_id: null,
      config_id: "{config 1}",
      from: "{before}",
      until: null,
      description: "Work",
      recursive: true,
      namespace: "",
    },
    "name until recursive",
  ],
  ["DA-57 DA-05", "PATCH", "/db/notification_silences?id=eq.{silence 1}", { deleted_at: now }, "deleted_at"],
  ["", "POST", "/db/saved_query", { id: fresh, query: "type=Pod", description: "Pods", icon: "search" }, "id query"],
  ["", "PATCH", `/db/saved_query?id=eq.${fresh}`, { description: "All pods" }, "description"],
  ["", "DELETE", `/db/saved_query?id=eq.${fresh}`, undefined, "id"],
];

describe("what is written (DA-05 DA-06 DA-20 DA-25 DA-26 DA-27 DA-32 DA-33 DA-34 DA-57 DA-60 DA-61 DA-62 DA-63 DA-77 DA-111 DA-112 DA-113)", () => {
  test.each(written)("%s %s %s", async (_proves, method, path, body, fields) => {
    const { status, text, rows } = await send(method, path, { body });
    expect({ status, text: status < 300 ? "" : text }).toEqual({ status: method === "POST" ? 201 : 200, text: "" });
    expectFields(rows, fields);
  });

  /** Made by a form, read, sent back as a whole with a change, marked as deleted: what every editor does. */
  const edited: [proves: string, table: string, form: Row, change: Row][] = [
    ["DA-31", "teams", { name: "A team", icon: "group", spec: {}, source: "UI" }, { icon: "star" }],
    ["", "incident_rules", { name: "A rule", spec: {}, source: "UI" }, { spec: { description: "x" } }],
    [
      "DA-116",
      "config_scrapers",
      { name: "A scraper", namespace: "default", spec: { schedule: "@every 5m" }, source: "UI" },
      { description: "x" },
    ],
    [
      "DA-114",
      "topologies",
      { name: "A topology", namespace: "default", labels: {}, spec: {}, source: "UI" },
      { labels: { a: "b" } },
    ],
    [
      "DA-42",
      "canaries",
      { name: "A canary", namespace: "default", labels: {}, spec: { http: [] }, source: "UI" },
      { labels: { a: "b" } },
    ],
    [
      "DA-65",
      "connections",
      { name: "A connection", namespace: "default", type: "http", url: "https://example.org", source: "UI" },
      { url: "https://example.com" },
    ],
    ["DA-118", "logging_backends", { name: "Logs", labels: {}, spec: {}, source: "UI" }, { labels: { a: "b" } }],
    [
      "DA-56",
      "notifications",
      {
        name: "A notification",
        title: "Told",
        events: ["check.failed"],
        filter: "",
        person_id: "{person 1}",
        source: "UI",
      },
      { title: "Else" },
    ],
    [
      "",
      "applications",
      { name: "An application", namespace: "default", spec: {}, source: "UI" },
      { description: "x" },
    ],
    [
      "DA-48",
      "playbooks",
      {
        name: "a-playbook",
        title: "A playbook",
        spec: { actions: [] },
        icon: "play",
        category: "Repairs",
        source: "UI",
      },
      { title: "Else" },
    ],
  ];
  test.each(edited)(
    "DA-05 DA-117 (DA-31 DA-42 DA-48 DA-56 DA-65 DA-114 DA-116 DA-118) %s %s: created, read, updated as a whole, deleted softly",
    async (_proves, table, form, change) => {
      const created = await send("POST", `/db/${table}`, { body: { ...form, ...by } });
      expect(created).toMatchObject({ status: 201, rows: [{ name: form["name"], deleted_at: null }] });
      const at = `/db/${table}?id=eq.${String(created.rows[0]!["id"])}`;
      const { rows } = await send("GET", at);
      const updated = await send("PATCH", at, { body: { ...rows[0], ...change } });
      expect(updated).toMatchObject({ status: 200, rows: [change] });
      const deleted = await send("PATCH", at, { body: { deleted_at: now } });
      expect(deleted).toMatchObject({ status: 200, rows: [{ deleted_at: expect.any(String) }] });
      expect((await send("GET", `${at}&deleted_at=is.null`)).rows).toEqual([]);
    },
  );

  test("DA-64 views are created, updated as a whole, and deleted for good", async () => {
    const { rows } = await send("POST", "/db/views", {
      body: { name: "a-view", namespace: "default", spec: { display: {} }, source: "UI", ...by },
    });
    const at = `/db/views?id=eq.${String(rows[0]!["id"])}`;
    expect(await send("PATCH", at, { body: { ...rows[0], updated_at: after.toISOString() } })).toMatchObject({
      status: 200,
    });
    expect(await send("DELETE", at)).toMatchObject({ status: 200, rows: [{ name: "a-view" }] });
    expect((await send("GET", at)).rows).toEqual([]);
  });

  test("DA-05 a DELETE on a table that can mark its rows marks them", async () => {
    const { status, rows } = await send("DELETE", "/db/canaries?id=eq.{canary 12}");
    expect({ status, rows }).toMatchObject({ status: 200, rows: [{ deleted_at: expect.any(String) }] });
    expect((await send("GET", "/db/canaries?id=eq.{canary 12}")).rows).toHaveLength(1);
  });
});

describe("what the same clients ask beside the data API", () => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await server.fetch(`/api${path}`, {
      method,
      headers: { cookie, origin: server.url, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json().catch(() => undefined)) as Row };
  };

  test("DA-18 the version, under both names that are read", async () => {
    for (const path of ["/about", "/canary/about"])
      expect(await ask("GET", path)).toMatchObject({
        status: 200,
        body: { backend: expect.any(String), Version: expect.any(String) },
      });
  });

  test("DA-09 DA-10 who one is, wrapped: user, roles, permissions", async () => {
    expect(await ask("GET", "/auth/whoami")).toMatchObject({
      status: 200,
      body: {
        message: "success",
        payload: {
          user: { id: expect.any(String), name: expect.any(String), email: server.administrator.email },
          roles: ["admin"],
          permissions: expect.any(Array),
        },
      },
    });
  });

  test("DA-12 DA-13 DA-14 tokens are made with a name and an expiry, listed and deleted", async () => {
    const made = await ask("POST", "/auth/create_token", { name: "in use", expiry: "never" });
    expect(made).toMatchObject({ status: 200, body: { message: "success", payload: { token: expect.any(String) } } });
    const { id } = made.body["payload"] as { id: string };
    const listed = async () => (await ask("GET", "/auth/tokens")).body["payload"];
    expect(await listed()).toMatchObject([
      { id, name: "in use", created_at: expect.any(String), expires_at: null, person: { name: expect.any(String) } },
    ]);
    expect((await ask("DELETE", `/auth/token/${id}`)).status).toBeLessThan(300);
    expect(await listed()).toEqual([]);
  });
});
