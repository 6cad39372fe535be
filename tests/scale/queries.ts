// Every read request that the console's screens send to the data API, with {placeholders} for ids of the seeded estate.
// The tests count the rows that each request reads at a tenth of the full size; the bench measures the requests at full
// size.

export interface ScaleQuery {
  /** The path, relative to /api/db. */
  path: string;
  /** Whether the request is sent with `Prefer: count=exact`. */
  counted?: boolean;
}

const person = "id,name,avatar,email";
const configs =
  "configs?&select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis&select=agent:agents(id,name)";
const runs =
  "playbook_runs?parent_id=is.null&limit=50&offset=0&order=created_at.desc&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec,icon),component:components(id,name,icon),check:checks(id,name,icon),config:config_items(id,name,type,config_class)";
const insights =
  "config_analysis_items?select=id,analysis_type,analyzer,severity,status,first_observed,last_observed,config:configs(id,name,config_class,type)&limit=50&offset=0";
const messages = "notification_send_history_summary?select=*&order=created_at.desc&limit=50&offset=0";
const jobs = "job_histories?&select=*&limit=150&offset=0";

const plain = [
  // Catalog
  "configs?select=id,name&or=(name.ilike.*redis*,type.ilike.*redis*,description.ilike.*redis*,namespace.ilike.*redis*)",
  "configs?select=id&health.filter=unhealthy,!unknown&status.filter=Crash*",
  "configs?select=id,name,config_class,type",
  "configs?select=id,external_id,name,type,analysis,changes&type=ilike.jira&or=(name.ilike.*web*,external_id.ilike.*web*)",
  "configs?id=eq.{config}&select=cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d",
  "configs?id=in.({config},{pod})&select=id,name,config_class,type",
  "config_items?select=id,name,type,config_class&type=in.(Kubernetes::Deployment,Kubernetes::Pod)",
  "config_detail?id=eq.{config}&select=*",
  "config_detail?id=eq.{cluster}&select=*",
  "config_names?id=eq.{config}",
  "config_names",
  "config_types",
  "config_classes",
  "config_statuses",
  "config_tags",
  "config_labels",
  "config_tags_labels_keys",
  "change_types?change_type=not.eq.",
  "analysis_types",
  "config_analysis_analyzers?order=analyzer.asc",
  "config_relationships?or=(related_id.eq.{config},config_id.eq.{config})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(id, type, name, config_class, deleted_at),related:configs!config_relationships_related_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null",
  "rpc/related_configs_recursive?config_id={config}&include_deleted_configs=false&max_depth=10&type_filter=all&incoming_relation=hard&outgoing_relation=hard",
  "rpc/related_configs_recursive?config_id={config}&include_deleted_configs=false&max_depth=10&type.filter=Kubernetes::Pod&type_filter=all&incoming_relation=hard&outgoing_relation=hard",
  "rpc/related_configs_recursive?config_id={namespace}&include_deleted_configs=true&max_depth=10&type_filter=outgoing&outgoing_relation=hard",
  "rpc/related_configs_recursive?config_id={pod}&include_deleted_configs=false&max_depth=10&type_filter=incoming&incoming_relation=hard",
  "rpc/related_configs_recursive?config_id={config}&max_depth=2&type_filter=all&incoming_relation=both&outgoing_relation=both",
  "config_changes?config_id=eq.{busy}&id=eq.{change}&select=id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by,config:configs(id,name,type,config_class)",
  "config_changes?config_id=eq.{busy}&order=created_at.desc&limit=50&offset=0&severity=eq.medium&and=(created_at.gte.{30 days ago},created_at.lte.{now})",
  "catalog_changes?select=id,config_id,name,type,tags,change_type,severity,source,summary,created_at,count,first_observed,external_created_by&deleted_at=is.null&created_at=gt.{2 days ago}&order=created_at.desc&limit=50",
  "catalog_changes?select=id,config_id,name&change_type=eq.OOMKilled&order=created_at.desc&limit=50",
  "rpc/related_changes_recursive?lookup_id={config}&type_filter=downstream&order=created_at.desc&limit=50",
  "config_analysis?select=id,source,analyzer,analysis_type,message,severity,status,analysis,first_observed,config:configs(id,name,config_class,type)&id=eq.{insight}",
  "config_analysis?select=id,analyzer,analysis_type,message,severity,analysis,first_observed,config:configs(id,name,config_class,type)&config_id=eq.{busy}&limit=50&offset=0",
  "rpc/lookup_analysis_by_component?id={component}",
  "config_scrapers?id=eq.{scraper}",
  `config_scrapers_with_status?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,
  "saved_query",

  // Health
  "check_summary?deleted_at=is.null",
  "check_summary?id=eq.{check}",
  "check_summary_for_config?config_id=eq.{service}",
  "checks?id=eq.{check}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))",
  "checks?id=eq.{check}&select=id,name,icon,status,type",
  "check_names",
  "checks_labels_keys",
  "check_labels",
  "canary_names",
  "canaries?id=eq.{canary}&select=id,source,spec,name,namespace",
  `canaries_with_status?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,
  "check_statuses_1h?check_id=eq.{check}&created_at=gt.{7 days ago}&order=created_at",
  "check_statuses_1d?check_id=eq.{check}&order=created_at",
  "check_statuses_5m?check_id=eq.{check}&order=created_at",

  // Topology
  "topology?id=eq.{component}",
  "topology?parent_id=is.null",
  "topology?parent_id=eq.{system}",
  "components?id=eq.{component}",
  "component_names?order=name.asc",
  "component_names?id=eq.{component}",
  "component_labels",
  "component_labels_keys",
  "components_with_logs?order=name.asc",
  "changes_by_component?component_id=eq.{component}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)",
  "analysis_by_component?component_id=eq.{component}&limit=50&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))",
  "config_component_relationships?component_id=eq.{component}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(id, type, name, config_class, deleted_at)&deleted_at=is.null",
  "config_component_relationships?config_id=eq.{config}&select=components!config_component_relationships_component_id_fkey(id, icon, name)",
  "incidents_by_component?order=created_at.desc&component_id=eq.{component}",
  "incidents_by_config?order=created_at.desc&config_id=eq.{config}",
  "checks_by_component?component_id=eq.{component}",
  `team_components?component_id=eq.{system}&select=*,team:teams(*, created_by(${person}))`,
  "topologies?id=eq.{topology}",
  `topologies_with_status?select=*,created_by(${person}),agent:agent_id(id,name,description)&order=created_at.desc&deleted_at=is.null&limit=100`,

  // Incidents
  "incident_summary?&order=created_at.desc",
  "incident_summary?&title=ilike.*latency*&order=created_at.desc&severity=eq.high&status=eq.open",
  `incidents?id=eq.{incident}&select=*,hypotheses(*,created_by(${person}),evidences(*,created_by(${person})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,${person}),id)),commander:commander_id(${person}),communicator_id(${person}),responders(created_by(${person}))`,
  "incidents?order=created_at.desc&title=ilike.*disk*&select=*,hypotheses(id, type)",
  "hypotheses?order=created_at.desc&title=ilike.*dns*&incident_id=eq.{incident}",
  "responders?incident_id=eq.{incident}&select=*,team:team_id(id,name,icon,spec),person:person_id(id,name,avatar)&deleted_at=is.null",
  "incident_histories?incident_id=eq.{incident}&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))&order=created_at.desc",
  `incident_rules?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,

  // Playbooks
  "playbook_names?select=id,name,title,icon,category&order=title.asc",
  `playbooks?id=eq.{playbook}&select=*,created_by(${person})`,
  "playbook_runs?or=(id.eq.{run},parent_id.eq.{run})&select=*,created_by(id,name,avatar),playbooks(id,name,title,spec),component:components(id,name,icon),config:config_items(id,name,type,config_class),check:checks(id,name,icon),playbook_approvals(*, person_id(id,name,avatar,email), team_id(*))",
  "rpc/get_playbook_run_actions?run_id={run}",
  "playbook_run_actions?id=eq.{action}&select=*,artifacts:artifacts(*)::jsonb,playbook_run:playbook_runs(spec)",

  // Notifications, people, settings
  "notification_send_history_summary?id=eq.{message}&select=*",
  `notifications?id=eq.{notification}&select=*,person:person_id(${person}),team:team_id(id,name,icon),created_by(${person})`,
  "notification_silences?select=*&order=created_at.desc&id=eq.{silence}",
  "people?select=*&order=name.asc",
  "people_roles",
  "identities",
  "teams?deleted_at=is.null&order=name.asc",
  `teams_with_status?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,
  "team_members?team_id=eq.{team}&select=*,person_id(*)",
  "agents?select=id,name,description",
  `connections?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,
  "job_history_names?order=name.asc",
  "event_queue_summary?order=last_failure.desc",
  `logging_backends?order=created_at.desc&select=id,spec,name,source,created_at,updated_at,created_by(${person})&deleted_at=is.null`,
  "views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc",
  `applications?select=*,created_by(${person})&order=created_at.desc&deleted_at=is.null&limit=100`,
];

const counted = [
  `${configs}&order=type,name.asc&deleted_at=is.null&limit=50&offset=0`,
  `${configs}&order=type,name.asc&deleted_at=is.null&limit=50&offset=500&type=eq.Kubernetes::Pod`,
  `${configs}&order=changes.desc&deleted_at=is.null&limit=50&offset=0`,
  `${configs}&order=updated_at.desc&limit=50&offset=0&health.filter=unhealthy`,
  `${configs}&order=type,name.asc&deleted_at=is.null&limit=50&offset=0&or=(name.ilike.*payments*,type.ilike.*payments*,description.ilike.*payments*,namespace.ilike.*payments*)`,
  `${configs}&order=type,name.asc&deleted_at=is.null&limit=50&offset=0&or=(and(labels->>team.eq.checkout,labels->>tier.neq.critical))`,
  `${insights}&status=eq.open&order=first_observed.desc`,
  `${insights}&status=eq.open&severity=eq.high&analyzer=eq.trivy&config_type=eq.Kubernetes::Pod&order=last_observed.desc`,
  `${insights}&config_id=eq.{busy}&order=first_observed.desc`,
  "config_changes?select=id,config_id,change_type,severity,created_at&order=created_at.desc&limit=50&offset=100&change_type=eq.BackOff&created_at=gt.{30 days ago}",
  "check_statuses?check_id=eq.{check}&time=gt.{1 day ago}&order=time.desc&limit=50&offset=0",
  "check_statuses?check_id=eq.{check}&time=gt.{7 days ago}&order=time.desc&status=eq.1&duration=gte.10&limit=50&offset=50",
  runs,
  `${runs}&config_id=eq.{config}`,
  `${runs}&component_id=eq.{component}`,
  `${runs}&status=eq.failed&or=(and(start_time.gte.{7 days ago},start_time.lte.{now}),and(created_at.gte.{7 days ago},created_at.lte.{now}))`,
  messages,
  `${messages}&resource_id=eq.{check}`,
  `${messages}&resource_type.filter=config&status.filter=sent,!error`,
  `${messages}&resource->>name.filter=payments*`,
  `notifications_summary?select=*,person:person_id(${person}),team:team_id(id,name,icon),created_by(${person})&order=created_at.desc&limit=50&offset=0`,
  `notification_silences?select=*,checks:check_id(id,name,type,status),catalog:config_id(id,name,type,config_class),component:component_id(id,name,icon),createdBy:created_by(${person})&order=created_at.desc&limit=50&offset=0&deleted_at=is.null&`,
  "permissions_summary?&select=*&deleted_at=is.null&limit=50&offset=0",
  "permissions_summary?config_id=eq.{config}&select=*&deleted_at=is.null&limit=50&offset=0",
  `agents_summary?select=*,created_by(${person})&order=created_at.desc&&limit=50&offset=0&order=created_at.desc`,
  "integrations_with_status?order=created_at.desc&select=*&deleted_at=is.null&limit=50&offset=0",
  `${jobs}&order=created_at.desc`,
  `${jobs}&status.filter=!SUCCESS&order=created_at.desc&and=(created_at.gt.{7 days ago},created_at.lt.{now})`,
  `${jobs}&resource_type.filter=config_scraper&resource_id=eq.{scraper}&order=created_at.desc`,
  `${jobs}&name.filter=Canary&duration_millis=gte.15000&order=duration_millis.desc`,
];

export const scaleQueries: readonly ScaleQuery[] = [
  ...plain.map((path) => ({ path })),
  ...counted.map((path) => ({ path, counted: true })),
];

const day = 86_400_000;

/** Returns the values of the placeholders, read from the database once. */
export async function estateWords(readValue: (sql: string) => Promise<unknown>): Promise<(path: string) => string> {
  const words: Record<string, string> = {};
  const ask = async (word: string, sql: string) => {
    const value = await readValue(sql);
    if (typeof value !== "string") throw new Error(`the estate has no ${word}`);
    words[word] = value;
  };
  const config = (type: string) =>
    `select c.id::text from config_items c where c.type = '${type}' and c.deleted_at is null order by c.id limit 1`;
  await ask("config", config("Kubernetes::Deployment"));
  await ask("pod", config("Kubernetes::Pod"));
  await ask("cluster", config("Kubernetes::Cluster"));
  await ask("namespace", config("Kubernetes::Namespace"));
  await ask("service", "select config_id::text from check_config_relationships order by check_id limit 1");
  await ask(
    "busy",
    "select config_id::text from config_changes group by config_id order by count(*) desc, config_id limit 1",
  );
  await ask("change", `select id::text from config_changes where config_id = '${words["busy"]}' order by id limit 1`);
  await ask(
    "component",
    "select component_id::text from config_component_relationships group by 1 order by count(*) desc, 1 limit 1",
  );
  await ask("system", "select component_id::text from team_components order by component_id limit 1");
  for (const [word, table] of [
    ["insight", "config_analysis"],
    ["check", "checks"],
    ["canary", "canaries"],
    ["scraper", "config_scrapers"],
    ["topology", "topologies"],
    ["incident", "incidents"],
    ["playbook", "playbooks"],
    ["run", "playbook_runs"],
    ["action", "playbook_run_actions"],
    ["notification", "notifications"],
    ["message", "notification_send_history"],
    ["silence", "notification_silences"],
    ["team", "teams"],
  ] as const)
    await ask(word, `select id::text from ${table} order by id desc limit 1`);
  const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * day).toISOString());
  for (const days of [2, 7, 30]) words[`${days} days ago`] = ago(days);
  Object.assign(words, { "1 day ago": ago(1), now: ago(0) });
  return (path) => path.replaceAll(/\{([^}]+)\}/g, (_, word: string) => words[word] ?? `{${word}}`);
}
