// The permissions of each role, written by hand from the role table of the specification and the list of what each
// resource guards. Nothing here is computed from the product's own table: if the two differ, this file is right.
//
// The specification:
// admin                  reads all, writes all
// editor                 reads all, writes all except connections, identities, rbac
// commander, responder   read all except rbac, identities, connections; write only responder, incident, evidences,
// comments
// viewer, guest          read as commander; write nothing
// several roles          are merged; a person without a role may do nothing

export interface Guarded {
  resource: string;
  readers: string;
  writers: string;
  /** Tables whose rows can be created, changed and deleted through the data API. */
  tables: string;
  /** Tables whose rows can be created and changed, but not deleted. */
  lasting?: string;
  /** Tables that triggers, jobs and commands write; read-only in the data API. */
  kept?: string;
  views?: string;
  /** The functions, with the arguments to call them with. */
  functions?: Readonly<Record<string, string>>;
}

const everybody = "admin editor commander responder viewer guest";

export const expected: readonly Guarded[] = [
  {
    resource: "connections",
    readers: "admin editor",
    writers: "admin",
    tables: "connections",
    kept: "connection_uses",
    views: "connections_list",
  },
  {
    resource: "identities",
    readers: "admin editor",
    writers: "admin",
    tables: "",
    // The table lists mails without their contents; only administrators can read the contents, with a separate call.
    kept: "mails",
    views: "identities",
  },
  {
    // Everybody can read people; writing them needs the resource identities and is done by commands.
    resource: "people: database to read, identities to write",
    readers: everybody,
    writers: "admin",
    tables: "",
    kept: "people",
  },
  {
    resource: "rbac",
    readers: "admin editor",
    writers: "admin",
    tables: "permission_groups",
    kept: "person_roles processes audit_log",
    views: "audit_log_types",
  },
  {
    resource: "permissions",
    readers: everybody,
    writers: "admin editor",
    tables: "permissions",
    views: "permissions_summary",
  },
  {
    resource: "incident",
    readers: everybody,
    writers: "admin editor commander responder",
    tables: "incidents hypotheses incident_rules incident_relationships",
    lasting: "incidents",
    kept: "incident_histories",
    views: "incident_summary incident_summary_by_component incidents_by_component incidents_by_config",
  },
  {
    resource: "responder",
    readers: everybody,
    writers: "admin editor commander responder",
    tables: "responders",
  },
  {
    resource: "evidences",
    readers: everybody,
    writers: "admin editor commander responder",
    tables: "evidences",
  },
  {
    resource: "comments",
    readers: everybody,
    writers: "admin editor commander responder",
    tables: "comments comment_responders",
  },
  {
    resource: "canaries",
    readers: everybody,
    writers: "admin editor",
    tables:
      "canaries checks check_statuses check_config_relationships check_component_relationships maintenance_windows",
    kept: "check_statuses_1h check_statuses_1d check_status_summaries",
    views:
      "canaries_with_status check_status_summary check_status_summary_aged check_status_summary_hour check_statuses_5m " +
      "check_summary check_summary_by_component check_summary_by_config check_summary_for_config checks_by_component " +
      "checks_by_config checks_status_artifacts check_uptimes",
  },
  {
    resource: "topologies",
    readers: everybody,
    writers: "admin editor",
    tables: "topologies components component_relationships team_components",
    kept: "component_states",
    views: "topologies_with_status topology component_intervals",
    functions: {
      unhealthy_intervals: "ids={00000000-0000-0000-0000-000000000009}&since=2026-01-01T00:00:00Z&step=1 minute",
    },
  },
  {
    resource: "config_scrapers",
    readers: everybody,
    writers: "admin editor",
    tables:
      "config_scrapers scrape_plugins config_items config_changes config_analysis config_relationships " +
      "config_component_relationships",
    kept: "config_locations config_lost_versions config_sightings config_unlisted_versions",
    views:
      "configs config_detail config_scrapers_with_status scrape_plugins_with_status config_analysis_items config_changes_items " +
      "catalog_changes " +
      "analysis_by_component analysis_by_config analysis_summary_by_component changes_by_component config_summary " +
      "config_class_summary config_item_summary_3d config_item_summary_7d config_item_summary_30d",
    functions: {
      related_configs_recursive: "config_id=00000000-0000-0000-0000-000000000009",
      related_config_ids_recursive: "config_id=00000000-0000-0000-0000-000000000009",
      config_relationships_recursive: "config_id=00000000-0000-0000-0000-000000000009",
      related_changes_recursive: "lookup_id=00000000-0000-0000-0000-000000000009",
      config_ids_around: "lookup_id=00000000-0000-0000-0000-000000000009",
      search_configs: "search=nothing",
      configs_mentioning: "search=nothing",
      get_recursive_path: "start=00000000-0000-0000-0000-000000000009",
      lookup_analysis_by_component: "id=00000000-0000-0000-0000-000000000009",
    },
  },
  {
    resource: "playbooks",
    readers: everybody,
    writers: "admin editor",
    tables: "playbooks",
  },
  {
    resource: "playbook_runs",
    readers: everybody,
    writers: "admin editor",
    tables: "",
    kept: "playbook_runs playbook_run_actions playbook_approvals playbook_trigger_counts",
    functions: { get_playbook_run_actions: "run_id=00000000-0000-0000-0000-000000000009" },
  },
  {
    resource: "notifications",
    readers: everybody,
    writers: "admin editor",
    tables: "notifications notification_silences",
    kept: "notification_send_history notification_attempts notification_groups notification_group_resources",
    views: "notifications_summary notification_send_history_resources notification_send_history_summary",
  },
  {
    resource: "agents",
    readers: everybody,
    writers: "admin editor",
    tables: "agents",
    kept: "agent_tallies",
    views: "agents_summary",
  },
  {
    resource: "feature_flags",
    readers: everybody,
    writers: "admin editor",
    tables: "properties",
  },
  {
    resource: "logging_backends",
    readers: everybody,
    writers: "admin editor",
    tables: "logging_backends",
  },
  {
    resource: "integrations",
    readers: everybody,
    writers: "admin editor",
    tables: "",
    kept: "job_history",
    views:
      "integrations_with_status job_histories canary_job_histories job_history_names job_history_latest_status event_queue_summary event_deliveries event_deliveries_hourly",
  },
  {
    resource: "views",
    readers: everybody,
    writers: "admin editor",
    tables: "views",
    kept: "view_panels",
    views: "views_summary",
  },
  {
    resource: "database",
    readers: everybody,
    writers: "admin editor",
    tables: "teams team_members applications saved_query severities",
    kept: "artifacts config_facets check_facets component_facets",
    views:
      "people_roles teams_with_status config_types config_names config_classes config_statuses config_tags config_labels " +
      "config_tags_labels_keys change_types analysis_types config_analysis_analyzers canary_names check_names check_labels " +
      "checks_labels_keys component_names component_labels component_labels_keys components_with_logs playbook_names",
  },
  {
    // These tables are not in the data API for any role.
    resource: "auth",
    readers: "",
    writers: "",
    tables: "",
  },
];

/** Tables that exist but are not exposed. */
export const absent = [
  "access_tokens",
  "credentials",
  "sessions",
  "identity_flows",
  "flow_errors",
  "sign_in_throttles",
  "invites",
  "artifact_chunks",
  "settings",
  "changes",
  "schema_roles",
  "job_schedules",
];
