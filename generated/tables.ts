// Written by `npm run types` from the schema; never edited.
import type { AgentName, AuthenticationMethods, ComponentSummary, ConnectionProperties, Counts, CountsOfCounts, CustomServices, FlowUi, IdentityTraits, JobDetails, Json, Labels, Latency, NamedPeople, NamedPerson, NamedThing, NotificationResource, ObjectSelector, Pause, PersonProperties, PlaybookSpec, Properties, TeamSpec, ToldValues, Uptime, ViewSpec } from "#language/columns.ts";

export interface Tables {
  /** Tokens for programs that act for a person. */
  access_tokens: {
    Row: {
      id: string;
      name: string;
      person_id: string;
      /** SHA-256 of the whole token; the token itself is shown once and never stored. */
      digest: Uint8Array;
      created_at: string;
      created_by: string | null;
      /** Null if it never expires. */
      expires_at: string | null;
      /** To the minute. */
      last_used_at: string | null;
      /** Whether it can only read. */
      read_only: boolean;
    };
    Insert: {
      id?: string;
      name: string;
      person_id: string;
      digest: Uint8Array;
      created_at?: string;
      created_by?: string | null;
      expires_at?: string | null;
      last_used_at?: string | null;
      read_only?: boolean;
    };
    Update: {
      id?: string;
      name?: string;
      person_id?: string;
      digest?: Uint8Array;
      created_at?: string;
      created_by?: string | null;
      expires_at?: string | null;
      last_used_at?: string | null;
      read_only?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "access_tokens_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "access_tokens_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Playbook actions that agents run, from the start until the worker has read the result. */
  agent_actions: {
    Row: {
      action_id: string;
      agent_id: string;
      /** The action as the agent gets it, with its credentials. */
      payload: string;
      status: "waiting" | "running" | "cancelled" | "ended";
      /** The result that the agent has pushed. */
      outcome: Json | null;
      /** The last time the agent sent output or asked whether the action is cancelled, to about 10 seconds. Null for agents that do neither. */
      reported_at: string | null;
      created_at: string;
    };
    Insert: {
      action_id: string;
      agent_id: string;
      payload: string;
      status?: "waiting" | "running" | "cancelled" | "ended";
      outcome?: Json | null;
      reported_at?: string | null;
      created_at?: string;
    };
    Update: {
      action_id?: string;
      agent_id?: string;
      payload?: string;
      status?: "waiting" | "running" | "cancelled" | "ended";
      outcome?: Json | null;
      reported_at?: string | null;
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "agent_actions_action_id_fkey";
        columns: ["action_id"];
        isOneToOne: true;
        referencedRelation: "playbook_run_actions";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "agent_actions_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Output of actions on agents, until the worker has read it. */
  agent_outputs: {
    Row: {
      action_id: string;
      /** The number of the piece, from 0. A piece that the agent sends again is stored once. */
      number: number;
      content: string;
    };
    Insert: {
      action_id: string;
      number: number;
      content: string;
    };
    Update: {
      action_id?: string;
      number?: number;
      content?: string;
    };
    Relationships: [
      {
        foreignKeyName: "agent_outputs_action_id_fkey";
        columns: ["action_id"];
        isOneToOne: false;
        referencedRelation: "agent_actions";
        referencedColumns: ["action_id"];
      },
    ];
  };
  /** Numbers of rows of each agent, to be added up. Maintained by triggers and compact_agent_tallies. */
  agent_tallies: {
    Row: {
      agent_id: string;
      /** The table of the rows. */
      what: string;
      rows: number;
    };
    Insert: {
      agent_id: string;
      what: string;
      rows: number;
    };
    Update: {
      agent_id?: string;
      what?: string;
      rows?: number;
    };
    Relationships: [
      {
        foreignKeyName: "agent_tallies_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Systems that run elsewhere and push what they find to this one. */
  agents: {
    Row: {
      id: string;
      name: string;
      hostname: string | null;
      description: string | null;
      ip: string | null;
      version: string | null;
      username: string | null;
      /** The person whose token the agent uses. */
      person_id: string | null;
      properties: Labels | null;
      tls: string | null;
      created_by: string | null;
      created_at: string;
      /** A heartbeat does not count as an update. */
      updated_at: string;
      /** Whether its rows are deleted together with the agent. */
      cleanup: boolean;
      deleted_at: string | null;
      /** Its last heartbeat. */
      last_seen: string | null;
      /** The last time it pushed rows. */
      last_received: string | null;
      /** The status that was last published as an event; null before the first. Maintained by a job. */
      reported_status: "online" | "offline" | null;
      /** The time of the oldest result that the agent has not pushed yet; null if none waits. */
      waiting_since: string | null;
      /** The number of results that the agent has not pushed yet. */
      waiting_results: number;
    };
    Insert: {
      id?: string;
      name: string;
      hostname?: string | null;
      description?: string | null;
      ip?: string | null;
      version?: string | null;
      username?: string | null;
      person_id?: string | null;
      properties?: Labels | null;
      tls?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      cleanup?: boolean;
      deleted_at?: string | null;
      last_seen?: string | null;
      last_received?: string | null;
      reported_status?: "online" | "offline" | null;
      waiting_since?: string | null;
      waiting_results?: number;
    };
    Update: {
      id?: string;
      name?: string;
      hostname?: string | null;
      description?: string | null;
      ip?: string | null;
      version?: string | null;
      username?: string | null;
      person_id?: string | null;
      properties?: Labels | null;
      tls?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      cleanup?: boolean;
      deleted_at?: string | null;
      last_seen?: string | null;
      last_received?: string | null;
      reported_status?: "online" | "offline" | null;
      waiting_since?: string | null;
      waiting_results?: number;
    };
    Relationships: [
      {
        foreignKeyName: "agents_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "agents_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Alerts with the times and annotations that their sender gave. */
  alerts: {
    Row: {
      /** The canary of the source. */
      canary_id: string;
      /** A digest of the labels, which identify the alert within its source. */
      fingerprint: string;
      /** Null until the first result of its check is recorded. */
      check_id: string | null;
      labels: Labels;
      annotations: Labels;
      generator_url: string | null;
      starts_at: string;
      /** The time at which the alert is resolved unless its sender repeats it; null if only the sender resolves it. */
      ends_at: string | null;
      updated_at: string;
      /** The last status that was recorded for its check. */
      reported: "firing" | "resolved" | null;
    };
    Insert: {
      canary_id: string;
      fingerprint: string;
      check_id?: string | null;
      labels: Labels;
      annotations: Labels;
      generator_url?: string | null;
      starts_at: string;
      ends_at?: string | null;
      updated_at?: string;
      reported?: "firing" | "resolved" | null;
    };
    Update: {
      canary_id?: string;
      fingerprint?: string;
      check_id?: string | null;
      labels?: Labels;
      annotations?: Labels;
      generator_url?: string | null;
      starts_at?: string;
      ends_at?: string | null;
      updated_at?: string;
      reported?: "firing" | "resolved" | null;
    };
    Relationships: [
      {
        foreignKeyName: "alerts_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "alerts_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Applications, with rules that find their people, environments and risks. */
  applications: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      /** *** in place of each credential. */
      spec: Json;
      labels: Labels | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string | null;
      description?: string | null;
      spec: Json;
      labels?: Labels | null;
      source?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      description?: string | null;
      spec?: Json;
      labels?: Labels | null;
      source?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "applications_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The bytes of an artifact in order, in chunks small enough for a process to hold many of them. */
  artifact_chunks: {
    Row: {
      artifact_id: string;
      number: number;
      content: Uint8Array;
    };
    Insert: {
      artifact_id: string;
      number: number;
      content: Uint8Array;
    };
    Update: {
      artifact_id?: string;
      number?: number;
      content?: Uint8Array;
    };
    Relationships: [
      {
        foreignKeyName: "artifact_chunks_artifact_id_fkey";
        columns: ["artifact_id"];
        isOneToOne: false;
        referencedRelation: "artifacts";
        referencedColumns: ["id"];
      },
    ];
  };
  /** A file that a run produced. */
  artifacts: {
    Row: {
      id: string;
      /** The path that the producer chose, such as playbooks/<action>/report.json. */
      path: string;
      filename: string;
      content_type: string;
      /** Bytes. */
      size: number;
      /** SHA-256 of the bytes, in hex. */
      checksum: string;
      /** Location of the bytes. */
      store: "database" | "s3";
      /** Time when the last byte was stored; null while it is being written. */
      completed_at: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** It is removed after this time; null keeps it. */
      expires_at: string | null;
      /** The connection to the storage of the bytes, if there is one. */
      connection_id: string | null;
      /** The config change that it shows. */
      config_change_id: string | null;
      /** The check that produced it. */
      check_id: string | null;
      /** The run of the check that produced it. */
      check_time: string | null;
      /** The playbook action that produced it. */
      playbook_run_action_id: string | null;
    };
    Insert: {
      id?: string;
      path: string;
      filename: string;
      content_type?: string;
      size?: number;
      checksum?: string;
      store: "database" | "s3";
      completed_at?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      expires_at?: string | null;
      connection_id?: string | null;
      config_change_id?: string | null;
      check_id?: string | null;
      check_time?: string | null;
      playbook_run_action_id?: string | null;
    };
    Update: {
      id?: string;
      path?: string;
      filename?: string;
      content_type?: string;
      size?: number;
      checksum?: string;
      store?: "database" | "s3";
      completed_at?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      expires_at?: string | null;
      connection_id?: string | null;
      config_change_id?: string | null;
      check_id?: string | null;
      check_time?: string | null;
      playbook_run_action_id?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "artifacts_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "artifacts_config_change_id_fkey";
        columns: ["config_change_id"];
        isOneToOne: false;
        referencedRelation: "config_changes";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "artifacts_connection_id_fkey";
        columns: ["connection_id"];
        isOneToOne: false;
        referencedRelation: "connections";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "artifacts_playbook_run_action_id_fkey";
        columns: ["playbook_run_action_id"];
        isOneToOne: false;
        referencedRelation: "playbook_run_actions";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Actions with their actor, resource, time and address. Written in the transaction of the action and append-only. */
  audit_log: {
    Row: {
      id: string;
      created_at: string;
      /** A person, a token that acted for one, or the system itself: its command line. */
      actor_kind: "person" | "token" | "system";
      /** The acting person, or the account of a sign-in attempt; null if the account does not exist. No foreign key, because the record outlives the person. */
      person_id: string | null;
      /** The name of the person at that time. */
      person_name: string | null;
      /** The access token that was used. */
      token_name: string | null;
      action: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test" | "run";
      /** The table, such as connections. */
      resource_type: string;
      /** The key of the row. */
      resource_id: string | null;
      /** The name of the resource at that time. */
      resource_name: string | null;
      /** The columns that an update changed. */
      columns: string[] | null;
      /** The network address that the request came from. */
      address: string | null;
      user_agent: string | null;
      /** The id of the request in the log. */
      request_id: string | null;
      /** The values before: for an update the changed columns, for a deletion all. Never a secret; null if values are not recorded. */
      before: ToldValues | null;
      /** The values after: for an update the changed columns, for a new row all. Never a secret; null if values are not recorded. */
      after: ToldValues | null;
    };
    Insert: {
      id?: string;
      created_at?: string;
      actor_kind: "person" | "token" | "system";
      person_id?: string | null;
      person_name?: string | null;
      token_name?: string | null;
      action: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test" | "run";
      resource_type: string;
      resource_id?: string | null;
      resource_name?: string | null;
      columns?: string[] | null;
      address?: string | null;
      user_agent?: string | null;
      request_id?: string | null;
      before?: ToldValues | null;
      after?: ToldValues | null;
    };
    Update: {
      id?: string;
      created_at?: string;
      actor_kind?: "person" | "token" | "system";
      person_id?: string | null;
      person_name?: string | null;
      token_name?: string | null;
      action?: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test" | "run";
      resource_type?: string;
      resource_id?: string | null;
      resource_name?: string | null;
      columns?: string[] | null;
      address?: string | null;
      user_agent?: string | null;
      request_id?: string | null;
      before?: ToldValues | null;
      after?: ToldValues | null;
    };
    Relationships: [];
  };
  /** Groups of checks with one schedule. */
  canaries: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      namespace: string;
      labels: Labels | null;
      annotations: Labels | null;
      /** The checks by kind, and their schedule; *** in place of each credential. */
      spec: Json;
      /** UI if it is edited here; otherwise the place where it is kept, such as a file or component/<id>. */
      source: string | null;
      is_pushed: boolean;
      created_by: string | null;
      created_at: string;
      /** The last change of the spec. */
      updated_at: string;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      agent_id?: string;
      name: string;
      namespace?: string;
      labels?: Labels | null;
      annotations?: Labels | null;
      spec: Json;
      source?: string | null;
      is_pushed?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      agent_id?: string;
      name?: string;
      namespace?: string;
      labels?: Labels | null;
      annotations?: Labels | null;
      spec?: Json;
      source?: string | null;
      is_pushed?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "canaries_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "canaries_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Recent changes of rows, for live screens. Kept for about 15 minutes; written by triggers on every exposed or watched table. */
  changes: {
    Row: {
      id: number;
      /** The transaction that wrote the row. A reader finds new rows by comparing two snapshots. */
      xid: string;
      relation: string;
      /** Keys of the changed rows; null if there were too many to list. */
      ids: string[] | null;
      at: string;
    };
    Insert: {
      xid?: string;
      relation: string;
      ids?: string[] | null;
      at?: string;
    };
    Update: {
      xid?: string;
      relation?: string;
      ids?: string[] | null;
      at?: string;
    };
    Relationships: [];
  };
  /** The checks of components. */
  check_component_relationships: {
    Row: {
      component_id: string;
      check_id: string;
      canary_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that created it. */
      selector_id: string | null;
      is_pushed: boolean;
    };
    Insert: {
      component_id: string;
      check_id: string;
      canary_id: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Update: {
      component_id?: string;
      check_id?: string;
      canary_id?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "check_component_relationships_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "check_component_relationships_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "check_component_relationships_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The config items of each check. */
  check_config_relationships: {
    Row: {
      config_id: string;
      check_id: string;
      canary_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that created it. */
      selector_id: string | null;
      is_pushed: boolean;
    };
    Insert: {
      config_id: string;
      check_id: string;
      canary_id: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Update: {
      config_id?: string;
      check_id?: string;
      canary_id?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "check_config_relationships_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "check_config_relationships_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "check_config_relationships_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Labels of existing checks. Maintained by triggers. */
  check_facets: {
    Row: {
      kind: string;
      key: string;
      value: string;
    };
    Insert: {
      kind: string;
      key: string;
      value: string;
    };
    Update: {
      kind?: string;
      key?: string;
      value?: string;
    };
    Relationships: [];
  };
  /** Objects that checks create in clusters and leave there, until the check or its spec no longer contains them. */
  check_static_objects: {
    Row: {
      id: string;
      /** No foreign key, because a dry run has no row. */
      check_id: string;
      /** The canary that connects to the cluster. */
      canary: Json;
      /** The cluster as in the spec: connection, kubeconfig. */
      cluster: Json;
      api_version: string;
      kind: string;
      /** Empty for cluster-scoped objects. */
      namespace: string;
      name: string;
      created_at: string;
    };
    Insert: {
      id?: string;
      check_id: string;
      canary: Json;
      cluster: Json;
      api_version: string;
      kind: string;
      namespace: string;
      name: string;
      created_at?: string;
    };
    Update: {
      id?: string;
      check_id?: string;
      canary?: Json;
      cluster?: Json;
      api_version?: string;
      kind?: string;
      namespace?: string;
      name?: string;
      created_at?: string;
    };
    Relationships: [];
  };
  /** The latest runs of each check in slots of ten minutes, with durations and results. Maintained by triggers. */
  check_status_slots: {
    Row: {
      check_id: string;
      /** The ten minutes of the day, modulo eight; older runs are overwritten. */
      slot: number;
      began: string;
      times: string[];
      /** Milliseconds, in the order of times. */
      took: number[];
      /** 1 passed, 2 failed; 3 and 4 the same without counting in uptime; 0 unknown. */
      how: number[];
    };
    Insert: {
      check_id: string;
      slot: number;
      began: string;
      times: string[];
      took: number[];
      how: number[];
    };
    Update: {
      check_id?: string;
      slot?: number;
      began?: string;
      times?: string[];
      took?: number[];
      how?: number[];
    };
    Relationships: [
      {
        foreignKeyName: "check_status_slots_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Summary of each check over the last hour, or of its last run if that is older. Maintained by triggers and summarise_checks. */
  check_status_summaries: {
    Row: {
      check_id: string;
      /** Milliseconds, like the others. */
      p99: number | null;
      p97: number | null;
      p95: number | null;
      p50: number | null;
      mean: number | null;
      passed: number;
      failed: number;
      last_check: string;
      last_pass: string | null;
      last_fail: string | null;
      updated_at: string;
    };
    Insert: {
      check_id: string;
      p99?: number | null;
      p97?: number | null;
      p95?: number | null;
      p50?: number | null;
      mean?: number | null;
      passed: number;
      failed: number;
      last_check: string;
      last_pass?: string | null;
      last_fail?: string | null;
      updated_at?: string;
    };
    Update: {
      check_id?: string;
      p99?: number | null;
      p97?: number | null;
      p95?: number | null;
      p50?: number | null;
      mean?: number | null;
      passed?: number;
      failed?: number;
      last_check?: string;
      last_pass?: string | null;
      last_fail?: string | null;
      updated_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "check_status_summaries_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: true;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Every run of a check, with one partition per day. */
  check_statuses: {
    Row: {
      check_id: string;
      time: string;
      /** Whether it passed. */
      status: boolean | null;
      /** Milliseconds. */
      duration: number | null;
      message: string | null;
      error: string | null;
      details: Json | null;
      /** Whether the check itself is wrong, not its target. */
      invalid: boolean | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      created_at: string;
      is_pushed: boolean;
      /** A fault on our side prevented the check: the state of the target is unknown, and status is null. */
      could_not_check: boolean;
      /** It ran in a maintenance window or while its check was paused: no alert, and it does not count in uptime. */
      in_maintenance: boolean;
      metrics: Json | null;
      /** The time by the clock of the agent that ran the check, if its clock differed from the clock of this server. */
      agent_time: string | null;
    };
    Insert: {
      check_id: string;
      time: string;
      status?: boolean | null;
      duration?: number | null;
      message?: string | null;
      error?: string | null;
      details?: Json | null;
      invalid?: boolean | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      created_at?: string;
      is_pushed?: boolean;
      could_not_check?: boolean;
      in_maintenance?: boolean;
      metrics?: Json | null;
      agent_time?: string | null;
    };
    Update: {
      check_id?: string;
      time?: string;
      status?: boolean | null;
      duration?: number | null;
      message?: string | null;
      error?: string | null;
      details?: Json | null;
      invalid?: boolean | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      created_at?: string;
      is_pushed?: boolean;
      could_not_check?: boolean;
      in_maintenance?: boolean;
      metrics?: Json | null;
      agent_time?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "check_statuses_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Totals of the runs of each check per day. */
  check_statuses_1d: {
    Row: {
      check_id: string;
      /** Start of the day in UTC. */
      created_at: string;
      /** Milliseconds of all runs together. */
      duration: number;
      total: number;
      passed: number;
      failed: number;
    };
    Insert: {
      check_id: string;
      created_at: string;
      duration: number;
      total: number;
      passed: number;
      failed: number;
    };
    Update: {
      check_id?: string;
      created_at?: string;
      duration?: number;
      total?: number;
      passed?: number;
      failed?: number;
    };
    Relationships: [
      {
        foreignKeyName: "check_statuses_1d_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Totals of the runs of each check per hour. */
  check_statuses_1h: {
    Row: {
      check_id: string;
      /** Start of the hour. */
      created_at: string;
      /** Milliseconds of all runs together. */
      duration: number;
      total: number;
      passed: number;
      failed: number;
    };
    Insert: {
      check_id: string;
      created_at: string;
      duration: number;
      total: number;
      passed: number;
      failed: number;
    };
    Update: {
      check_id?: string;
      created_at?: string;
      duration?: number;
      total?: number;
      passed?: number;
      failed?: number;
    };
    Relationships: [
      {
        foreignKeyName: "check_statuses_1h_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The next run of each check, or of a canary whose checks depend on each other. */
  check_turns: {
    Row: {
      /** The id of the check or the canary. */
      id: string;
      canary_id: string;
      /** Null for a canary that runs as a whole. */
      check_id: string | null;
      schedule: string;
      due_at: string;
      /** The lease of the worker that runs it; results of a lost lease are not recorded. */
      lease: string | null;
      leased_until: string | null;
    };
    Insert: {
      id: string;
      canary_id: string;
      check_id?: string | null;
      schedule: string;
      due_at: string;
      lease?: string | null;
      leased_until?: string | null;
    };
    Update: {
      id?: string;
      canary_id?: string;
      check_id?: string | null;
      schedule?: string;
      due_at?: string;
      lease?: string | null;
      leased_until?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "check_turns_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "check_turns_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Checks with their current state. */
  checks: {
    Row: {
      id: string;
      canary_id: string;
      agent_id: string;
      type: string;
      name: string;
      namespace: string | null;
      description: string | null;
      icon: string | null;
      /** The check as in the spec of its canary; *** in place of each credential. */
      spec: Json | null;
      labels: Labels | null;
      owner: string | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      category: string | null;
      is_pushed: boolean;
      /** Whether another check created it from its results. */
      transformed: boolean;
      last_runtime: string | null;
      next_runtime: string | null;
      /** The last change of the status. */
      last_transition_time: string | null;
      silenced_at: string | null;
      /** Null before its first run. */
      status: "healthy" | "unhealthy" | null;
      created_at: string;
      /** A run does not count as an update. */
      updated_at: string;
      deleted_at: string | null;
      /** Seconds between two runs by its schedule; null for a check that never runs by itself. */
      interval_seconds: number | null;
      /** Start of a fault on our side that prevents the check; null otherwise. */
      could_not_check_since: string | null;
      /** The fault on our side, in words. */
      could_not_check_reason: string | null;
      /** Time when its alert was held back because it was in maintenance. */
      alert_held_since: string | null;
      /** The check that created it from its results. */
      made_by: string | null;
      /** The last status that was published as an event; it differs from the current one while an alert is held. */
      told_status: "healthy" | "unhealthy" | null;
      /** The credentials of the spec, for a check that is not in the spec of its canary. */
      spec_secrets: string | null;
      /** A digest of the sealed credentials of the canary, which changes when they do. */
      canary_secrets: string | null;
      /** Start of the latest pause. The check is paused now while paused_until is null or in the future. Written by the pause and resume commands. */
      paused_at: string | null;
      /** End of the latest pause; null while it has no end. Resuming a check sets it to the current time. */
      paused_until: string | null;
      /** The person who paused the check. */
      paused_by: string | null;
      pause_reason: string | null;
    };
    Insert: {
      id?: string;
      canary_id: string;
      agent_id?: string;
      type: string;
      name: string;
      namespace?: string | null;
      description?: string | null;
      icon?: string | null;
      spec?: Json | null;
      labels?: Labels | null;
      owner?: string | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      category?: string | null;
      is_pushed?: boolean;
      transformed?: boolean;
      last_runtime?: string | null;
      next_runtime?: string | null;
      last_transition_time?: string | null;
      silenced_at?: string | null;
      status?: "healthy" | "unhealthy" | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      interval_seconds?: number | null;
      could_not_check_since?: string | null;
      could_not_check_reason?: string | null;
      alert_held_since?: string | null;
      made_by?: string | null;
      told_status?: "healthy" | "unhealthy" | null;
      spec_secrets?: string | null;
      canary_secrets?: string | null;
      paused_at?: string | null;
      paused_until?: string | null;
      paused_by?: string | null;
      pause_reason?: string | null;
    };
    Update: {
      id?: string;
      canary_id?: string;
      agent_id?: string;
      type?: string;
      name?: string;
      namespace?: string | null;
      description?: string | null;
      icon?: string | null;
      spec?: Json | null;
      labels?: Labels | null;
      owner?: string | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      category?: string | null;
      is_pushed?: boolean;
      transformed?: boolean;
      last_runtime?: string | null;
      next_runtime?: string | null;
      last_transition_time?: string | null;
      silenced_at?: string | null;
      status?: "healthy" | "unhealthy" | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      interval_seconds?: number | null;
      could_not_check_since?: string | null;
      could_not_check_reason?: string | null;
      alert_held_since?: string | null;
      made_by?: string | null;
      told_status?: "healthy" | "unhealthy" | null;
      spec_secrets?: string | null;
      canary_secrets?: string | null;
      paused_at?: string | null;
      paused_until?: string | null;
      paused_by?: string | null;
      pause_reason?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "checks_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "checks_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "checks_made_by_fkey";
        columns: ["made_by"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "checks_paused_by_fkey";
        columns: ["paused_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** On an agent: the clock of the server minus the own clock, since a time. Empty on a server. */
  clock_offsets: {
    Row: {
      /** The time of the own clock. */
      measured_at: string;
      /** Milliseconds. */
      offset_ms: number;
    };
    Insert: {
      measured_at: string;
      offset_ms: number;
    };
    Update: {
      measured_at?: string;
      offset_ms?: number;
    };
    Relationships: [];
  };
  /** Comments that were sent to other systems. */
  comment_responders: {
    Row: {
      comment_id: string;
      responder_id: string;
      /** The id of the comment in the other system. */
      external_id: string | null;
    };
    Insert: {
      comment_id: string;
      responder_id: string;
      external_id?: string | null;
    };
    Update: {
      comment_id?: string;
      responder_id?: string;
      external_id?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "comment_responders_comment_id_fkey";
        columns: ["comment_id"];
        isOneToOne: false;
        referencedRelation: "comments";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "comment_responders_responder_id_fkey";
        columns: ["responder_id"];
        isOneToOne: false;
        referencedRelation: "responders";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Comments on an incident or a hypothesis. */
  comments: {
    Row: {
      id: string;
      created_by: string;
      comment: string;
      /** The id in the other system, for a comment that was written there. */
      external_id: string | null;
      /** The author, if it was written in another system. */
      external_created_by: string | null;
      incident_id: string;
      responder_id: string | null;
      hypothesis_id: string | null;
      read: number[] | null;
      created_at: string;
      updated_at: string;
      /** Time when an administrator removed the text. */
      redacted_at: string | null;
      redacted_by: string | null;
      redaction_reason: string | null;
    };
    Insert: {
      id?: string;
      created_by: string;
      comment: string;
      external_id?: string | null;
      external_created_by?: string | null;
      incident_id: string;
      responder_id?: string | null;
      hypothesis_id?: string | null;
      read?: number[] | null;
      created_at?: string;
      updated_at?: string;
      redacted_at?: string | null;
      redacted_by?: string | null;
      redaction_reason?: string | null;
    };
    Update: {
      id?: string;
      created_by?: string;
      comment?: string;
      external_id?: string | null;
      external_created_by?: string | null;
      incident_id?: string;
      responder_id?: string | null;
      hypothesis_id?: string | null;
      read?: number[] | null;
      created_at?: string;
      updated_at?: string;
      redacted_at?: string | null;
      redacted_by?: string | null;
      redaction_reason?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "comments_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "comments_hypothesis_id_fkey";
        columns: ["hypothesis_id"];
        isOneToOne: false;
        referencedRelation: "hypotheses";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "comments_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "comments_redacted_by_fkey";
        columns: ["redacted_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "comments_responder_id_fkey";
        columns: ["responder_id"];
        isOneToOne: false;
        referencedRelation: "responders";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Components to compute again, and teams to match with components again: one row per write, so that writers never wait for each other. The roll-up deletes the rows. */
  component_dirt: {
    Row: {
      id: number;
      component_id: string | null;
      team_id: string | null;
      /** Whether the component itself changed, so that selectors of teams may match it differently. */
      is_edited: boolean;
    };
    Insert: {
      component_id?: string | null;
      team_id?: string | null;
      is_edited?: boolean;
    };
    Update: {
      component_id?: string | null;
      team_id?: string | null;
      is_edited?: boolean;
    };
    Relationships: [];
  };
  /** Labels of existing components. Maintained by triggers. */
  component_facets: {
    Row: {
      kind: string;
      key: string;
      value: string;
    };
    Insert: {
      kind: string;
      key: string;
      value: string;
    };
    Update: {
      kind?: string;
      key?: string;
      value?: string;
    };
    Relationships: [];
  };
  /** Former texts and headline values of properties, each until the next one, at most one per five minutes. A property without rows never changed. Maintained by triggers. */
  component_property_states: {
    Row: {
      component_id: string;
      property: string;
      /** -infinity for the value before the first change. */
      since: string;
      /** The property; null while the component did not have it. */
      value: Json | null;
    };
    Insert: {
      component_id: string;
      property: string;
      since: string;
      value?: Json | null;
    };
    Update: {
      component_id?: string;
      property?: string;
      since?: string;
      value?: Json | null;
    };
    Relationships: [
      {
        foreignKeyName: "component_property_states_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Components that belong to others in addition to their parent. */
  component_relationships: {
    Row: {
      /** The child. */
      component_id: string;
      /** The parent. */
      relationship_id: string;
      selector_id: string | null;
      relationship_path: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      is_pushed: boolean;
    };
    Insert: {
      component_id: string;
      relationship_id: string;
      selector_id?: string | null;
      relationship_path?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      is_pushed?: boolean;
    };
    Update: {
      component_id?: string;
      relationship_id?: string;
      selector_id?: string | null;
      relationship_path?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      is_pushed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "component_relationships_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "component_relationships_relationship_id_fkey";
        columns: ["relationship_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The states of each component, each until the next one. Maintained by triggers. */
  component_states: {
    Row: {
      component_id: string;
      since: string;
      name: string;
      /** No foreign key, because the parent may be gone. */
      parent_id: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      status: string;
      is_deleted: boolean;
    };
    Insert: {
      component_id: string;
      since: string;
      name: string;
      parent_id?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      status: string;
      is_deleted: boolean;
    };
    Update: {
      component_id?: string;
      since?: string;
      name?: string;
      parent_id?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      status?: string;
      is_deleted?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "component_states_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The components of the displayed system. */
  components: {
    Row: {
      id: string;
      agent_id: string;
      topology_id: string | null;
      external_id: string;
      parent_id: string | null;
      config_id: string | null;
      name: string;
      /** Displayed instead of the name. */
      text: string | null;
      topology_type: string | null;
      namespace: string | null;
      type: string | null;
      icon: string | null;
      owner: string | null;
      labels: Labels | null;
      /** Ids of its ancestors from the root to the parent, joined by dots. */
      path: string | null;
      /** Any text; empty if unknown. */
      status: string;
      status_expr: string | null;
      status_reason: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      health_expr: string | null;
      description: string | null;
      lifecycle: string | null;
      tooltip: string | null;
      hidden: boolean;
      silenced: boolean;
      is_leaf: boolean;
      schedule: string | null;
      /** Totals of the component and all its descendants. */
      summary: ComponentSummary | null;
      /** Selects the components below it. */
      selectors: Json | null;
      /** Selects its logs. */
      log_selectors: Json | null;
      /** Selects its checks. */
      component_checks: Json | null;
      /** Selects its config items. */
      configs: Json | null;
      properties: Properties | null;
      /** For search. */
      properties_values: Json | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      is_pushed: boolean;
      /** Hash of everything that the last build wrote; a build skips components with an equal hash. */
      build_hash: string | null;
      /** The health that a lookup or its spec states; null if none does. */
      stated_health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      /** The status that a lookup or its spec states; null if none does. */
      stated_status: string | null;
      /** The last change of the health. Maintained by a trigger. */
      last_transition_time: string | null;
      /** Components with lower numbers come first among those that are otherwise equal; null comes last. */
      display_order: number | null;
    };
    Insert: {
      id?: string;
      agent_id?: string;
      topology_id?: string | null;
      external_id?: string;
      parent_id?: string | null;
      config_id?: string | null;
      name: string;
      text?: string | null;
      topology_type?: string | null;
      namespace?: string | null;
      type?: string | null;
      icon?: string | null;
      owner?: string | null;
      labels?: Labels | null;
      path?: string | null;
      status?: string;
      status_expr?: string | null;
      status_reason?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      health_expr?: string | null;
      description?: string | null;
      lifecycle?: string | null;
      tooltip?: string | null;
      hidden?: boolean;
      silenced?: boolean;
      is_leaf?: boolean;
      schedule?: string | null;
      summary?: ComponentSummary | null;
      selectors?: Json | null;
      log_selectors?: Json | null;
      component_checks?: Json | null;
      configs?: Json | null;
      properties?: Properties | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      is_pushed?: boolean;
      build_hash?: string | null;
      stated_health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      stated_status?: string | null;
      last_transition_time?: string | null;
      display_order?: number | null;
    };
    Update: {
      id?: string;
      agent_id?: string;
      topology_id?: string | null;
      external_id?: string;
      parent_id?: string | null;
      config_id?: string | null;
      name?: string;
      text?: string | null;
      topology_type?: string | null;
      namespace?: string | null;
      type?: string | null;
      icon?: string | null;
      owner?: string | null;
      labels?: Labels | null;
      path?: string | null;
      status?: string;
      status_expr?: string | null;
      status_reason?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      health_expr?: string | null;
      description?: string | null;
      lifecycle?: string | null;
      tooltip?: string | null;
      hidden?: boolean;
      silenced?: boolean;
      is_leaf?: boolean;
      schedule?: string | null;
      summary?: ComponentSummary | null;
      selectors?: Json | null;
      log_selectors?: Json | null;
      component_checks?: Json | null;
      configs?: Json | null;
      properties?: Properties | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      is_pushed?: boolean;
      build_hash?: string | null;
      stated_health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      stated_status?: string | null;
      last_transition_time?: string | null;
      display_order?: number | null;
    };
    Relationships: [
      {
        foreignKeyName: "components_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "components_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "components_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "components_parent_id_fkey";
        columns: ["parent_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "components_topology_id_fkey";
        columns: ["topology_id"];
        isOneToOne: false;
        referencedRelation: "topologies";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Insights: findings of analyzers about config items. */
  config_analysis: {
    Row: {
      id: string;
      config_id: string;
      scraper_id: string | null;
      created_by: string | null;
      source: string | null;
      analyzer: string;
      analysis_type: "availability" | "compliance" | "cost" | "integration" | "other" | "performance" | "recommendation" | "reliability" | "security" | "technical_debt" | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      summary: string | null;
      /** An insight that was resolved long ago is closed. */
      status: "open" | "resolved" | "silenced" | "closed";
      message: string | null;
      analysis: Json | null;
      properties: Properties | null;
      /** For search. */
      properties_values: Json | null;
      first_observed: string;
      last_observed: string;
      is_pushed: boolean;
      /** The last time it was resolved; maintained by a trigger. */
      resolved_at: string | null;
    };
    Insert: {
      id?: string;
      config_id: string;
      scraper_id?: string | null;
      created_by?: string | null;
      source?: string | null;
      analyzer: string;
      analysis_type?: "availability" | "compliance" | "cost" | "integration" | "other" | "performance" | "recommendation" | "reliability" | "security" | "technical_debt" | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      summary?: string | null;
      status?: "open" | "resolved" | "silenced" | "closed";
      message?: string | null;
      analysis?: Json | null;
      properties?: Properties | null;
      first_observed?: string;
      last_observed?: string;
      is_pushed?: boolean;
      resolved_at?: string | null;
    };
    Update: {
      id?: string;
      config_id?: string;
      scraper_id?: string | null;
      created_by?: string | null;
      source?: string | null;
      analyzer?: string;
      analysis_type?: "availability" | "compliance" | "cost" | "integration" | "other" | "performance" | "recommendation" | "reliability" | "security" | "technical_debt" | null;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      summary?: string | null;
      status?: "open" | "resolved" | "silenced" | "closed";
      message?: string | null;
      analysis?: Json | null;
      properties?: Properties | null;
      first_observed?: string;
      last_observed?: string;
      is_pushed?: boolean;
      resolved_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_analysis_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_analysis_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_analysis_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: false;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The time from which config_change_tallies counts the days back. */
  config_change_clock: {
    Row: {
      is_only: boolean;
      aged_until: string;
    };
    Insert: {
      is_only?: boolean;
      aged_until: string;
    };
    Update: {
      is_only?: boolean;
      aged_until?: string;
    };
    Relationships: [];
  };
  /** Numbers of changes of all config items by the time of their last observation, without config_change_notes. For the chart above the list of changes and for the size of the list. */
  config_change_counts: {
    Row: {
      /** Start of six hours, counted from midnight in UTC. */
      period: string;
      change_type: string;
      /** A severity, or none. */
      severity: string;
      changes: number;
      config_type: string;
    };
    Insert: {
      period: string;
      change_type: string;
      severity: string;
      changes: number;
      config_type: string;
    };
    Update: {
      period?: string;
      change_type?: string;
      severity?: string;
      changes?: number;
      config_type?: string;
    };
    Relationships: [];
  };
  /** Differences that config_change_counts does not contain yet. Append-only, so that writers never wait for each other; merge_config_change_notes merges them. */
  config_change_notes: {
    Row: {
      period: string;
      change_type: string;
      severity: string;
      changes: number;
      config_type: string;
    };
    Insert: {
      period: string;
      change_type: string;
      severity: string;
      changes: number;
      config_type: string;
    };
    Update: {
      period?: string;
      change_type?: string;
      severity?: string;
      changes?: number;
      config_type?: string;
    };
    Relationships: [];
  };
  /** Numbers of recent changes of each config item, to the minute. Maintained by triggers and age_config_change_tallies. */
  config_change_tallies: {
    Row: {
      config_id: string;
      /** Changes in the last three days. */
      last_3d: number;
      last_7d: number;
      last_30d: number;
      /** The last change of the document, as in config_items. */
      updated_at: string | null;
    };
    Insert: {
      config_id: string;
      last_3d?: number;
      last_7d?: number;
      last_30d?: number;
      updated_at?: string | null;
    };
    Update: {
      config_id?: string;
      last_3d?: number;
      last_7d?: number;
      last_30d?: number;
      updated_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_change_tallies_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Changes of config items. */
  config_changes: {
    Row: {
      id: string;
      config_id: string;
      /** The id in the source; a change that is reported twice is one row. */
      external_change_id: string | null;
      /** The author as the source names them. */
      external_created_by: string | null;
      /** An open vocabulary; diff for a change of the document. */
      change_type: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      source: string | null;
      summary: string | null;
      patches: Json | null;
      diff: string | null;
      details: Json | null;
      /** The author, if it is a person of this system. No foreign key, because agents report unknown people. */
      created_by: string | null;
      /** The last time it was observed. */
      created_at: string;
      /** Number of times it was observed. */
      count: number;
      /** Equal for changes that differ only in times, ids and numbers. */
      fingerprint: string | null;
      /** The first time it was observed. */
      first_observed: string;
      is_pushed: boolean;
      inserted_at: string;
      /** Tags of the config item, maintained by carry_config_item and follow_config_items; for row policies. */
      config_tags: Json | null;
      /** MD5 of the normalized document after this change. */
      config_hash: string | null;
      /** Type of the config item, maintained by carry_config_item and follow_config_items. */
      config_type: string | null;
    };
    Insert: {
      id?: string;
      config_id: string;
      external_change_id?: string | null;
      external_created_by?: string | null;
      change_type: string;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      source?: string | null;
      summary?: string | null;
      patches?: Json | null;
      diff?: string | null;
      details?: Json | null;
      created_by?: string | null;
      created_at?: string;
      count?: number;
      fingerprint?: string | null;
      first_observed?: string;
      is_pushed?: boolean;
      inserted_at?: string;
      config_tags?: Json | null;
      config_hash?: string | null;
      config_type?: string | null;
    };
    Update: {
      id?: string;
      config_id?: string;
      external_change_id?: string | null;
      external_created_by?: string | null;
      change_type?: string;
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      source?: string | null;
      summary?: string | null;
      patches?: Json | null;
      diff?: string | null;
      details?: Json | null;
      created_by?: string | null;
      created_at?: string;
      count?: number;
      fingerprint?: string | null;
      first_observed?: string;
      is_pushed?: boolean;
      inserted_at?: string;
      config_tags?: Json | null;
      config_hash?: string | null;
      config_type?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_changes_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The config items of components. */
  config_component_relationships: {
    Row: {
      component_id: string;
      config_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that created it; manual if a person did. */
      selector_id: string | null;
      is_pushed: boolean;
    };
    Insert: {
      component_id: string;
      config_id: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Update: {
      component_id?: string;
      config_id?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "config_component_relationships_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_component_relationships_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Tags and labels of existing config items. Maintained by triggers; read through config_tags, config_labels and config_tags_labels_keys. */
  config_facets: {
    Row: {
      kind: "tags" | "labels";
      key: string;
      value: string;
    };
    Insert: {
      kind: "tags" | "labels";
      key: string;
      value: string;
    };
    Update: {
      kind?: "tags" | "labels";
      key?: string;
      value?: string;
    };
    Relationships: [];
  };
  /** Groups whose totals are out of date, one row per write, so that writers never wait for each other. refresh_config_groups deletes the rows. */
  config_group_dirt: {
    Row: {
      group_id: string;
    };
    Insert: {
      group_id: string;
    };
    Update: {
      group_id?: string;
    };
    Relationships: [];
  };
  /** Groups of config items that the summary of the catalog does not distinguish, with totals. The totals are valid unless the group is in config_group_dirt. */
  config_groups: {
    Row: {
      /** Computed from the common properties (config_group_id), so that writers need no lookup. */
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status: string | null;
      health: string | null;
      tags: Labels | null;
      is_deleted: boolean;
      /** Number of items; an empty group stays until sweep_config_groups deletes it. */
      items: number;
      /** Changes in the last three days, from the tallies of the items. */
      last_3d: number;
      last_7d: number;
      last_30d: number;
      /** The newest created_at of its items; updated_at likewise. */
      created_at: string | null;
      updated_at: string | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      /** Open insights of that type, like every open_… column; insights without a type count as other. */
      open_availability: number;
      open_compliance: number;
      open_cost: number;
      open_integration: number;
      open_other: number;
      open_performance: number;
      open_recommendation: number;
      open_reliability: number;
      open_security: number;
      open_technical_debt: number;
      /** The kind_id of its items. */
      kind_id: string;
    };
    Insert: {
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status?: string | null;
      health?: string | null;
      tags?: Labels | null;
      is_deleted: boolean;
      items?: number;
      last_3d?: number;
      last_7d?: number;
      last_30d?: number;
      created_at?: string | null;
      updated_at?: string | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      open_availability?: number;
      open_compliance?: number;
      open_cost?: number;
      open_integration?: number;
      open_other?: number;
      open_performance?: number;
      open_recommendation?: number;
      open_reliability?: number;
      open_security?: number;
      open_technical_debt?: number;
    };
    Update: {
      id?: string;
      agent_id?: string;
      type?: string;
      config_class?: string;
      status?: string | null;
      health?: string | null;
      tags?: Labels | null;
      is_deleted?: boolean;
      items?: number;
      last_3d?: number;
      last_7d?: number;
      last_30d?: number;
      created_at?: string | null;
      updated_at?: string | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      open_availability?: number;
      open_compliance?: number;
      open_cost?: number;
      open_integration?: number;
      open_other?: number;
      open_performance?: number;
      open_recommendation?: number;
      open_reliability?: number;
      open_security?: number;
      open_technical_debt?: number;
    };
    Relationships: [];
  };
  /** The group of each config item, and the values that the group adds up. Separate from the tallies of changes, so that writers of a change and of its item do not wait for each other. Maintained by triggers. */
  config_item_groups: {
    Row: {
      config_id: string;
      group_id: string;
      created_at: string;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
    };
    Insert: {
      config_id: string;
      group_id: string;
      created_at: string;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
    };
    Update: {
      config_id?: string;
      group_id?: string;
      created_at?: string;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_item_groups_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The items that scrapers found, one row each. */
  config_items: {
    Row: {
      id: string;
      /** The agent that pushed it; all zeros for this system itself. */
      agent_id: string;
      icon: string | null;
      scraper_id: string | null;
      /** The broad kind, such as Node or Database. */
      config_class: string;
      status: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready: boolean | null;
      /** Its ids in other systems; the first is its key in the source. */
      external_id: string[] | null;
      /** The exact kind, such as Kubernetes::Pod. */
      type: string;
      /** Default: the end of its id. */
      name: string;
      description: string | null;
      /** The document itself. */
      config: Json | null;
      source: string | null;
      labels: Labels | null;
      /** Labels that the catalog groups by, such as cluster, account and namespace. */
      tags: Labels | null;
      /** For search. */
      tags_values: Json | null;
      properties: Properties | null;
      /** For search. */
      properties_values: Json | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      parent_id: string | null;
      /** Ids of its ancestors from the root to the parent, joined by dots; empty for a root. */
      path: string | null;
      /** The last time a scraper found it. */
      last_scraped_time: string | null;
      /** Whether the upstream system has it. */
      is_pushed: boolean;
      created_by: string | null;
      created_at: string;
      /** The last change of the document. */
      updated_at: string | null;
      deleted_at: string | null;
      delete_reason: string | null;
      /** Time when this system first found it; created_at is the time of its creation. */
      inserted_at: string;
      /** Equal for items with the same agent, type and tags; for row policies. */
      kind_id: string;
    };
    Insert: {
      id?: string;
      agent_id?: string;
      icon?: string | null;
      scraper_id?: string | null;
      config_class: string;
      status?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready?: boolean | null;
      external_id?: string[] | null;
      type: string;
      name: string;
      description?: string | null;
      config?: Json | null;
      source?: string | null;
      labels?: Labels | null;
      tags?: Labels | null;
      properties?: Properties | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      parent_id?: string | null;
      path?: string | null;
      last_scraped_time?: string | null;
      is_pushed?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      delete_reason?: string | null;
      inserted_at?: string;
    };
    Update: {
      id?: string;
      agent_id?: string;
      icon?: string | null;
      scraper_id?: string | null;
      config_class?: string;
      status?: string | null;
      health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready?: boolean | null;
      external_id?: string[] | null;
      type?: string;
      name?: string;
      description?: string | null;
      config?: Json | null;
      source?: string | null;
      labels?: Labels | null;
      tags?: Labels | null;
      properties?: Properties | null;
      cost_per_minute?: number | null;
      cost_total_1d?: number | null;
      cost_total_7d?: number | null;
      cost_total_30d?: number | null;
      parent_id?: string | null;
      path?: string | null;
      last_scraped_time?: string | null;
      is_pushed?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      delete_reason?: string | null;
      inserted_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_items_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_items_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_items_parent_id_fkey";
        columns: ["parent_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_items_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: false;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The texts of each config item that lists search. Maintained by line_config_items. */
  config_lines: {
    Row: {
      config_id: string;
      name: string;
      /** Its name, type, description and namespace, one per line. */
      line: string;
    };
    Insert: {
      config_id: string;
      name: string;
      line: string;
    };
    Update: {
      config_id?: string;
      name?: string;
      line?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_lines_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Scrapers whose edges and parents must be created again from config_references, one row per write. The worker that creates them deletes the rows. */
  config_links_due: {
    Row: {
      scraper_id: string;
    };
    Insert: {
      scraper_id: string;
    };
    Update: {
      scraper_id?: string;
    };
    Relationships: [];
  };
  /** Locations of config items, by the rules of their scrapers (transform.locations). An item can have several. */
  config_locations: {
    Row: {
      /** The config item. */
      id: string;
      /** The location as the rule writes it, such as dc://room-1/rack-7. */
      location: string;
    };
    Insert: {
      id: string;
      location: string;
    };
    Update: {
      id?: string;
      location?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_locations_id_fkey";
        columns: ["id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The time before which changes of a document were deleted; older versions of it are unknown. Maintained by triggers. */
  config_lost_versions: {
    Row: {
      config_id: string;
      /** Time of the newest deleted change. */
      until: string;
    };
    Insert: {
      config_id: string;
      until: string;
    };
    Update: {
      config_id?: string;
      until?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_lost_versions_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Groups that did not exist when an item was written, one row per write. Append-only, because writers that insert into config_groups can deadlock; refresh_config_groups moves the rows there. */
  config_new_groups: {
    Row: {
      /** Computed from the common properties (config_group_id). */
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status: string | null;
      health: string | null;
      tags: Labels | null;
      is_deleted: boolean;
      /** The kind_id of its items. */
      kind_id: string;
    };
    Insert: {
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status?: string | null;
      health?: string | null;
      tags?: Labels | null;
      is_deleted: boolean;
    };
    Update: {
      id?: string;
      agent_id?: string;
      type?: string;
      config_class?: string;
      status?: string | null;
      health?: string | null;
      tags?: Labels | null;
      is_deleted?: boolean;
    };
    Relationships: [];
  };
  /** Parents and relationships that config items name. Edges are created for the ones that are found. */
  config_references: {
    Row: {
      /** The item with the reference. */
      config_id: string;
      /** The order in the source: the first parent that exists is the parent. */
      position: number;
      scraper_id: string;
      is_parent: boolean;
      is_incoming: boolean;
      relation: string | null;
      external_id: string | null;
      type: string | null;
      /** Scraper of the referenced item: null for the same one, all for any, otherwise its id or name. */
      of_scraper: string | null;
      /** Selects several items, instead of one by its id. */
      selector: Json | null;
      selector_id: string | null;
      /** The referenced item, if known. */
      target_id: string | null;
    };
    Insert: {
      config_id: string;
      position: number;
      scraper_id: string;
      is_parent?: boolean;
      is_incoming?: boolean;
      relation?: string | null;
      external_id?: string | null;
      type?: string | null;
      of_scraper?: string | null;
      selector?: Json | null;
      selector_id?: string | null;
      target_id?: string | null;
    };
    Update: {
      config_id?: string;
      position?: number;
      scraper_id?: string;
      is_parent?: boolean;
      is_incoming?: boolean;
      relation?: string | null;
      external_id?: string | null;
      type?: string | null;
      of_scraper?: string | null;
      selector?: Json | null;
      selector_id?: string | null;
      target_id?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_references_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_references_target_id_fkey";
        columns: ["target_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Directed edges between config items. */
  config_relationships: {
    Row: {
      /** The start of the edge; for hard edges, the parent. */
      config_id: string;
      related_id: string;
      /** hard between parent and child, Alias between items with the same key elsewhere, otherwise any text. */
      relation: string | null;
      scraper_id: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that created it. */
      selector_id: string | null;
      is_pushed: boolean;
    };
    Insert: {
      config_id: string;
      related_id: string;
      relation?: string | null;
      scraper_id?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Update: {
      config_id?: string;
      related_id?: string;
      relation?: string | null;
      scraper_id?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      selector_id?: string | null;
      is_pushed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "config_relationships_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_relationships_related_id_fkey";
        columns: ["related_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_relationships_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: false;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The progress of each scraper. */
  config_scrape_states: {
    Row: {
      scraper_id: string;
      /** The last complete run. Items found before the first one existed already and are not reported as new. */
      whole_at: string | null;
    };
    Insert: {
      scraper_id: string;
      whole_at?: string | null;
    };
    Update: {
      scraper_id?: string;
      whole_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_scrape_states_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: true;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Scrapers, which find the items of the catalog. */
  config_scrapers: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      /** The sources and the rules for reading them; *** in place of each credential. */
      spec: Json;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>, or CRDSync:<id> of the scraper that found it in a cluster. */
      source: string;
      /** The application that created it. */
      application_id: string | null;
      created_by: string | null;
      agent_id: string;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      /** Whether the upstream system has it. */
      is_pushed: boolean;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string | null;
      description?: string | null;
      spec: Json;
      source: string;
      application_id?: string | null;
      created_by?: string | null;
      agent_id?: string;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      is_pushed?: boolean;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      description?: string | null;
      spec?: Json;
      source?: string;
      application_id?: string | null;
      created_by?: string | null;
      agent_id?: string;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      is_pushed?: boolean;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_scrapers_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_scrapers_application_id_fkey";
        columns: ["application_id"];
        isOneToOne: false;
        referencedRelation: "applications";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "config_scrapers_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The words of each config item, a few seconds behind it. Maintained by index_config_items. */
  config_search: {
    Row: {
      config_id: string;
      /** In lower case, each once, without positions. */
      words: string;
    };
    Insert: {
      config_id: string;
      words: string;
    };
    Update: {
      config_id?: string;
      words?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_search_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Config items whose words may have changed, one row per write. */
  config_search_waiting: {
    Row: {
      config_id: string;
    };
    Insert: {
      config_id: string;
    };
    Update: {
      config_id?: string;
    };
    Relationships: [];
  };
  /** The items that the selectors of config_references currently match. */
  config_selected: {
    Row: {
      config_id: string;
      position: number;
      target_id: string;
    };
    Insert: {
      config_id: string;
      position: number;
      target_id: string;
    };
    Update: {
      config_id?: string;
      position?: number;
      target_id?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_selected_config_id_position_fkey";
        columns: ["config_id", "position"];
        isOneToOne: false;
        referencedRelation: "config_references";
        referencedColumns: ["config_id", "position"];
      },
      {
        foreignKeyName: "config_selected_target_id_fkey";
        columns: ["target_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The last sighting of each config item by its scraper, with hashes of its content. */
  config_sightings: {
    Row: {
      config_id: string;
      scraper_id: string;
      /** The id in the source; unique together with scraper and type. */
      external_id: string;
      type: string;
      /** Hash of everything that was found; equal if nothing changed. Null if the item must be read again in any case. */
      hash: string | null;
      /** Hash of its references to other items. */
      references_hash: string | null;
      /** The last run that found it. */
      seen_at: string;
      /** The last run that reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted. */
      mentioned_at: string | null;
    };
    Insert: {
      config_id: string;
      scraper_id: string;
      external_id: string;
      type: string;
      hash?: string | null;
      references_hash?: string | null;
      seen_at: string;
      mentioned_at?: string | null;
    };
    Update: {
      config_id?: string;
      scraper_id?: string;
      external_id?: string;
      type?: string;
      hash?: string | null;
      references_hash?: string | null;
      seen_at?: string;
      mentioned_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "config_sightings_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: true;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Changes of documents that the rules of a scraper exclude or move to another item; consecutive ones are one row. */
  config_unlisted_versions: {
    Row: {
      id: string;
      config_id: string;
      /** From the document before the first of them to the document after the last. */
      diff: string;
      /** MD5 of the normalized document after the last of them. */
      config_hash: string;
      count: number;
      /** Time of the first of them; until created_at the document was one or the other. */
      first_observed: string;
      created_at: string;
    };
    Insert: {
      id?: string;
      config_id: string;
      diff: string;
      config_hash: string;
      count?: number;
      first_observed?: string;
      created_at?: string;
    };
    Update: {
      id?: string;
      config_id?: string;
      diff?: string;
      config_hash?: string;
      count?: number;
      first_observed?: string;
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "config_unlisted_versions_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Uses of each connection: subject, purpose and last time. Only the latest uses of a connection are kept. */
  connection_uses: {
    Row: {
      connection_id: string;
      /** A person, the product itself, or an automation. */
      subject_kind: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology" | "log_backend";
      /** No foreign key, because the record outlives its subject. */
      subject_id: string;
      /** The name of the subject at that time. */
      subject_name: string;
      /** The purpose in one word: test, check, scrape, message. */
      purpose: string;
      first_used_at: string;
      /** To the minute. */
      last_used_at: string;
      /** The outcome of the last test; null for other uses and for tests of values that were not saved. */
      outcome: "reached" | "failed" | null;
    };
    Insert: {
      connection_id: string;
      subject_kind: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology" | "log_backend";
      subject_id: string;
      subject_name: string;
      purpose: string;
      first_used_at?: string;
      last_used_at?: string;
      outcome?: "reached" | "failed" | null;
    };
    Update: {
      connection_id?: string;
      subject_kind?: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology" | "log_backend";
      subject_id?: string;
      subject_name?: string;
      purpose?: string;
      first_used_at?: string;
      last_used_at?: string;
      outcome?: "reached" | "failed" | null;
    };
    Relationships: [
      {
        foreignKeyName: "connection_uses_connection_id_fkey";
        columns: ["connection_id"];
        isOneToOne: false;
        referencedRelation: "connections";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Connections to other systems. */
  connections: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      /** The kind of connection, such as postgres or slack; it decides the meaning of the other columns. */
      type: string;
      /** The URL, with *** in place of each secret. */
      url: string | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string | null;
      /** A value or a reference to one, encrypted; reads as *** if set. */
      username: string | null;
      /** A value or a reference to one, encrypted; reads as *** if set. */
      password: string | null;
      /** A value or a reference to one, encrypted; reads as *** if set. */
      certificate: string | null;
      /** Properties of the kind, with *** in place of each secret. */
      properties: ConnectionProperties | null;
      /** The whole URL, encrypted, if part of it is secret. */
      sealed_url: string | null;
      /** The secret properties, encrypted. */
      sealed_properties: string | null;
      /** Whether an unverified certificate is accepted. */
      insecure_tls: boolean;
      /** Whether the username is set; the data API reads *** from it. */
      has_username: boolean | null;
      /** Whether the password is set; the data API reads *** from it. */
      has_password: boolean | null;
      /** Whether the certificate is set; the data API reads *** from it. */
      has_certificate: boolean | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string;
      type: string;
      url?: string | null;
      source?: string | null;
      username?: string | null;
      password?: string | null;
      certificate?: string | null;
      properties?: ConnectionProperties | null;
      sealed_url?: string | null;
      sealed_properties?: string | null;
      insecure_tls?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string;
      type?: string;
      url?: string | null;
      source?: string | null;
      username?: string | null;
      password?: string | null;
      certificate?: string | null;
      properties?: ConnectionProperties | null;
      sealed_url?: string | null;
      sealed_properties?: string | null;
      insecure_tls?: boolean;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "connections_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The credentials of people, one row per method. */
  credentials: {
    Row: {
      id: string;
      person_id: string;
      type: "password" | "totp" | "lookup_secret";
      /** For a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. */
      proof: string;
      created_at: string;
      updated_at: string;
      /** For an authenticator app: the half minute of the last used code, counted from 1970, because a code works only once. */
      used_step: number | null;
    };
    Insert: {
      id?: string;
      person_id: string;
      type: "password" | "totp" | "lookup_secret";
      proof: string;
      created_at?: string;
      updated_at?: string;
      used_step?: number | null;
    };
    Update: {
      id?: string;
      person_id?: string;
      type?: "password" | "totp" | "lookup_secret";
      proof?: string;
      created_at?: string;
      updated_at?: string;
      used_step?: number | null;
    };
    Relationships: [
      {
        foreignKeyName: "credentials_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Resources that the first start of this installation created. They are not created again after somebody deletes them. */
  done_once: {
    Row: {
      what: string;
      done_at: string;
    };
    Insert: {
      what: string;
      done_at?: string;
    };
    Update: {
      what?: string;
      done_at?: string;
    };
    Relationships: [];
  };
  /** Events that wait for an area which takes them in batches, in the order of their ids. */
  event_inbox: {
    Row: {
      id: number;
      /** The name of the inbox; an event that several inboxes select has a row for each. */
      inbox: string;
      event: Json;
      created_at: string;
      attempts: number;
      last_attempt: string | null;
      /** The reason why the last attempt failed. */
      error: string | null;
      /** The time of the next attempt after a failure; infinity after the last one. */
      retry_at: string | null;
    };
    Insert: {
      inbox: string;
      event: Json;
      created_at?: string;
      attempts?: number;
      last_attempt?: string | null;
      error?: string | null;
      retry_at?: string | null;
    };
    Update: {
      inbox?: string;
      event?: Json;
      created_at?: string;
      attempts?: number;
      last_attempt?: string | null;
      error?: string | null;
      retry_at?: string | null;
    };
    Relationships: [];
  };
  /** Events that were taken from inboxes, by hour, for two days. */
  event_tallies: {
    Row: {
      inbox: string;
      hour: string;
      delivered: number;
      last_delivered: string;
    };
    Insert: {
      inbox: string;
      hour: string;
      delivered: number;
      last_delivered: string;
    };
    Update: {
      inbox?: string;
      hour?: string;
      delivered?: number;
      last_delivered?: string;
    };
    Relationships: [];
  };
  /** Evidence for or against a hypothesis. */
  evidences: {
    Row: {
      id: string;
      description: string;
      hypothesis_id: string;
      type: "log" | "config" | "topology" | "check" | "config_analysis" | "config_change" | "comment";
      config_id: string | null;
      config_change_id: string | null;
      config_analysis_id: string | null;
      component_id: string | null;
      check_id: string | null;
      /** The observation, such as log lines. `then` is the linked resource as it was when the evidence was added. */
      evidence: Json | null;
      properties: Json | null;
      /** Whether the incident can be closed only when this is done. */
      definition_of_done: boolean;
      done: boolean | null;
      factor: boolean | null;
      mitigator: boolean | null;
      /** An expression that decides whether it is done. */
      script: string | null;
      /** The last result of the expression. */
      script_result: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      /** Time when an administrator removed the content. */
      redacted_at: string | null;
      redacted_by: string | null;
      redaction_reason: string | null;
    };
    Insert: {
      id?: string;
      description?: string;
      hypothesis_id: string;
      type: "log" | "config" | "topology" | "check" | "config_analysis" | "config_change" | "comment";
      config_id?: string | null;
      config_change_id?: string | null;
      config_analysis_id?: string | null;
      component_id?: string | null;
      check_id?: string | null;
      evidence?: Json | null;
      properties?: Json | null;
      definition_of_done?: boolean;
      done?: boolean | null;
      factor?: boolean | null;
      mitigator?: boolean | null;
      script?: string | null;
      script_result?: string | null;
      created_by: string;
      created_at?: string;
      updated_at?: string;
      redacted_at?: string | null;
      redacted_by?: string | null;
      redaction_reason?: string | null;
    };
    Update: {
      id?: string;
      description?: string;
      hypothesis_id?: string;
      type?: "log" | "config" | "topology" | "check" | "config_analysis" | "config_change" | "comment";
      config_id?: string | null;
      config_change_id?: string | null;
      config_analysis_id?: string | null;
      component_id?: string | null;
      check_id?: string | null;
      evidence?: Json | null;
      properties?: Json | null;
      definition_of_done?: boolean;
      done?: boolean | null;
      factor?: boolean | null;
      mitigator?: boolean | null;
      script?: string | null;
      script_result?: string | null;
      created_by?: string;
      created_at?: string;
      updated_at?: string;
      redacted_at?: string | null;
      redacted_by?: string | null;
      redaction_reason?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "evidences_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_config_analysis_id_fkey";
        columns: ["config_analysis_id"];
        isOneToOne: false;
        referencedRelation: "config_analysis";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_config_change_id_fkey";
        columns: ["config_change_id"];
        isOneToOne: false;
        referencedRelation: "config_changes";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_hypothesis_id_fkey";
        columns: ["hypothesis_id"];
        isOneToOne: false;
        referencedRelation: "hypotheses";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "evidences_redacted_by_fkey";
        columns: ["redacted_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Errors shown on the error page to browsers that followed a link. Kept for a day. */
  flow_errors: {
    Row: {
      id: string;
      /** The error as the API returns it in JSON. */
      error: Json;
      created_at: string;
    };
    Insert: {
      id?: string;
      error: Json;
      created_at?: string;
    };
    Update: {
      id?: string;
      error?: Json;
      created_at?: string;
    };
    Relationships: [];
  };
  /** Possible causes and solutions of an incident. */
  hypotheses: {
    Row: {
      id: string;
      created_by: string;
      incident_id: string;
      parent_id: string | null;
      owner: string | null;
      team_id: string | null;
      type: "root" | "factor" | "solution";
      title: string;
      status: "proven" | "likely" | "possible" | "unlikely" | "improbable" | "disproven";
      created_at: string;
      updated_at: string;
    };
    Insert: {
      id?: string;
      created_by: string;
      incident_id: string;
      parent_id?: string | null;
      owner?: string | null;
      team_id?: string | null;
      type: "root" | "factor" | "solution";
      title: string;
      status?: "proven" | "likely" | "possible" | "unlikely" | "improbable" | "disproven";
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      id?: string;
      created_by?: string;
      incident_id?: string;
      parent_id?: string | null;
      owner?: string | null;
      team_id?: string | null;
      type?: "root" | "factor" | "solution";
      title?: string;
      status?: "proven" | "likely" | "possible" | "unlikely" | "improbable" | "disproven";
      created_at?: string;
      updated_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "hypotheses_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "hypotheses_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "hypotheses_owner_fkey";
        columns: ["owner"];
        isOneToOne: false;
        referencedRelation: "responders";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "hypotheses_parent_id_fkey";
        columns: ["parent_id"];
        isOneToOne: false;
        referencedRelation: "hypotheses";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "hypotheses_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The latest code and link that were sent for a flow. Deleted when used. */
  identity_codes: {
    Row: {
      flow_id: string;
      /** Null if the email is unknown: no mail is sent, but the answer is the same. */
      person_id: string | null;
      email: string;
      /** Keyed, because six digits are quickly guessed. */
      code_digest: Uint8Array;
      /** SHA-256 of the token in the link. */
      token_digest: Uint8Array;
      /** Number of attempts; after a few, no code is accepted. */
      attempts: number;
      expires_at: string;
    };
    Insert: {
      flow_id: string;
      person_id?: string | null;
      email: string;
      code_digest: Uint8Array;
      token_digest: Uint8Array;
      attempts?: number;
      expires_at: string;
    };
    Update: {
      flow_id?: string;
      person_id?: string | null;
      email?: string;
      code_digest?: Uint8Array;
      token_digest?: Uint8Array;
      attempts?: number;
      expires_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "identity_codes_flow_id_fkey";
        columns: ["flow_id"];
        isOneToOne: true;
        referencedRelation: "identity_flows";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "identity_codes_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Sign-ins and similar flows in progress: one row per form. Deleted some time after they expire. */
  identity_flows: {
    Row: {
      id: string;
      kind: "login" | "registration" | "recovery" | "verification" | "settings";
      /** A cookie binds the flow to a browser; an api client has none. */
      type: "browser" | "api";
      /** passed_challenge: it succeeded and cannot be used again. */
      state: "choose_method" | "sent_email" | "passed_challenge";
      /** SHA-256 of the cookie of the browser that started the flow. */
      csrf_digest: Uint8Array | null;
      /** The method that was tried last. */
      active: string | null;
      refresh: boolean;
      requested_aal: "aal1" | "aal2";
      /** The person, if known from the start: the owner of the session to refresh. */
      person_id: string | null;
      /** Path, query and fragment on our own site, or an address on a site that the operator allowed. */
      return_to: string | null;
      request_url: string;
      /** The messages and values of the form after a refused attempt. */
      ui: FlowUi;
      issued_at: string;
      updated_at: string;
      expires_at: string;
      /** State of a method between two submits: the secret of an authenticator app that is not confirmed yet. */
      pending: string | null;
      /** State of the request to the provider that the browser was sent to; removed when the browser returns. */
      departure: string | null;
      /** The challenge that a security key signs for this form, in base64url; replaced after each attempt. */
      challenge: string;
    };
    Insert: {
      id?: string;
      kind: "login" | "registration" | "recovery" | "verification" | "settings";
      type: "browser" | "api";
      state?: "choose_method" | "sent_email" | "passed_challenge";
      csrf_digest?: Uint8Array | null;
      active?: string | null;
      refresh?: boolean;
      requested_aal?: "aal1" | "aal2";
      person_id?: string | null;
      return_to?: string | null;
      request_url: string;
      ui?: FlowUi;
      issued_at?: string;
      updated_at?: string;
      expires_at: string;
      pending?: string | null;
      departure?: string | null;
      challenge?: string;
    };
    Update: {
      id?: string;
      kind?: "login" | "registration" | "recovery" | "verification" | "settings";
      type?: "browser" | "api";
      state?: "choose_method" | "sent_email" | "passed_challenge";
      csrf_digest?: Uint8Array | null;
      active?: string | null;
      refresh?: boolean;
      requested_aal?: "aal1" | "aal2";
      person_id?: string | null;
      return_to?: string | null;
      request_url?: string;
      ui?: FlowUi;
      issued_at?: string;
      updated_at?: string;
      expires_at?: string;
      pending?: string | null;
      departure?: string | null;
      challenge?: string;
    };
    Relationships: [
      {
        foreignKeyName: "identity_flows_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Resources, evidence and incidents to evaluate again: one row per write, so that writers never wait for each other. The automation of incidents (areas/incidents/server/rules) deletes the rows. */
  incident_dirt: {
    Row: {
      id: number;
      /** The table of the row: checks, components, config_items, config_analysis, evidences or incidents. */
      relation: string;
      target_id: string;
    };
    Insert: {
      relation: string;
      target_id: string;
    };
    Update: {
      relation?: string;
      target_id?: string;
    };
    Relationships: [];
  };
  /** The events of an incident. Written by triggers. */
  incident_histories: {
    Row: {
      id: string;
      incident_id: string;
      created_by: string;
      /** For example incident.created, evidence.created or hypothesis.status_updated. */
      type: string;
      /** The new status, or the former text or value. */
      description: string | null;
      hypothesis_id: string | null;
      responder_id: string | null;
      evidence_id: string | null;
      comment_id: string | null;
      created_at: string;
      updated_at: string;
      /** The reason of an automatic change, from the setting quarterdeck.reason of the transaction. */
      reason: string | null;
    };
    Insert: {
      id?: string;
      incident_id: string;
      created_by: string;
      type: string;
      description?: string | null;
      hypothesis_id?: string | null;
      responder_id?: string | null;
      evidence_id?: string | null;
      comment_id?: string | null;
      created_at?: string;
      updated_at?: string;
      reason?: string | null;
    };
    Update: {
      id?: string;
      incident_id?: string;
      created_by?: string;
      type?: string;
      description?: string | null;
      hypothesis_id?: string | null;
      responder_id?: string | null;
      evidence_id?: string | null;
      comment_id?: string | null;
      created_at?: string;
      updated_at?: string;
      reason?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "incident_histories_comment_id_fkey";
        columns: ["comment_id"];
        isOneToOne: false;
        referencedRelation: "comments";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_histories_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_histories_evidence_id_fkey";
        columns: ["evidence_id"];
        isOneToOne: false;
        referencedRelation: "evidences";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_histories_hypothesis_id_fkey";
        columns: ["hypothesis_id"];
        isOneToOne: false;
        referencedRelation: "hypotheses";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_histories_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_histories_responder_id_fkey";
        columns: ["responder_id"];
        isOneToOne: false;
        referencedRelation: "responders";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Post-mortems that people have saved. /api/incidents/{id}/postmortem reads and writes them. */
  incident_postmortems: {
    Row: {
      incident_id: string;
      markdown: string;
      /** Null for a draft. */
      published_at: string | null;
      published_by: string | null;
      created_by: string;
      updated_by: string;
      created_at: string;
      updated_at: string;
    };
    Insert: {
      incident_id: string;
      markdown: string;
      published_at?: string | null;
      published_by?: string | null;
      created_by: string;
      updated_by: string;
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      incident_id?: string;
      markdown?: string;
      published_at?: string | null;
      published_by?: string | null;
      created_by?: string;
      updated_by?: string;
      created_at?: string;
      updated_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "incident_postmortems_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_postmortems_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: true;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_postmortems_published_by_fkey";
        columns: ["published_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_postmortems_updated_by_fkey";
        columns: ["updated_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Related incidents. */
  incident_relationships: {
    Row: {
      incident_id: string;
      related_id: string;
      relationship: string;
    };
    Insert: {
      incident_id: string;
      related_id: string;
      relationship?: string;
    };
    Update: {
      incident_id?: string;
      related_id?: string;
      relationship?: string;
    };
    Relationships: [
      {
        foreignKeyName: "incident_relationships_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_relationships_related_id_fkey";
        columns: ["related_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Rules that open incidents. */
  incident_rules: {
    Row: {
      id: string;
      name: string;
      /** *** in place of each credential. */
      spec: Json | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
      /** The namespace of the manifest; null for a rule that is edited here. */
      namespace: string | null;
      /** The person who last changed the spec, or else created_by: the rule finds only resources that this person may read. */
      edited_by: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      spec?: Json | null;
      source?: string | null;
      created_by: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      namespace?: string | null;
      edited_by?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      spec?: Json | null;
      source?: string | null;
      created_by?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      namespace?: string | null;
      edited_by?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "incident_rules_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incident_rules_edited_by_fkey";
        columns: ["edited_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Incidents. */
  incidents: {
    Row: {
      id: string;
      /** The number that people use, such as INC-12. */
      incident_id: string;
      incident_rule_id: string | null;
      title: string;
      description: string;
      /** Clients may also send technical_debt, which is stored as technicalDebt. */
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      created_by: string;
      commander_id: string | null;
      communicator_id: string | null;
      /** Start of the investigation. */
      acknowledged: string | null;
      /** Null until it is resolved. */
      resolved: string | null;
      /** Null until it is closed. */
      closed: string | null;
      created_at: string;
      updated_at: string;
    };
    Insert: {
      id?: string;
      incident_id?: string;
      incident_rule_id?: string | null;
      title: string;
      description?: string;
      type?: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status?: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      created_by: string;
      commander_id?: string | null;
      communicator_id?: string | null;
      acknowledged?: string | null;
      resolved?: string | null;
      closed?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      id?: string;
      incident_id?: string;
      incident_rule_id?: string | null;
      title?: string;
      description?: string;
      type?: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status?: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity?: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      created_by?: string;
      commander_id?: string | null;
      communicator_id?: string | null;
      acknowledged?: string | null;
      resolved?: string | null;
      closed?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "incidents_commander_id_fkey";
        columns: ["commander_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incidents_communicator_id_fkey";
        columns: ["communicator_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incidents_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "incidents_incident_rule_id_fkey";
        columns: ["incident_rule_id"];
        isOneToOne: false;
        referencedRelation: "incident_rules";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Invitations with the role of the invited person. Only the server reads it. */
  invites: {
    Row: {
      id: string;
      email: string;
      first_name: string;
      last_name: string;
      role: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      invited_at: string;
      invited_by: string | null;
      /** Null while it is open; there is one open invitation per address. */
      accepted_at: string | null;
      /** SHA-256 of the token in the link; null without a link. */
      token_digest: Uint8Array | null;
      /** Time when the link expires. */
      expires_at: string | null;
    };
    Insert: {
      id?: string;
      email: string;
      first_name?: string;
      last_name?: string;
      role: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      invited_at?: string;
      invited_by?: string | null;
      accepted_at?: string | null;
      token_digest?: Uint8Array | null;
      expires_at?: string | null;
    };
    Update: {
      id?: string;
      email?: string;
      first_name?: string;
      last_name?: string;
      role?: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      invited_at?: string;
      invited_by?: string | null;
      accepted_at?: string | null;
      token_digest?: Uint8Array | null;
      expires_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "invites_invited_by_fkey";
        columns: ["invited_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Runs of jobs, with their resource and result. */
  job_history: {
    Row: {
      id: string;
      /** The agent that ran it; all zeros for this system itself. */
      agent_id: string;
      /** The name of the job, in words. */
      name: string;
      /** The kind of resource that the run was for, such as config_scraper; null for a job of the whole system. */
      resource_type: string | null;
      /** Key of the resource that the run was for. */
      resource_id: string | null;
      /** WARNING if some of it failed; STOPPED if its process shut down first. */
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count: number;
      error_count: number;
      /** Errors and summaries of the run. */
      details: JobDetails | null;
      /** The host that it ran on. */
      hostname: string | null;
      duration_millis: number | null;
      time_start: string;
      /** Null while it runs. */
      time_end: string | null;
      created_at: string;
      /** The queue of the job engine; null for runs outside the job engine. */
      queue: string | null;
      /** The job in its queue. A job that is retried has one run per attempt. */
      job_id: string | null;
      /** The number of the attempt, from 1. */
      attempt: number | null;
      /** Whether the upstream system has it. */
      is_pushed: boolean;
    };
    Insert: {
      id?: string;
      agent_id?: string;
      name: string;
      resource_type?: string | null;
      resource_id?: string | null;
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count?: number;
      error_count?: number;
      details?: JobDetails | null;
      hostname?: string | null;
      duration_millis?: number | null;
      time_start?: string;
      time_end?: string | null;
      created_at?: string;
      queue?: string | null;
      job_id?: string | null;
      attempt?: number | null;
      is_pushed?: boolean;
    };
    Update: {
      id?: string;
      agent_id?: string;
      name?: string;
      resource_type?: string | null;
      resource_id?: string | null;
      status?: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count?: number;
      error_count?: number;
      details?: JobDetails | null;
      hostname?: string | null;
      duration_millis?: number | null;
      time_start?: string;
      time_end?: string | null;
      created_at?: string;
      queue?: string | null;
      job_id?: string | null;
      attempt?: number | null;
      is_pushed?: boolean;
    };
    Relationships: [];
  };
  /** The next time of each scheduled job. The process that advances a row sends the job, so each job runs once in the whole system. */
  job_schedules: {
    Row: {
      name: string;
      /** The schedule in the code; a different one restarts the schedule. */
      schedule: string;
      /** The next time by the schedule alone. */
      due_at: string;
      /** That time with a random delay, so that jobs with the same schedule do not all start together. */
      run_at: string;
    };
    Insert: {
      name: string;
      schedule: string;
      due_at: string;
      run_at: string;
    };
    Update: {
      name?: string;
      schedule?: string;
      due_at?: string;
      run_at?: string;
    };
    Relationships: [];
  };
  /** Config items, checks and components that selectors may match differently: one row per write, so that writers never wait for each other. The keeper of links deletes the rows. */
  link_dirt: {
    Row: {
      id: number;
      /** The table of the row: config_items, checks or components. */
      relation: string;
      target_id: string;
    };
    Insert: {
      relation: string;
      target_id: string;
    };
    Update: {
      relation?: string;
      target_id?: string;
    };
    Relationships: [];
  };
  /** Properties from a file or the environment, as the last start of a server read them. */
  local_properties: {
    Row: {
      name: string;
      value: string;
      /** The place where it is edited. */
      origin: "file" | "environment";
    };
    Insert: {
      name: string;
      value: string;
      origin: "file" | "environment";
    };
    Update: {
      name?: string;
      value?: string;
      origin?: "file" | "environment";
    };
    Relationships: [];
  };
  /** Systems that contain logs. */
  logging_backends: {
    Row: {
      id: string;
      name: string;
      labels: Labels | null;
      /** *** in place of each credential. */
      spec: Json;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string | null;
      agent_id: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
      /** The namespace in which references of the spec are looked up. */
      namespace: string;
    };
    Insert: {
      id?: string;
      name: string;
      labels?: Labels | null;
      spec: Json;
      source?: string | null;
      agent_id?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      namespace?: string;
    };
    Update: {
      id?: string;
      name?: string;
      labels?: Labels | null;
      spec?: Json;
      source?: string | null;
      agent_id?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      namespace?: string;
    };
    Relationships: [
      {
        foreignKeyName: "logging_backends_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "logging_backends_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Mails of the identity service. Without an SMTP server they are kept, and an administrator forwards their content. */
  mails: {
    Row: {
      id: string;
      kind: "recovery" | "verification" | "invitation" | "notice";
      recipient: string;
      subject: string;
      /** Sealed, because it contains codes and links; emptied after it was sent. Administrators read it through a separate call. */
      body: string | null;
      /** kept: not sent, because no SMTP server is configured. */
      status: "waiting" | "sent" | "kept" | "failed";
      /** The error of the last attempt to send it. */
      error: string | null;
      created_at: string;
      sent_at: string | null;
    };
    Insert: {
      id?: string;
      kind: "recovery" | "verification" | "invitation" | "notice";
      recipient: string;
      subject: string;
      body?: string | null;
      status?: "waiting" | "sent" | "kept" | "failed";
      error?: string | null;
      created_at?: string;
      sent_at?: string | null;
    };
    Update: {
      id?: string;
      kind?: "recovery" | "verification" | "invitation" | "notice";
      recipient?: string;
      subject?: string;
      body?: string | null;
      status?: "waiting" | "sent" | "kept" | "failed";
      error?: string | null;
      created_at?: string;
      sent_at?: string | null;
    };
    Relationships: [];
  };
  /** Times in which runs are recorded without alerts. Windows with a label selector are visible to everyone who sees any check. */
  maintenance_windows: {
    Row: {
      id: string;
      name: string;
      description: string | null;
      check_id: string | null;
      canary_id: string | null;
      /** Selects checks by their labels and the labels of their canary: app=web,env!=test. */
      label_selector: string | null;
      /** For a recurring window: start of the recurrence. */
      starts_at: string;
      /** For a recurring window: end of the recurrence; null if it has no end. */
      ends_at: string | null;
      /** Start times of a recurring window: cron, by default in UTC. */
      schedule: string | null;
      /** Duration of each recurrence. */
      duration_minutes: number | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      description?: string | null;
      check_id?: string | null;
      canary_id?: string | null;
      label_selector?: string | null;
      starts_at?: string;
      ends_at?: string | null;
      schedule?: string | null;
      duration_minutes?: number | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      description?: string | null;
      check_id?: string | null;
      canary_id?: string | null;
      label_selector?: string | null;
      starts_at?: string;
      ends_at?: string | null;
      schedule?: string | null;
      duration_minutes?: number | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "maintenance_windows_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "maintenance_windows_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "maintenance_windows_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The codes of confirmed MCP plans, until they expire. */
  mcp_confirmations: {
    Row: {
      code: string;
      used_at: string;
    };
    Insert: {
      code: string;
      used_at?: string;
    };
    Update: {
      code?: string;
      used_at?: string;
    };
    Relationships: [];
  };
  /** Every attempt to deliver a message. */
  notification_attempts: {
    Row: {
      id: string;
      history_id: string;
      created_at: string;
      duration_millis: number | null;
      /** refused is final, failed is repeated, postponed did not reach the channel. */
      outcome: "delivered" | "refused" | "failed" | "postponed";
      error: string | null;
      /** Requests and responses, without secrets. The details of a message show them to people who may write notifications. */
      exchange: Json | null;
    };
    Insert: {
      id?: string;
      history_id: string;
      created_at?: string;
      duration_millis?: number | null;
      outcome: "delivered" | "refused" | "failed" | "postponed";
      error?: string | null;
      exchange?: Json | null;
    };
    Update: {
      id?: string;
      history_id?: string;
      created_at?: string;
      duration_millis?: number | null;
      outcome?: "delivered" | "refused" | "failed" | "postponed";
      error?: string | null;
      exchange?: Json | null;
    };
    Relationships: [
      {
        foreignKeyName: "notification_attempts_history_id_fkey";
        columns: ["history_id"];
        isOneToOne: false;
        referencedRelation: "notification_send_history";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The last events of each name, as examples for the authors of rules. */
  notification_events: {
    Row: {
      id: number;
      name: string;
      event: Json;
      created_at: string;
    };
    Insert: {
      name: string;
      event: Json;
      created_at?: string;
    };
    Update: {
      name?: string;
      event?: Json;
      created_at?: string;
    };
    Relationships: [];
  };
  /** The resources of a group, until they recover. */
  notification_group_resources: {
    Row: {
      id: string;
      group_id: string;
      config_id: string | null;
      check_id: string | null;
      component_id: string | null;
      created_at: string;
      updated_at: string;
      resolved_at: string | null;
    };
    Insert: {
      id?: string;
      group_id: string;
      config_id?: string | null;
      check_id?: string | null;
      component_id?: string | null;
      created_at?: string;
      updated_at?: string;
      resolved_at?: string | null;
    };
    Update: {
      id?: string;
      group_id?: string;
      config_id?: string | null;
      check_id?: string | null;
      component_id?: string | null;
      created_at?: string;
      updated_at?: string;
      resolved_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "notification_group_resources_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_group_resources_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_group_resources_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_group_resources_group_id_fkey";
        columns: ["group_id"];
        isOneToOne: false;
        referencedRelation: "notification_groups";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Resources that share one message. */
  notification_groups: {
    Row: {
      id: string;
      /** Hash of their common properties. */
      hash: string;
      notification_id: string;
      created_at: string;
    };
    Insert: {
      id?: string;
      hash: string;
      notification_id: string;
      created_at?: string;
    };
    Update: {
      id?: string;
      hash?: string;
      notification_id?: string;
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "notification_groups_notification_id_fkey";
        columns: ["notification_id"];
        isOneToOne: false;
        referencedRelation: "notifications";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The channels and the quiet hours of people. */
  notification_preferences: {
    Row: {
      person_id: string;
      /** The time zone of the quiet hours, such as Europe/Berlin; null for UTC. */
      time_zone: string | null;
      /** The local time at which the quiet hours begin; null without quiet hours. */
      quiet_from: string | null;
      /** The local time at which they end; before quiet_from if they end on the next day. */
      quiet_until: string | null;
      /** The days on which they begin, 1 for Monday to 7 for Sunday; null for all days. */
      quiet_days: number[] | null;
      /** The channels of the person, in the format of custom services; null for email. */
      channels: CustomServices | null;
      /** The credentials of the channels. */
      channels_secrets: string | null;
      created_at: string;
      updated_at: string;
    };
    Insert: {
      person_id: string;
      time_zone?: string | null;
      quiet_from?: string | null;
      quiet_until?: string | null;
      quiet_days?: number[] | null;
      channels?: CustomServices | null;
      channels_secrets?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      person_id?: string;
      time_zone?: string | null;
      quiet_from?: string | null;
      quiet_until?: string | null;
      quiet_days?: number[] | null;
      channels?: CustomServices | null;
      channels_secrets?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "notification_preferences_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: true;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The time until which a person has seen the messages. Later ones are counted next to the bell. */
  notification_readers: {
    Row: {
      person_id: string;
      seen_at: string;
    };
    Insert: {
      person_id: string;
      seen_at: string;
    };
    Update: {
      person_id?: string;
      seen_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "notification_readers_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: true;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Messages with their recipients and resources, sent or not. */
  notification_send_history: {
    Row: {
      id: string;
      /** The rule; null if it is deleted. */
      notification_id: string | null;
      body: string | null;
      body_payload: Json | null;
      status: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | "digested" | null;
      not_before: string | null;
      retries: number;
      /** The event as it was published. */
      payload: Json | null;
      count: number;
      first_observed: string;
      source_event: string;
      /** The resource of the message; the first word of source_event is its kind. */
      resource_id: string;
      /** At the time of the event, like the status and the description. */
      resource_health: string | null;
      resource_status: string | null;
      resource_health_description: string | null;
      person_id: string | null;
      team_id: string | null;
      connection_id: string | null;
      /** The silence that suppressed it. */
      silenced_by: string | null;
      playbook_run_id: string | null;
      error: string | null;
      duration_millis: number | null;
      created_at: string;
      group_id: string | null;
      /** The message that replaced this one. */
      parent_id: string | null;
      /** The name of the resource; null if it is deleted. Maintained by triggers (name_message_resource), because a lookup in four tables is too slow for search. */
      resource_name: string | null;
      /** Only rows with the purpose event count in the sum of a rule; the others are additional messages. */
      purpose: "event" | "fallback" | "resolved" | "digest";
      /** The name of the rule when the message was created. */
      rule_name: string | null;
      /** The name of the recipient when the message was created. */
      recipient: string | null;
      /** Identifies the recipient within the rule, such as person:<id> or team:<id>/<name of the channel>. */
      recipient_key: string;
      /** The type of the channel, such as slack or email. */
      channel: string | null;
      /** The steps that decided about the message, in order. */
      trail: Json;
      /** The reference to the message at the channel, to edit or answer it. */
      message_ref: Json | null;
      /** The reason why a pending message waits; not_before is the end of the wait. */
      waiting: "wait-for" | "dependency" | "quiet-hours" | "digest" | "fallback" | "retry" | null;
      /** The failing check that this message waits for, because its own check depends on it. */
      held_by: string | null;
      /** Whether it reports a problem that has not ended yet; its recipient gets a message when it ends. */
      is_open: boolean;
      /** When the channel accepted the message. */
      sent_at: string | null;
      /** The results of the requests that succeeded, by part, while others of the same message failed; the next attempt skips them. */
      delivered_parts: Json | null;
    };
    Insert: {
      id?: string;
      notification_id?: string | null;
      body?: string | null;
      body_payload?: Json | null;
      status?: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | "digested" | null;
      not_before?: string | null;
      retries?: number;
      payload?: Json | null;
      count?: number;
      first_observed?: string;
      source_event: string;
      resource_id: string;
      resource_health?: string | null;
      resource_status?: string | null;
      resource_health_description?: string | null;
      person_id?: string | null;
      team_id?: string | null;
      connection_id?: string | null;
      silenced_by?: string | null;
      playbook_run_id?: string | null;
      error?: string | null;
      duration_millis?: number | null;
      created_at?: string;
      group_id?: string | null;
      parent_id?: string | null;
      resource_name?: string | null;
      purpose?: "event" | "fallback" | "resolved" | "digest";
      rule_name?: string | null;
      recipient?: string | null;
      recipient_key?: string;
      channel?: string | null;
      trail?: Json;
      message_ref?: Json | null;
      waiting?: "wait-for" | "dependency" | "quiet-hours" | "digest" | "fallback" | "retry" | null;
      held_by?: string | null;
      is_open?: boolean;
      sent_at?: string | null;
      delivered_parts?: Json | null;
    };
    Update: {
      id?: string;
      notification_id?: string | null;
      body?: string | null;
      body_payload?: Json | null;
      status?: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | "digested" | null;
      not_before?: string | null;
      retries?: number;
      payload?: Json | null;
      count?: number;
      first_observed?: string;
      source_event?: string;
      resource_id?: string;
      resource_health?: string | null;
      resource_status?: string | null;
      resource_health_description?: string | null;
      person_id?: string | null;
      team_id?: string | null;
      connection_id?: string | null;
      silenced_by?: string | null;
      playbook_run_id?: string | null;
      error?: string | null;
      duration_millis?: number | null;
      created_at?: string;
      group_id?: string | null;
      parent_id?: string | null;
      resource_name?: string | null;
      purpose?: "event" | "fallback" | "resolved" | "digest";
      rule_name?: string | null;
      recipient?: string | null;
      recipient_key?: string;
      channel?: string | null;
      trail?: Json;
      message_ref?: Json | null;
      waiting?: "wait-for" | "dependency" | "quiet-hours" | "digest" | "fallback" | "retry" | null;
      held_by?: string | null;
      is_open?: boolean;
      sent_at?: string | null;
      delivered_parts?: Json | null;
    };
    Relationships: [
      {
        foreignKeyName: "notification_send_history_connection_id_fkey";
        columns: ["connection_id"];
        isOneToOne: false;
        referencedRelation: "connections";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_group_id_fkey";
        columns: ["group_id"];
        isOneToOne: false;
        referencedRelation: "notification_groups";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_notification_id_fkey";
        columns: ["notification_id"];
        isOneToOne: false;
        referencedRelation: "notifications";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_parent_id_fkey";
        columns: ["parent_id"];
        isOneToOne: false;
        referencedRelation: "notification_send_history";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_silenced_by_fkey";
        columns: ["silenced_by"];
        isOneToOne: false;
        referencedRelation: "notification_silences";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_send_history_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Silences: resources and times without messages. */
  notification_silences: {
    Row: {
      id: string;
      namespace: string | null;
      name: string;
      description: string | null;
      /** An expression; resources for which it is true are silenced. */
      filter: string | null;
      /** Resource selectors; resources that one of them matches are silenced. */
      selectors: Json | null;
      /** Why the filter, a selector or a matcher cannot be evaluated. The silence has no effect until that field changes. */
      error: string | null;
      /** Null if it has no start. */
      from: string | null;
      /** Null if it has no end. */
      until: string | null;
      /** Whether it also applies to descendants. */
      recursive: boolean;
      config_id: string | null;
      check_id: string | null;
      canary_id: string | null;
      component_id: string | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The cron schedule on which its windows open; null if it applies the whole time between from and until. */
      schedule: string | null;
      /** The length of each window. */
      duration_minutes: number | null;
      /** The time zone of the schedule; null for UTC. */
      time_zone: string | null;
      /** Conditions on the labels of alerts, as clients of Alertmanager write them; all must match. */
      matchers: Json | null;
      /** The author that a client of Alertmanager named; created_by is the person behind its token. */
      author: string | null;
    };
    Insert: {
      id?: string;
      namespace?: string | null;
      name?: string;
      description?: string | null;
      filter?: string | null;
      selectors?: Json | null;
      error?: string | null;
      from?: string | null;
      until?: string | null;
      recursive?: boolean;
      config_id?: string | null;
      check_id?: string | null;
      canary_id?: string | null;
      component_id?: string | null;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      schedule?: string | null;
      duration_minutes?: number | null;
      time_zone?: string | null;
      matchers?: Json | null;
      author?: string | null;
    };
    Update: {
      id?: string;
      namespace?: string | null;
      name?: string;
      description?: string | null;
      filter?: string | null;
      selectors?: Json | null;
      error?: string | null;
      from?: string | null;
      until?: string | null;
      recursive?: boolean;
      config_id?: string | null;
      check_id?: string | null;
      canary_id?: string | null;
      component_id?: string | null;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      schedule?: string | null;
      duration_minutes?: number | null;
      time_zone?: string | null;
      matchers?: Json | null;
      author?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "notification_silences_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_silences_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_silences_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_silences_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notification_silences_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Numbers of messages of each resource and status, to be added up. Maintained by triggers and compact_message_tallies. */
  notification_tallies: {
    Row: {
      /** config, component, check or canary: the first word of the event. */
      resource_kind: string;
      resource_id: string;
      /** A status of messages, or shown for the messages that lists show by default: neither skipped nor silenced, and about a resource that exists. */
      status: string;
      /** A summand: the counts of new messages, negative if messages left the status. */
      messages: number;
      /** The earliest of the new messages; null if messages only left. */
      first_observed: string | null;
      /** The latest of the new messages; null if messages only left. */
      last_seen: string | null;
      /** Whether compact_message_tallies added it up. */
      is_sum: boolean;
    };
    Insert: {
      resource_kind: string;
      resource_id: string;
      status: string;
      messages: number;
      first_observed?: string | null;
      last_seen?: string | null;
      is_sum?: boolean;
    };
    Update: {
      resource_kind?: string;
      resource_id?: string;
      status?: string;
      messages?: number;
      first_observed?: string | null;
      last_seen?: string | null;
      is_sum?: boolean;
    };
    Relationships: [];
  };
  /** Messages that are being delivered, or whose delivery will be repeated. Maintained by triggers (track_undelivered). */
  notification_undelivered: {
    Row: {
      /** The resource of the message. */
      resource_id: string;
      /** The id in notification_send_history. */
      message_id: string;
    };
    Insert: {
      resource_id: string;
      message_id: string;
    };
    Update: {
      resource_id?: string;
      message_id?: string;
    };
    Relationships: [];
  };
  /** Rules that send messages about events. */
  notifications: {
    Row: {
      id: string;
      /** Generated if none was given. */
      name: string;
      namespace: string | null;
      title: string | null;
      /** The events, such as check.failed. */
      events: string[];
      /** An expression that must be true; empty for all events. */
      filter: string | null;
      template: string | null;
      properties: Labels | null;
      person_id: string | null;
      team_id: string | null;
      playbook_id: string | null;
      /** Recipients that are neither people nor teams. */
      custom_services: CustomServices | null;
      fallback_person_id: string | null;
      fallback_team_id: string | null;
      fallback_playbook_id: string | null;
      fallback_custom_services: CustomServices | null;
      /** Nanoseconds. */
      fallback_delay: number | null;
      repeat_interval: string | null;
      /** Nanoseconds to wait for the resource to recover by itself. */
      wait_for: number | null;
      /** Nanoseconds. */
      wait_for_eval_period: number | null;
      group_by: string[] | null;
      /** Nanoseconds. */
      group_by_interval: number | null;
      inhibitions: Json | null;
      watchdog_schedule: string | null;
      /** The reason why the rule cannot work; cleared when it is changed. */
      error: string | null;
      error_at: string | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string | null;
      created_by: string | null;
      created_at: string;
      /** An error does not count as an update. */
      updated_at: string;
      deleted_at: string | null;
      /** The credentials of the properties. */
      properties_secrets: string | null;
      /** The credentials of the services. */
      custom_services_secrets: string | null;
      /** The credentials of the services. */
      fallback_custom_services_secrets: string | null;
    };
    Insert: {
      id?: string;
      name?: string;
      namespace?: string | null;
      title?: string | null;
      events: string[];
      filter?: string | null;
      template?: string | null;
      properties?: Labels | null;
      person_id?: string | null;
      team_id?: string | null;
      playbook_id?: string | null;
      custom_services?: CustomServices | null;
      fallback_person_id?: string | null;
      fallback_team_id?: string | null;
      fallback_playbook_id?: string | null;
      fallback_custom_services?: CustomServices | null;
      fallback_delay?: number | null;
      repeat_interval?: string | null;
      wait_for?: number | null;
      wait_for_eval_period?: number | null;
      group_by?: string[] | null;
      group_by_interval?: number | null;
      inhibitions?: Json | null;
      watchdog_schedule?: string | null;
      error?: string | null;
      error_at?: string | null;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      properties_secrets?: string | null;
      custom_services_secrets?: string | null;
      fallback_custom_services_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      title?: string | null;
      events?: string[];
      filter?: string | null;
      template?: string | null;
      properties?: Labels | null;
      person_id?: string | null;
      team_id?: string | null;
      playbook_id?: string | null;
      custom_services?: CustomServices | null;
      fallback_person_id?: string | null;
      fallback_team_id?: string | null;
      fallback_playbook_id?: string | null;
      fallback_custom_services?: CustomServices | null;
      fallback_delay?: number | null;
      repeat_interval?: string | null;
      wait_for?: number | null;
      wait_for_eval_period?: number | null;
      group_by?: string[] | null;
      group_by_interval?: number | null;
      inhibitions?: Json | null;
      watchdog_schedule?: string | null;
      error?: string | null;
      error_at?: string | null;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      properties_secrets?: string | null;
      custom_services_secrets?: string | null;
      fallback_custom_services_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "notifications_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_fallback_person_id_fkey";
        columns: ["fallback_person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_fallback_playbook_id_fkey";
        columns: ["fallback_playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_fallback_team_id_fkey";
        columns: ["fallback_team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "notifications_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The accounts of people at other identity providers. Tokens of the provider are not stored. */
  oidc_links: {
    Row: {
      /** The id of the provider in OIDC_PROVIDERS. */
      provider: string;
      /** The id of the account at the provider; never the email, which can be given to another person. */
      subject: string;
      person_id: string;
      created_at: string;
    };
    Insert: {
      provider: string;
      subject: string;
      person_id: string;
      created_at?: string;
    };
    Update: {
      provider?: string;
      subject?: string;
      person_id?: string;
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "oidc_links_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Humans, and the agents, tokens and the system that act under a name of their own. */
  people: {
    Row: {
      id: string;
      /** The displayed name; for a human, first and last name. */
      name: string;
      first_name: string | null;
      last_name: string | null;
      /** In lower case. Humans sign in with it; unique among people who are not deleted. */
      email: string | null;
      avatar: string | null;
      /** Null for a human. */
      type: "agent" | "access_token" | "system" | null;
      title: string | null;
      organization: string | null;
      phone: string | null;
      properties: PersonProperties;
      /** The id of the person at another identity service. */
      external_id: string | null;
      /** An inactive person keeps everything but cannot sign in. */
      state: "active" | "inactive";
      state_changed_at: string;
      created_at: string;
      /** Signing in does not count as an update. */
      updated_at: string | null;
      /** Deleted people stay in the table, because their rows keep them as the author. */
      deleted_at: string | null;
      last_login: string | null;
      /** The team that is shown with the person. */
      team_id: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      first_name?: string | null;
      last_name?: string | null;
      email?: string | null;
      avatar?: string | null;
      type?: "agent" | "access_token" | "system" | null;
      title?: string | null;
      organization?: string | null;
      phone?: string | null;
      properties?: PersonProperties;
      external_id?: string | null;
      state?: "active" | "inactive";
      state_changed_at?: string;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      last_login?: string | null;
      team_id?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      first_name?: string | null;
      last_name?: string | null;
      email?: string | null;
      avatar?: string | null;
      type?: "agent" | "access_token" | "system" | null;
      title?: string | null;
      organization?: string | null;
      phone?: string | null;
      properties?: PersonProperties;
      external_id?: string | null;
      state?: "active" | "inactive";
      state_changed_at?: string;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      last_login?: string | null;
      team_id?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "people_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Named groups of subjects for permission rules. */
  permission_groups: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      /** Selects the members by kind. */
      selectors: ObjectSelector;
      /** UI if it is edited here. */
      source: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string | null;
      selectors: ObjectSelector;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      selectors?: ObjectSelector;
      source?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "permission_groups_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Rules that allow or deny a subject an action on an object, in addition to the roles. Deny wins. The rules stay in force while the page is switched off. */
  permissions: {
    Row: {
      id: string;
      /** Generated if none was given. */
      name: string;
      namespace: string | null;
      description: string | null;
      /** UI if it is edited here. */
      source: string;
      subject_type: "person" | "team" | "group" | "notification" | "playbook" | "canary" | "scraper" | "topology" | "component";
      /** The subject of the rule: an id, or the name of a group or role. */
      subject: string | null;
      /** One or several, separated by commas: read, update, create, delete, playbook:run, playbook:approve, or *. */
      action: string;
      /** The kind of object, such as canaries, if the rule applies to all of a kind. */
      object: string | null;
      /** Selects the objects that the rule applies to. */
      object_selector: ObjectSelector | null;
      /** Whether the rule denies the action. */
      deny: boolean;
      component_id: string | null;
      config_id: string | null;
      canary_id: string | null;
      playbook_id: string | null;
      connection_id: string | null;
      /** The subject as older clients send it; subject and subject_type are set from it. */
      person_id: string | null;
      /** The subject as older clients send it; subject and subject_type are set from it. */
      team_id: string | null;
      /** The subject as older clients send it; subject and subject_type are set from it. */
      notification_id: string | null;
      created_by: string | null;
      updated_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** End of the rule; null if it has no end. */
      until: string | null;
      /** The rule applies only to rows of these agents; null or empty for all. */
      agents: string[] | null;
      /** The rule applies only to rows with these tags. */
      tags: Labels | null;
      /** The reason why the rule cannot be applied. */
      error: string | null;
    };
    Insert: {
      id?: string;
      name?: string;
      namespace?: string | null;
      description?: string | null;
      source?: string;
      subject_type?: "person" | "team" | "group" | "notification" | "playbook" | "canary" | "scraper" | "topology" | "component";
      subject?: string | null;
      action: string;
      object?: string | null;
      object_selector?: ObjectSelector | null;
      deny?: boolean;
      component_id?: string | null;
      config_id?: string | null;
      canary_id?: string | null;
      playbook_id?: string | null;
      connection_id?: string | null;
      person_id?: string | null;
      team_id?: string | null;
      notification_id?: string | null;
      created_by?: string | null;
      updated_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      until?: string | null;
      agents?: string[] | null;
      tags?: Labels | null;
      error?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      description?: string | null;
      source?: string;
      subject_type?: "person" | "team" | "group" | "notification" | "playbook" | "canary" | "scraper" | "topology" | "component";
      subject?: string | null;
      action?: string;
      object?: string | null;
      object_selector?: ObjectSelector | null;
      deny?: boolean;
      component_id?: string | null;
      config_id?: string | null;
      canary_id?: string | null;
      playbook_id?: string | null;
      connection_id?: string | null;
      person_id?: string | null;
      team_id?: string | null;
      notification_id?: string | null;
      created_by?: string | null;
      updated_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      until?: string | null;
      agents?: string[] | null;
      tags?: Labels | null;
      error?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "permissions_canary_id_fkey";
        columns: ["canary_id"];
        isOneToOne: false;
        referencedRelation: "canaries";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_connection_id_fkey";
        columns: ["connection_id"];
        isOneToOne: false;
        referencedRelation: "connections";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_notification_id_fkey";
        columns: ["notification_id"];
        isOneToOne: false;
        referencedRelation: "notifications";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "permissions_updated_by_fkey";
        columns: ["updated_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The roles of each person. Several roles add up. */
  person_roles: {
    Row: {
      person_id: string;
      role: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      created_at: string;
    };
    Insert: {
      person_id: string;
      role: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      created_at?: string;
    };
    Update: {
      person_id?: string;
      role?: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "person_roles_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Approvals of runs. */
  playbook_approvals: {
    Row: {
      id: string;
      run_id: string;
      person_id: string | null;
      team_id: string | null;
      created_at: string;
      /** The approved plan. */
      plan_hash: string | null;
      /** Time when the plan turned out to differ from the approved one. */
      voided_at: string | null;
    };
    Insert: {
      id?: string;
      run_id: string;
      person_id?: string | null;
      team_id?: string | null;
      created_at?: string;
      plan_hash?: string | null;
      voided_at?: string | null;
    };
    Update: {
      id?: string;
      run_id?: string;
      person_id?: string | null;
      team_id?: string | null;
      created_at?: string;
      plan_hash?: string | null;
      voided_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_approvals_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_approvals_run_id_fkey";
        columns: ["run_id"];
        isOneToOne: false;
        referencedRelation: "playbook_runs";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_approvals_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Deliveries of webhooks in the last day, to recognise repeated ones. */
  playbook_deliveries: {
    Row: {
      playbook_id: string;
      delivery_id: string;
      created_at: string;
    };
    Insert: {
      playbook_id: string;
      delivery_id: string;
      created_at?: string;
    };
    Update: {
      playbook_id?: string;
      delivery_id?: string;
      created_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_deliveries_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Actions that a worker runs. A worker that does not renew its leases is lost. */
  playbook_leases: {
    Row: {
      action_id: string;
      worker: string;
      until: string;
      /** Whether the action may have had an effect. */
      is_started: boolean;
    };
    Insert: {
      action_id: string;
      worker: string;
      until: string;
      is_started?: boolean;
    };
    Update: {
      action_id?: string;
      worker?: string;
      until?: string;
      is_started?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_leases_action_id_fkey";
        columns: ["action_id"];
        isOneToOne: true;
        referencedRelation: "playbook_run_actions";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Output of running actions, in pieces. At the end of an action it becomes an artifact. */
  playbook_outputs: {
    Row: {
      action_id: string;
      /** Bytes before this piece. */
      at: number;
      content: Uint8Array;
    };
    Insert: {
      action_id: string;
      at: number;
      content: Uint8Array;
    };
    Update: {
      action_id?: string;
      at?: number;
      content?: Uint8Array;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_outputs_action_id_fkey";
        columns: ["action_id"];
        isOneToOne: false;
        referencedRelation: "playbook_run_actions";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Actions of runs. */
  playbook_run_actions: {
    Row: {
      id: string;
      name: string;
      status: "scheduled" | "running" | "waiting" | "waiting_children" | "sleeping" | "skipped" | "completed" | "failed";
      /** The number of the attempt, from 0. */
      retry_count: number;
      playbook_run_id: string | null;
      start_time: string | null;
      scheduled_time: string;
      end_time: string | null;
      result: Json | null;
      is_pushed: boolean;
      agent_id: string | null;
      error: string | null;
      /** Index of the action in the spec of the run. */
      position: number | null;
      /** Whether it failed because of its time limit. */
      timed_out: boolean;
      /** The type of its main output, if the action stated it. */
      content_type: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      status?: "scheduled" | "running" | "waiting" | "waiting_children" | "sleeping" | "skipped" | "completed" | "failed";
      retry_count?: number;
      playbook_run_id?: string | null;
      start_time?: string | null;
      scheduled_time?: string;
      end_time?: string | null;
      result?: Json | null;
      is_pushed?: boolean;
      agent_id?: string | null;
      error?: string | null;
      position?: number | null;
      timed_out?: boolean;
      content_type?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      status?: "scheduled" | "running" | "waiting" | "waiting_children" | "sleeping" | "skipped" | "completed" | "failed";
      retry_count?: number;
      playbook_run_id?: string | null;
      start_time?: string | null;
      scheduled_time?: string;
      end_time?: string | null;
      result?: Json | null;
      is_pushed?: boolean;
      agent_id?: string | null;
      error?: string | null;
      position?: number | null;
      timed_out?: boolean;
      content_type?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_run_actions_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_run_actions_playbook_run_id_fkey";
        columns: ["playbook_run_id"];
        isOneToOne: false;
        referencedRelation: "playbook_runs";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Runs of playbooks. */
  playbook_runs: {
    Row: {
      id: string;
      playbook_id: string;
      /** The playbook at the time of the run, with *** in place of each credential. */
      spec: PlaybookSpec;
      status: "scheduled" | "running" | "sleeping" | "retrying" | "waiting" | "pending" | "pending_approval" | "completed" | "failed" | "cancelled" | "timed_out";
      created_at: string;
      start_time: string | null;
      /** Time to start or to continue. */
      scheduled_time: string;
      end_time: string | null;
      /** Nanoseconds. */
      timeout: number;
      created_by: string | null;
      notification_send_id: string | null;
      check_id: string | null;
      config_id: string | null;
      component_id: string | null;
      /** *** in place of each secret parameter. */
      parameters: Json | null;
      /** The data of the event or webhook that started it. */
      request: Json | null;
      agent_id: string;
      /** The run that started it. */
      parent_id: string | null;
      error: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
      /** The secret parameters. */
      parameters_secrets: string | null;
      /** The origin of the run. */
      cause: "person" | "event" | "schedule" | "webhook" | "notification" | "parent";
      /** The plan of all actions that an approver sees. */
      plan: Json | null;
      /** Hash of the spec, the parameters and the binding parts of the plan; approvals are for this hash. */
      plan_hash: string | null;
      /** The approved plan, if the plan differed when the run was about to start. */
      former_plan: Json | null;
      /** The action that started it and waits for it. No foreign key: clients embed the run of an action without a hint. */
      parent_action_id: string | null;
      /** The number of runs above it. */
      depth: number;
      /** The person who cancelled it. No foreign key: clients embed its author without a hint. */
      cancelled_by: string | null;
      /** The number of runs that led to it through notifications about runs. */
      chain: number;
    };
    Insert: {
      id?: string;
      playbook_id: string;
      spec?: PlaybookSpec;
      status?: "scheduled" | "running" | "sleeping" | "retrying" | "waiting" | "pending" | "pending_approval" | "completed" | "failed" | "cancelled" | "timed_out";
      created_at?: string;
      start_time?: string | null;
      scheduled_time?: string;
      end_time?: string | null;
      timeout?: number;
      created_by?: string | null;
      notification_send_id?: string | null;
      check_id?: string | null;
      config_id?: string | null;
      component_id?: string | null;
      parameters?: Json | null;
      request?: Json | null;
      agent_id?: string;
      parent_id?: string | null;
      error?: string | null;
      spec_secrets?: string | null;
      parameters_secrets?: string | null;
      cause?: "person" | "event" | "schedule" | "webhook" | "notification" | "parent";
      plan?: Json | null;
      plan_hash?: string | null;
      former_plan?: Json | null;
      parent_action_id?: string | null;
      depth?: number;
      cancelled_by?: string | null;
      chain?: number;
    };
    Update: {
      id?: string;
      playbook_id?: string;
      spec?: PlaybookSpec;
      status?: "scheduled" | "running" | "sleeping" | "retrying" | "waiting" | "pending" | "pending_approval" | "completed" | "failed" | "cancelled" | "timed_out";
      created_at?: string;
      start_time?: string | null;
      scheduled_time?: string;
      end_time?: string | null;
      timeout?: number;
      created_by?: string | null;
      notification_send_id?: string | null;
      check_id?: string | null;
      config_id?: string | null;
      component_id?: string | null;
      parameters?: Json | null;
      request?: Json | null;
      agent_id?: string;
      parent_id?: string | null;
      error?: string | null;
      spec_secrets?: string | null;
      parameters_secrets?: string | null;
      cause?: "person" | "event" | "schedule" | "webhook" | "notification" | "parent";
      plan?: Json | null;
      plan_hash?: string | null;
      former_plan?: Json | null;
      parent_action_id?: string | null;
      depth?: number;
      cancelled_by?: string | null;
      chain?: number;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_runs_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_check_id_fkey";
        columns: ["check_id"];
        isOneToOne: false;
        referencedRelation: "checks";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_config_id_fkey";
        columns: ["config_id"];
        isOneToOne: false;
        referencedRelation: "config_items";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_notification_send_id_fkey";
        columns: ["notification_send_id"];
        isOneToOne: false;
        referencedRelation: "notification_send_history";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_parent_id_fkey";
        columns: ["parent_id"];
        isOneToOne: false;
        referencedRelation: "playbook_runs";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "playbook_runs_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The next run of each schedule of a playbook. */
  playbook_schedules: {
    Row: {
      playbook_id: string;
      /** Index of the schedule in the spec. */
      position: number;
      schedule: string;
      due_at: string;
    };
    Insert: {
      playbook_id: string;
      position: number;
      schedule: string;
      due_at: string;
    };
    Update: {
      playbook_id?: string;
      position?: number;
      schedule?: string;
      due_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_schedules_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: false;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** How often triggers started a playbook. */
  playbook_trigger_counts: {
    Row: {
      playbook_id: string;
      started: number;
      /** Triggers within the window after another run for the same resource. */
      skipped: number;
      last_started_at: string | null;
      last_skipped_at: string | null;
      /** Why a trigger could not start a run. */
      last_error: string | null;
      last_error_at: string | null;
    };
    Insert: {
      playbook_id: string;
      started?: number;
      skipped?: number;
      last_started_at?: string | null;
      last_skipped_at?: string | null;
      last_error?: string | null;
      last_error_at?: string | null;
    };
    Update: {
      playbook_id?: string;
      started?: number;
      skipped?: number;
      last_started_at?: string | null;
      last_skipped_at?: string | null;
      last_error?: string | null;
      last_error_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "playbook_trigger_counts_playbook_id_fkey";
        columns: ["playbook_id"];
        isOneToOne: true;
        referencedRelation: "playbooks";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Playbooks, run manually or by events. */
  playbooks: {
    Row: {
      id: string;
      namespace: string;
      name: string;
      title: string;
      icon: string | null;
      description: string | null;
      /** *** in place of each credential. */
      spec: PlaybookSpec;
      category: string;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      namespace?: string;
      name: string;
      title?: string;
      icon?: string | null;
      description?: string | null;
      spec: PlaybookSpec;
      category?: string;
      source?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      namespace?: string;
      name?: string;
      title?: string;
      icon?: string | null;
      description?: string | null;
      spec?: PlaybookSpec;
      category?: string;
      source?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "playbooks_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The running processes of this system, each with its heartbeat. */
  processes: {
    Row: {
      id: string;
      role: "all" | "web" | "worker";
      hostname: string;
      pid: number;
      version: string;
      /** The address that it listens on, if it serves the web. */
      address: string | null;
      started_at: string;
      /** Its last heartbeat; a process without one for a minute has ended. */
      last_seen_at: string;
      rss_bytes: number;
      /** Fingerprints of the keys that it can open secrets with. */
      held_keys: string[] | null;
      /** Fingerprint of the key that it seals with. */
      sealing_key: string | null;
      /** Its memory in MiB, once a minute for the last hour, oldest first. */
      rss_trend: number[];
    };
    Insert: {
      id: string;
      role: "all" | "web" | "worker";
      hostname: string;
      pid: number;
      version: string;
      address?: string | null;
      started_at?: string;
      last_seen_at?: string;
      rss_bytes: number;
      held_keys?: string[] | null;
      sealing_key?: string | null;
      rss_trend?: number[];
    };
    Update: {
      id?: string;
      role?: "all" | "web" | "worker";
      hostname?: string;
      pid?: number;
      version?: string;
      address?: string | null;
      started_at?: string;
      last_seen_at?: string;
      rss_bytes?: number;
      held_keys?: string[] | null;
      sealing_key?: string | null;
      rss_trend?: number[];
    };
    Relationships: [];
  };
  /** Settings of the whole system by name, including feature flags. They override the file and the environment. */
  properties: {
    Row: {
      name: string;
      value: string;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    Insert: {
      name: string;
      value: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Update: {
      name?: string;
      value?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "properties_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Responders of an incident, here or in another system. */
  responders: {
    Row: {
      id: string;
      incident_id: string;
      type: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person" | "team" | "webhook";
      index: number | null;
      person_id: string | null;
      team_id: string | null;
      /** The id in the other system. */
      external_id: string | null;
      properties: Json | null;
      acknowledged: string | null;
      resolved: string | null;
      closed: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** Whether the responder was contacted; recorded if Quarterdeck does not contact responders of this type. */
      status: "pending" | "delivered" | "failed" | "recorded";
      /** The recipient, or the reason why the responder was not contacted. */
      status_reason: string | null;
    };
    Insert: {
      id?: string;
      incident_id: string;
      type: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person" | "team" | "webhook";
      index?: number | null;
      person_id?: string | null;
      team_id?: string | null;
      external_id?: string | null;
      properties?: Json | null;
      acknowledged?: string | null;
      resolved?: string | null;
      closed?: string | null;
      created_by: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      status?: "pending" | "delivered" | "failed" | "recorded";
      status_reason?: string | null;
    };
    Update: {
      id?: string;
      incident_id?: string;
      type?: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person" | "team" | "webhook";
      index?: number | null;
      person_id?: string | null;
      team_id?: string | null;
      external_id?: string | null;
      properties?: Json | null;
      acknowledged?: string | null;
      resolved?: string | null;
      closed?: string | null;
      created_by?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      status?: "pending" | "delivered" | "failed" | "recorded";
      status_reason?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "responders_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "responders_incident_id_fkey";
        columns: ["incident_id"];
        isOneToOne: false;
        referencedRelation: "incidents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "responders_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "responders_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Saved queries on the catalog. */
  saved_query: {
    Row: {
      id: string;
      icon: string | null;
      description: string | null;
      query: string;
      columns: Json | null;
      /** A name; clients send it as text. */
      created_by: string | null;
      created_at: string;
      updated_at: string;
    };
    Insert: {
      id?: string;
      icon?: string | null;
      description?: string | null;
      query: string;
      columns?: Json | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      id?: string;
      icon?: string | null;
      description?: string | null;
      query?: string;
      columns?: Json | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
    };
    Relationships: [];
  };
  /** The SQL files that have been applied to this database, by path. */
  schema_changes: {
    Row: {
      path: string;
      checksum: string;
      applied_at: string;
    };
    Insert: {
      path: string;
      checksum: string;
      applied_at?: string;
    };
    Update: {
      path?: string;
      checksum?: string;
      applied_at?: string;
    };
    Relationships: [];
  };
  /** The version of each view and function in this database. */
  schema_objects: {
    Row: {
      path: string;
      checksum: string;
    };
    Insert: {
      path: string;
      checksum: string;
    };
    Update: {
      path?: string;
      checksum?: string;
    };
    Relationships: [];
  };
  /** The roles in the grants and policies of this database. */
  schema_roles: {
    Row: {
      plain: string;
      scoped: string;
      gathered: string;
      /** Fingerprint of the schema that rights were last issued for. */
      issued_for: string | null;
    };
    Insert: {
      plain: string;
      scoped: string;
      gathered: string;
      issued_for?: string | null;
    };
    Update: {
      plain?: string;
      scoped?: string;
      gathered?: string;
      issued_for?: string | null;
    };
    Relationships: [];
  };
  /** Current faults of plugins, by the scraper whose last run found them. The job history records every change of them. */
  scrape_plugin_faults: {
    Row: {
      plugin_id: string;
      scraper_id: string;
      /** Hash of the plugin's spec; faults of an older spec are ignored. */
      spec_hash: string;
      faults: string[];
    };
    Insert: {
      plugin_id: string;
      scraper_id: string;
      spec_hash: string;
      faults: string[];
    };
    Update: {
      plugin_id?: string;
      scraper_id?: string;
      spec_hash?: string;
      faults?: string[];
    };
    Relationships: [
      {
        foreignKeyName: "scrape_plugin_faults_plugin_id_fkey";
        columns: ["plugin_id"];
        isOneToOne: false;
        referencedRelation: "scrape_plugins";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "scrape_plugin_faults_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: false;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Rules that every scraper follows in addition to its own. */
  scrape_plugins: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      /** Rules for changes, locations, aliases, relationships, properties and retention; *** in place of each credential. */
      spec: Json;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string;
      spec: Json;
      source: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string;
      spec?: Json;
      source?: string;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "scrape_plugins_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The next run of each scraper of this system. Paused and deleted scrapers have no row. */
  scraper_turns: {
    Row: {
      scraper_id: string;
      /** The schedule in the spec; empty for the default. */
      schedule: string;
      due_at: string;
      /** Hash of the spec; a different spec is due at once. */
      spec_hash: string;
      /** Whether the scraper was changed after its last run was sent; a run in progress does not replace the new one. */
      is_changed: boolean;
      /** End of the rate limit of its source. */
      rate_limited_until: string | null;
    };
    Insert: {
      scraper_id: string;
      schedule: string;
      due_at: string;
      spec_hash: string;
      is_changed?: boolean;
      rate_limited_until?: string | null;
    };
    Update: {
      scraper_id?: string;
      schedule?: string;
      due_at?: string;
      spec_hash?: string;
      is_changed?: boolean;
      rate_limited_until?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "scraper_turns_scraper_id_fkey";
        columns: ["scraper_id"];
        isOneToOne: true;
        referencedRelation: "config_scrapers";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The keys of this system by their fingerprints; the keys themselves are stored outside. */
  secret_keys: {
    Row: {
      id: string;
      /** coming: is about to seal, and processes load it. sealing: seals new values. accepted: sealed until a moment ago, so its values may still be stored. opening: its stored values are being sealed again. retired: opens nothing. */
      state: "coming" | "sealing" | "accepted" | "opening" | "retired";
      created_at: string;
      changed_at: string;
    };
    Insert: {
      id: string;
      state: "coming" | "sealing" | "accepted" | "opening" | "retired";
      created_at?: string;
      changed_at?: string;
    };
    Update: {
      id?: string;
      state?: "coming" | "sealing" | "accepted" | "opening" | "retired";
      created_at?: string;
      changed_at?: string;
    };
    Relationships: [];
  };
  /** Security keys and passkeys (WebAuthn); a person can have several. */
  security_keys: {
    Row: {
      id: string;
      person_id: string;
      /** webauthn: the second step after a password; passkey: signs in alone. */
      use: "webauthn" | "passkey";
      /** The name that the person gave it, or the browser that created it. */
      name: string;
      /** The id of the key in the authenticator. */
      credential_id: Uint8Array;
      /** In COSE form. */
      public_key: Uint8Array;
      /** The last counter of the key; a smaller one comes from a copy. Many keys do not count and stay at zero. */
      counter: number;
      /** The transports of the key: usb, nfc, internal and others. */
      transports: string[];
      created_at: string;
      last_used_at: string | null;
    };
    Insert: {
      id?: string;
      person_id: string;
      use: "webauthn" | "passkey";
      name: string;
      credential_id: Uint8Array;
      public_key: Uint8Array;
      counter?: number;
      transports?: string[];
      created_at?: string;
      last_used_at?: string | null;
    };
    Update: {
      id?: string;
      person_id?: string;
      use?: "webauthn" | "passkey";
      name?: string;
      credential_id?: Uint8Array;
      public_key?: Uint8Array;
      counter?: number;
      transports?: string[];
      created_at?: string;
      last_used_at?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "security_keys_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** On an agent: connections of its server, each for one resource. Empty on a server. */
  sent_connections: {
    Row: {
      id: string;
      /** The canary, scraper or topology of the server that refers to the connection. No foreign key, because it is stored first. */
      resource_id: string;
      /** The reference as the spec of the resource contains it. */
      reference: string;
      /** The id and the time of the last change of the connection on the server. */
      version: string | null;
      /** The connection with its credentials as JSON. */
      sealed: string | null;
      /** The reason why the server does not send the connection. */
      refused: string | null;
      /** The last time the server confirmed that the resource may use the connection, to the hour. */
      confirmed_at: string;
    };
    Insert: {
      id?: string;
      resource_id: string;
      reference: string;
      version?: string | null;
      sealed?: string | null;
      refused?: string | null;
      confirmed_at?: string;
    };
    Update: {
      id?: string;
      resource_id?: string;
      reference?: string;
      version?: string | null;
      sealed?: string | null;
      refused?: string | null;
      confirmed_at?: string;
    };
    Relationships: [];
  };
  /** Sessions of people who are signed in. A session ends when its row is deleted. */
  sessions: {
    Row: {
      id: string;
      /** SHA-256 of the token in the cookie; the token itself is never stored. */
      token_digest: Uint8Array;
      person_id: string;
      /** The strength of the sign-in: one factor or two. */
      aal: "aal1" | "aal2";
      /** The methods that were used, with their times. */
      methods: AuthenticationMethods;
      authenticated_at: string;
      issued_at: string;
      /** To the hour, because an exact time would need a write on every request. */
      last_seen_at: string;
      expires_at: string;
      user_agent: string;
      ip_address: string;
    };
    Insert: {
      id?: string;
      token_digest: Uint8Array;
      person_id: string;
      aal: "aal1" | "aal2";
      methods: AuthenticationMethods;
      authenticated_at?: string;
      issued_at?: string;
      last_seen_at?: string;
      expires_at: string;
      user_agent?: string;
      ip_address?: string;
    };
    Update: {
      id?: string;
      token_digest?: Uint8Array;
      person_id?: string;
      aal?: "aal1" | "aal2";
      methods?: AuthenticationMethods;
      authenticated_at?: string;
      issued_at?: string;
      last_seen_at?: string;
      expires_at?: string;
      user_agent?: string;
      ip_address?: string;
    };
    Relationships: [
      {
        foreignKeyName: "sessions_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** State of the product itself, such as the fingerprint of its secret key. */
  settings: {
    Row: {
      name: string;
      /** A text, or a sealed one. */
      value: string;
    };
    Insert: {
      name: string;
      value: string;
    };
    Update: {
      name?: string;
      value?: string;
    };
    Relationships: [];
  };
  /** Severities of incidents, the worst first. */
  severities: {
    Row: {
      id: number;
      name: string;
      /** Names in other systems. */
      aliases: string[];
      icon: string | null;
    };
    Insert: {
      id: number;
      name: string;
      aliases?: string[];
      icon?: string | null;
    };
    Update: {
      id?: number;
      name?: string;
      aliases?: string[];
      icon?: string | null;
    };
    Relationships: [];
  };
  /** Sign-in attempts of an account, address or device, shared by all processes. A crash may clear it. */
  sign_in_throttles: {
    Row: {
      /** SHA-256 of the throttled value, so that addresses and emails are not stored. */
      key: Uint8Array;
      /** Each attempt moves it later; attempts are refused while it is too far ahead. */
      busy_until: string;
    };
    Insert: {
      key: Uint8Array;
      busy_until: string;
    };
    Update: {
      key?: Uint8Array;
      busy_until?: string;
    };
    Relationships: [];
  };
  /** The teams that are responsible for components. */
  team_components: {
    Row: {
      team_id: string;
      component_id: string;
      role: string | null;
      selector_id: string | null;
    };
    Insert: {
      team_id: string;
      component_id: string;
      role?: string | null;
      selector_id?: string | null;
    };
    Update: {
      team_id?: string;
      component_id?: string;
      role?: string | null;
      selector_id?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "team_components_component_id_fkey";
        columns: ["component_id"];
        isOneToOne: false;
        referencedRelation: "components";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "team_components_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The members of each team. */
  team_members: {
    Row: {
      team_id: string;
      person_id: string;
      /** UI if it is edited here. */
      source: string;
    };
    Insert: {
      team_id: string;
      person_id: string;
      source?: string;
    };
    Update: {
      team_id?: string;
      person_id?: string;
      source?: string;
    };
    Relationships: [
      {
        foreignKeyName: "team_members_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "team_members_team_id_fkey";
        columns: ["team_id"];
        isOneToOne: false;
        referencedRelation: "teams";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Groups of people who are responsible for components and are notified together. */
  teams: {
    Row: {
      id: string;
      name: string;
      icon: string | null;
      /** The components of the team and its contacts; *** in place of each credential. */
      spec: TeamSpec | null;
      /** UI if it is edited here; otherwise the place where it is kept. */
      source: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      icon?: string | null;
      spec?: TeamSpec | null;
      source?: string | null;
      created_by: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      icon?: string | null;
      spec?: TeamSpec | null;
      source?: string | null;
      created_by?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "teams_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Rules that build components. */
  topologies: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      namespace: string;
      labels: Labels | null;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string;
      /** *** in place of each credential. */
      spec: Json | null;
      schedule: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      is_pushed: boolean;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      agent_id?: string;
      name: string;
      namespace?: string;
      labels?: Labels | null;
      source?: string;
      spec?: Json | null;
      schedule?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      is_pushed?: boolean;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      agent_id?: string;
      name?: string;
      namespace?: string;
      labels?: Labels | null;
      source?: string;
      spec?: Json | null;
      schedule?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      is_pushed?: boolean;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "topologies_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "topologies_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The next run of each topology of this system. Paused and deleted topologies have no row. */
  topology_turns: {
    Row: {
      topology_id: string;
      /** The schedule in the spec; empty for the default. */
      schedule: string;
      due_at: string;
      /** Hash of the spec; a different spec is due at once. */
      spec_hash: string;
      /** Whether the topology was changed after its last run was sent; a run in progress does not replace the new one. */
      is_changed: boolean;
    };
    Insert: {
      topology_id: string;
      schedule: string;
      due_at: string;
      spec_hash: string;
      is_changed?: boolean;
    };
    Update: {
      topology_id?: string;
      schedule?: string;
      due_at?: string;
      spec_hash?: string;
      is_changed?: boolean;
    };
    Relationships: [
      {
        foreignKeyName: "topology_turns_topology_id_fkey";
        columns: ["topology_id"];
        isOneToOne: true;
        referencedRelation: "topologies";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The email that a person has proved to own. A new email in the profile is not verified by it. */
  verified_emails: {
    Row: {
      person_id: string;
      email: string;
      verified_at: string;
    };
    Insert: {
      person_id: string;
      email: string;
      verified_at?: string;
    };
    Update: {
      person_id?: string;
      email?: string;
      verified_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "verified_emails_person_id_fkey";
        columns: ["person_id"];
        isOneToOne: true;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The last results of the panels of a view. */
  view_panels: {
    Row: {
      view_id: string;
      /** Fingerprint of the parameters of the request. */
      request_fingerprint: string;
      results: Json;
      agent_id: string;
      refreshed_at: string;
    };
    Insert: {
      view_id: string;
      request_fingerprint: string;
      results: Json;
      agent_id?: string;
      refreshed_at?: string;
    };
    Update: {
      view_id?: string;
      request_fingerprint?: string;
      results?: Json;
      agent_id?: string;
      refreshed_at?: string;
    };
    Relationships: [
      {
        foreignKeyName: "view_panels_agent_id_fkey";
        columns: ["agent_id"];
        isOneToOne: false;
        referencedRelation: "agents";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "view_panels_view_id_fkey";
        columns: ["view_id"];
        isOneToOne: false;
        referencedRelation: "views";
        referencedColumns: ["id"];
      },
    ];
  };
  /** The last result of each view, for each set of variables and rights. */
  view_results: {
    Row: {
      view_id: string;
      /** Fingerprint of the values of the variables. */
      fingerprint: string;
      /** The rights of the readers who share the result; all for readers who see everything. */
      rights: string;
      /** Fingerprint of the spec. A result of another version is not shown. */
      version: string;
      /** End of the last refresh, even if it failed. */
      attempted_at: string | null;
      /** Time of the stored data. */
      refreshed_at: string | null;
      /** Whether all parts of the stored data could be read. */
      is_complete: boolean;
      /** The errors of the last refresh. */
      errors: Json;
      /** The response as JSON, without its rows. */
      head: string | null;
      /** The rows as JSON, compressed with gzip. */
      rows: Uint8Array | null;
      /** The process that refreshes it. */
      lease: string | null;
      leased_until: string | null;
    };
    Insert: {
      view_id: string;
      fingerprint: string;
      rights: string;
      version: string;
      attempted_at?: string | null;
      refreshed_at?: string | null;
      is_complete?: boolean;
      errors?: Json;
      head?: string | null;
      rows?: Uint8Array | null;
      lease?: string | null;
      leased_until?: string | null;
    };
    Update: {
      view_id?: string;
      fingerprint?: string;
      rights?: string;
      version?: string;
      attempted_at?: string | null;
      refreshed_at?: string | null;
      is_complete?: boolean;
      errors?: Json;
      head?: string | null;
      rows?: Uint8Array | null;
      lease?: string | null;
      leased_until?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "view_results_view_id_fkey";
        columns: ["view_id"];
        isOneToOne: false;
        referencedRelation: "views";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Pages that people define by queries and panels. */
  views: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      /** Queries, panels and layout of the page; *** in place of each credential. */
      spec: ViewSpec;
      /** UI if it is edited here; otherwise the place where it is kept, such as file:<path>. */
      source: string;
      labels: Labels | null;
      created_by: string | null;
      created_at: string;
      last_ran: string | null;
      error: string | null;
      /** A run does not count as an update. */
      updated_at: string | null;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
      /** The author: the person who last changed its queries, variables, SQL or columns. Its queries use connections with the rights of this person. */
      updated_by: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string | null;
      spec: ViewSpec;
      source?: string;
      labels?: Labels | null;
      created_by?: string | null;
      created_at?: string;
      last_ran?: string | null;
      error?: string | null;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      updated_by?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      spec?: ViewSpec;
      source?: string;
      labels?: Labels | null;
      created_by?: string | null;
      created_at?: string;
      last_ran?: string | null;
      error?: string | null;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
      updated_by?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "views_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
      {
        foreignKeyName: "views_updated_by_fkey";
        columns: ["updated_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
}

export interface Views {
  /** Agents with their row counts, health and status. */
  agents_summary: {
    Row: {
      id: string;
      name: string;
      hostname: string | null;
      description: string | null;
      ip: string | null;
      version: string | null;
      username: string | null;
      person_id: string | null;
      properties: Labels | null;
      tls: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      cleanup: boolean;
      deleted_at: string | null;
      last_seen: string | null;
      last_received: string | null;
      config_count: number;
      /** Misspelled because existing clients read this name. */
      config_scrapper_count: number;
      checks_count: number;
      playbook_runs_count: number;
      health: "healthy" | "unhealthy" | "unknown";
      status: "online" | "offline" | "unknown";
      waiting_since: string | null;
      waiting_results: number;
    };
    Relationships: [];
  };
  /** Open insights of the config items that belong to a component, the worst first. */
  analysis_by_component: {
    Row: {
      config_id: string;
      name: string;
      config_class: string;
      type: string;
      analysis_type: "availability" | "compliance" | "cost" | "integration" | "other" | "performance" | "recommendation" | "reliability" | "security" | "technical_debt" | null;
      first_observed: string;
      last_observed: string;
      created_by: string | null;
      analysis_id: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      component_id: string;
    };
    Relationships: [];
  };
  /** How many insights a config item has, by type and severity. */
  analysis_by_config: {
    Row: {
      id: string;
      analysis: CountsOfCounts;
    };
    Relationships: [];
  };
  /** How many open insights a component has through its config items, by type and severity. */
  analysis_summary_by_component: {
    Row: {
      id: string;
      analysis: CountsOfCounts;
    };
    Relationships: [];
  };
  /** All types of insights, for filters. */
  analysis_types: {
    Row: {
      analysis_type: string;
    };
    Relationships: [];
  };
  /** The resource types in the audit log, for filters. */
  audit_log_types: {
    Row: {
      resource_type: string;
    };
    Relationships: [];
  };
  /** Canaries with the status of their job: from the last run of each of their checks, or from a fault of the canary itself. */
  canaries_with_status: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      interval: string | null;
      schedule: string | null;
      labels: Labels | null;
      source: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      agent_id: string;
      last_runtime: string | null;
      job_name: string | null;
      /** Runs that passed in the last hour, or the last run, when the status comes from runs. */
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
      agent: AgentName;
      /** Number of its checks by health. */
      checks: Counts;
    };
    Relationships: [];
  };
  /** Jobs of canaries, and the runs of their checks in the last 7 days by hour. */
  canary_job_histories: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      resource_type: string | null;
      resource_id: string | null;
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      /** For check runs: the number of passed runs. */
      success_count: number;
      /** For check runs: the number of failed runs; runs in maintenance or of an invalid check do not count. */
      error_count: number;
      details: JobDetails | null;
      hostname: string | null;
      duration_millis: number | null;
      time_start: string;
      time_end: string | null;
      created_at: string;
      resource_name: string | null;
      agent: AgentName;
      /** As in job_histories; null for check runs. */
      recovered_at: string | null;
    };
    Relationships: [];
  };
  /** Canaries to choose from. */
  canary_names: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      agent_id: string;
    };
    Relationships: [];
  };
  /** Changes with the columns of the changes list. */
  catalog_changes: {
    Row: {
      id: string;
      config_id: string;
      name: string;
      /** When the config item was deleted. */
      deleted_at: string | null;
      type: string;
      /** The tags of the config item. */
      tags: Labels | null;
      config: Json | null;
      external_change_id: string | null;
      external_created_by: string | null;
      created_at: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      change_type: string;
      source: string | null;
      summary: string | null;
      details: Json | null;
      diff: string | null;
      created_by: string | null;
      count: number;
      first_observed: string;
      agent_id: string;
      path: string | null;
      inserted_at: string;
    };
    Relationships: [];
  };
  /** All types of changes, for filters. */
  change_types: {
    Row: {
      change_type: string;
    };
    Relationships: [];
  };
  /** Changes of the config items that belong to a component, the newest first. */
  changes_by_component: {
    Row: {
      id: string;
      config_id: string;
      name: string;
      config_class: string;
      type: string;
      change_type: string;
      created_at: string;
      created_by: string | null;
      change_id: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      component_id: string;
      config_deleted_at: string | null;
    };
    Relationships: [];
  };
  /** The labels of existing checks. */
  check_labels: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** Checks to choose from. */
  check_names: {
    Row: {
      id: string;
      canary_id: string;
      type: string;
      name: string;
      status: "healthy" | "unhealthy" | null;
    };
    Relationships: [];
  };
  /** Figures of each check for the last hour, or for its last run when that is older. */
  check_status_summary: {
    Row: {
      check_id: string;
      p99: number | null;
      p97: number | null;
      p95: number | null;
      p50: number | null;
      mean: number | null;
      passed: number;
      failed: number;
      last_check: string;
      last_pass: string | null;
      last_fail: string | null;
    };
    Relationships: [];
  };
  /** The last run of each check that did not run in the last hour. */
  check_status_summary_aged: {
    Row: {
      check_id: string;
      p99: number | null;
      p95: number | null;
      p50: number | null;
      mean: number | null;
      passed: number;
      failed: number;
      last_check: string;
      last_pass: string | null;
      last_fail: string | null;
    };
    Relationships: [];
  };
  /** Figures of checks for the last hour, from the runs. */
  check_status_summary_hour: {
    Row: {
      check_id: string;
      p99: number | null;
      p95: number | null;
      p50: number | null;
      mean: number | null;
      passed: number;
      failed: number;
      last_check: string;
      last_pass: string | null;
      last_fail: string | null;
    };
    Relationships: [];
  };
  /** The runs of the last day, summed up by five minutes. */
  check_statuses_5m: {
    Row: {
      check_id: string;
      created_at: string;
      total_checks: number;
      passed: number;
      failed: number;
      total_duration: number;
    };
    Relationships: [];
  };
  /** Checks as the health page shows them, deleted ones included. */
  check_summary: {
    Row: {
      id: string;
      canary_id: string;
      agent_id: string;
      /** For the last hour, or for the last run. */
      uptime: Uptime;
      /** For the last hour, or for the last run. */
      latency: Latency;
      last_transition_time: string | null;
      type: string;
      icon: string | null;
      name: string;
      status: "healthy" | "unhealthy" | null;
      description: string | null;
      namespace: string | null;
      /** The namespaces of the check and of its canary. */
      namespaces: string[];
      canary_namespace: string;
      canary_name: string;
      /** Labels of the canary, overridden by those of the check. */
      labels: Labels;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      owner: string | null;
      category: string | null;
      last_runtime: string | null;
      next_runtime: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      silenced_at: string | null;
      /** The target of the check, if the spec contains it as a plain field. */
      endpoint: string | null;
      interval: string | null;
      schedule: string | null;
      interval_seconds: number | null;
      could_not_check_since: string | null;
      could_not_check_reason: string | null;
      /** The active pause; null while the check is not paused. */
      paused: Pause | null;
    };
    Relationships: [];
  };
  /** Number of checks of each component by health. */
  check_summary_by_component: {
    Row: {
      component_id: string;
      checks: Counts;
    };
    Relationships: [];
  };
  /** Number of checks of each config by health. */
  check_summary_by_config: {
    Row: {
      config_id: string;
      checks: Counts;
    };
    Relationships: [];
  };
  /** Checks as the health page shows them, by the config items they are linked to. */
  check_summary_for_config: {
    Row: {
      config_id: string;
      id: string;
      canary_id: string;
      agent_id: string;
      uptime: Uptime;
      latency: Latency;
      last_transition_time: string | null;
      type: string;
      icon: string | null;
      name: string;
      status: "healthy" | "unhealthy" | null;
      description: string | null;
      namespace: string | null;
      namespaces: string[] | null;
      canary_namespace: string;
      canary_name: string;
      labels: Labels;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      owner: string | null;
      category: string | null;
      last_runtime: string | null;
      next_runtime: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      silenced_at: string | null;
      endpoint: string | null;
      interval: string | null;
      schedule: string | null;
      interval_seconds: number | null;
      could_not_check_since: string | null;
      could_not_check_reason: string | null;
      paused: Pause | null;
    };
    Relationships: [];
  };
  /** Runs that count in the uptime of each check, in the last 24 hours, 7 days and 30 days. */
  check_uptimes: {
    Row: {
      check_id: string;
      passed_24h: number;
      failed_24h: number;
      passed_7d: number;
      failed_7d: number;
      passed_30d: number;
      failed_30d: number;
      /** Start of the first hour of the last 30 days that has a run; a span that begins before it is only partly known. */
      first_hour: string | null;
    };
    Relationships: [];
  };
  /** Checks by the components they are linked to. */
  checks_by_component: {
    Row: {
      component_id: string;
      id: string;
      type: string;
      name: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      status: "healthy" | "unhealthy" | null;
      icon: string | null;
      /** The health that lists show: a check that is paused or has no recent result neither passes nor fails. */
      health: "healthy" | "unhealthy" | "unknown" | "paused" | null;
    };
    Relationships: [];
  };
  /** Checks by the config items they are linked to. */
  checks_by_config: {
    Row: {
      config_id: string;
      id: string;
      type: string;
      name: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      status: "healthy" | "unhealthy" | null;
      icon: string | null;
      last_runtime: string | null;
      /** The health that lists show: a check that is paused or has no recent result neither passes nor fails. */
      health: "healthy" | "unhealthy" | "unknown" | "paused" | null;
    };
    Relationships: [];
  };
  /** The label keys of existing checks. */
  checks_labels_keys: {
    Row: {
      key: string;
    };
    Relationships: [];
  };
  /** Runs of checks with the files they produced. */
  checks_status_artifacts: {
    Row: {
      check_id: string;
      check_status: boolean | null;
      check_message: string | null;
      error: string | null;
      invalid: boolean | null;
      time: string;
      duration: number | null;
      artifacts: Json | null;
    };
    Relationships: [];
  };
  /** The states of each component with their ends. */
  component_intervals: {
    Row: {
      component_id: string;
      since: string;
      /** Null for the present state. */
      until: string | null;
      name: string;
      parent_id: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      status: string;
      is_deleted: boolean;
    };
    Relationships: [];
  };
  /** The labels of components that are not deleted. */
  component_labels: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** The label keys of components that are not deleted. */
  component_labels_keys: {
    Row: {
      key: string;
    };
    Relationships: [];
  };
  /** Components to choose from. */
  component_names: {
    Row: {
      id: string;
      path: string | null;
      external_id: string;
      type: string | null;
      name: string;
      created_at: string;
      updated_at: string | null;
      icon: string | null;
      parent_id: string | null;
    };
    Relationships: [];
  };
  /** Components that have logs. */
  components_with_logs: {
    Row: {
      id: string;
      name: string;
      agent_id: string;
      icon: string | null;
      type: string | null;
    };
    Relationships: [];
  };
  /** The analyzers of open insights, for filters. */
  config_analysis_analyzers: {
    Row: {
      analyzer: string;
    };
    Relationships: [];
  };
  /** Insights with their config items. */
  config_analysis_items: {
    Row: {
      id: string;
      config_id: string;
      scraper_id: string | null;
      created_by: string | null;
      source: string | null;
      analyzer: string;
      analysis_type: "availability" | "compliance" | "cost" | "integration" | "other" | "performance" | "recommendation" | "reliability" | "security" | "technical_debt" | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      summary: string | null;
      status: "open" | "resolved" | "silenced" | "closed";
      message: string | null;
      analysis: Json | null;
      properties: Properties | null;
      properties_values: Json | null;
      first_observed: string;
      last_observed: string;
      is_pushed: boolean;
      config_type: string;
      config_class: string;
      config_name: string;
      tags: Labels | null;
      labels: Labels | null;
      agent_id: string;
      path: string | null;
      /** When the config item was deleted. */
      deleted_at: string | null;
      /** From 1 for critical to 7 for info, to sort by severity. */
      severity_rank: number | null;
    };
    Relationships: [];
  };
  /** Changes with their config items. */
  config_changes_items: {
    Row: {
      id: string;
      config_id: string;
      external_change_id: string | null;
      external_created_by: string | null;
      change_type: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      source: string | null;
      summary: string | null;
      patches: Json | null;
      diff: string | null;
      details: Json | null;
      created_by: string | null;
      created_at: string;
      count: number;
      fingerprint: string | null;
      first_observed: string;
      is_pushed: boolean;
      inserted_at: string;
      config_type: string;
      config_class: string;
    };
    Relationships: [];
  };
  /** The last 30 days of the catalog by config_class. */
  config_class_summary: {
    Row: {
      config_class: string;
      /** Open insights by type. */
      analysis: Counts | null;
      /** Open insights by severity. */
      severity: Counts | null;
      changes: number;
      total_configs: number;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
    };
    Relationships: [];
  };
  /** All classes of config items, for filters. */
  config_classes: {
    Row: {
      config_class: string;
    };
    Relationships: [];
  };
  /** A config item with its document and the counts of its tabs. */
  config_detail: {
    Row: {
      id: string;
      agent_id: string;
      icon: string | null;
      scraper_id: string | null;
      config_class: string;
      status: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready: boolean | null;
      external_id: string[] | null;
      type: string;
      name: string;
      description: string | null;
      config: Json | null;
      source: string | null;
      labels: Labels | null;
      tags: Labels | null;
      tags_values: Json | null;
      properties: Properties | null;
      properties_values: Json | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      parent_id: string | null;
      path: string | null;
      last_scraped_time: string | null;
      is_pushed: boolean;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      delete_reason: string | null;
      inserted_at: string;
      agent_name: string;
      summary: Counts;
      scraper: NamedThing | null;
    };
    Relationships: [];
  };
  /** Changes of the last 30 days and open insights of each config item. */
  config_item_summary_30d: {
    Row: {
      config_id: string;
      config_changes_count: number;
      config_analysis_type_counts: Counts | null;
    };
    Relationships: [];
  };
  /** Changes of the last 3 days and open insights of each config item. */
  config_item_summary_3d: {
    Row: {
      config_id: string;
      config_changes_count: number;
      config_analysis_type_counts: Counts | null;
    };
    Relationships: [];
  };
  /** Changes of the last 7 days and open insights of each config item. */
  config_item_summary_7d: {
    Row: {
      config_id: string;
      config_changes_count: number;
      config_analysis_type_counts: Counts | null;
    };
    Relationships: [];
  };
  /** The common attributes of config items of a kind, for row policies; one row per group of the kind. */
  config_kinds: {
    Row: {
      kind_id: string | null;
      agent_id: string | null;
      type: string | null;
      tags: Json | null;
    };
    Relationships: [];
  };
  /** The labels of existing config items. */
  config_labels: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** Config items to choose from. */
  config_names: {
    Row: {
      id: string;
      type: string;
      external_id: string[] | null;
      name: string;
    };
    Relationships: [];
  };
  /** Scrapers with their newest job and the start of the last successful one. */
  config_scrapers_with_status: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      spec: Json;
      source: string;
      application_id: string | null;
      created_by: string | null;
      agent_id: string;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      is_pushed: boolean;
      job_name: string | null;
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
      agent: AgentName;
      job_last_success: string | null;
    };
    Relationships: [];
  };
  /** All statuses of config items, for filters. */
  config_statuses: {
    Row: {
      status: string;
    };
    Relationships: [];
  };
  /** The last 30 days of the catalog by type. */
  config_summary: {
    Row: {
      type: string;
      /** Open insights by type. */
      analysis: Counts | null;
      /** Open insights by severity. */
      severity: Counts | null;
      changes: number;
      total_configs: number;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
    };
    Relationships: [];
  };
  /** The tags of existing config items. */
  config_tags: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** The keys of tags and labels of existing config items, each with its kind. */
  config_tags_labels_keys: {
    Row: {
      key: string;
    };
    Relationships: [];
  };
  /** All types of config items, for filters. */
  config_types: {
    Row: {
      type: string;
    };
    Relationships: [];
  };
  /** Config items without their documents, deleted ones included. */
  configs: {
    Row: {
      id: string;
      scraper_id: string | null;
      config_class: string;
      external_id: string[] | null;
      type: string;
      name: string;
      /** The value of the tag namespace. */
      namespace: string | null;
      description: string | null;
      source: string | null;
      labels: Labels | null;
      tags: Labels | null;
      tags_values: Json | null;
      properties: Properties | null;
      properties_values: Json | null;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      agent_id: string;
      status: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready: boolean | null;
      path: string | null;
      icon: string | null;
      parent_id: string | null;
      last_scraped_time: string | null;
      delete_reason: string | null;
      /** Changes in the last seven days, to the minute. */
      changes: number;
      /** Open insights by type. */
      analysis: Counts | null;
    };
    Relationships: [];
  };
  /** Connections to choose from, without their credentials. */
  connections_list: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      type: string;
      /** notification if the connection only sends messages. */
      category: string | null;
      source: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
    };
    Relationships: [];
  };
  /** One row: the events that were delivered in the last 24 hours. */
  event_deliveries: {
    Row: {
      delivered: number;
      /** When the last of them was delivered; null if there was none. */
      last_delivered: string | null;
    };
    Relationships: [];
  };
  /** The events that were taken from inboxes in the last 24 hours, by hour. */
  event_deliveries_hourly: {
    Row: {
      delivered: number;
      hour: string;
    };
    Relationships: [];
  };
  /** Events that have not been delivered to all listeners, by name. */
  event_queue_summary: {
    Row: {
      name: string;
      /** Deliveries that are waiting or active, one per listener. */
      pending: number;
      /** Deliveries that failed at least once, whether they are retried or were given up. */
      failed: number;
      average_attempts: number;
      /** When the oldest event among the failed ones was published. */
      first_failure: string | null;
      /** When a delivery last failed. */
      last_failure: string | null;
      most_common_error: string | null;
    };
    Relationships: [];
  };
  /** Evidence with the present health of the check, component or config item that it is about; kind is null for other evidence, and for a resource that is gone. */
  evidence_states: {
    Row: {
      id: string;
      incident_id: string;
      hypothesis_id: string;
      definition_of_done: boolean;
      done: boolean | null;
      script: string | null;
      script_result: string | null;
      description: string;
      kind: string | null;
      resource_id: string | null;
      name: string | null;
      health: string | null;
      /** The last change of the health, as far as it is known. */
      since: string | null;
    };
    Relationships: [];
  };
  /** People who can sign in, in the shape of the identity service. */
  identities: {
    Row: {
      id: string;
      schema_id: string;
      traits: IdentityTraits;
      state: "active" | "inactive";
      state_changed_at: string;
      /** The network of a hosted identity service; constant here. */
      nid: string;
      metadata_public: Json | null;
      created_at: string;
      updated_at: string;
      roles: string[];
    };
    Relationships: [];
  };
  /** Incidents as the list shows them. */
  incident_summary: {
    Row: {
      id: string;
      incident_id: string;
      title: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      created_at: string;
      updated_at: string;
      created_by: string;
      commander_id: string | null;
      commander: NamedPerson | null;
      /** People and teams. */
      responders: NamedPeople | null;
      commenters: NamedPeople | null;
      /** The components that its evidence refers to. */
      component_ids: string[];
    };
    Relationships: [];
  };
  /** The number of open incidents of a component, by type and severity. */
  incident_summary_by_component: {
    Row: {
      id: string;
      incidents: CountsOfCounts;
    };
    Relationships: [];
  };
  /** Incidents by the component that their evidence refers to. */
  incidents_by_component: {
    Row: {
      title: string;
      id: string;
      incident_id: string;
      created_at: string;
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      component_id: string;
    };
    Relationships: [];
  };
  /** Incidents by the config item that their evidence refers to. */
  incidents_by_config: {
    Row: {
      title: string;
      id: string;
      incident_id: string;
      created_at: string;
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "reliability";
      status: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      config_id: string;
    };
    Relationships: [];
  };
  /** Scrapers, topologies and log backends in one list, with their newest jobs. */
  integrations_with_status: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      integration_type: "scrapers" | "topologies" | "logging_backends";
      source: string | null;
      agent_id: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      created_by: string | null;
      job_name: string | null;
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
      agent: AgentName;
      creator_name: string | null;
      creator_avatar: string | null;
      creator_title: string | null;
      creator_email: string | null;
    };
    Relationships: [];
  };
  /** Job runs with the names of their resource and agent. */
  job_histories: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      resource_type: string | null;
      resource_id: string | null;
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count: number;
      error_count: number;
      details: JobDetails | null;
      hostname: string | null;
      duration_millis: number | null;
      time_start: string;
      time_end: string | null;
      created_at: string;
      /** The name of the resource, or its key when it has none. */
      resource_name: string | null;
      /** {id, name}; nulls inside when it ran here. */
      agent: AgentName;
      /** The start of the next successful run of the same job and resource; null if the run has no errors, or if none has succeeded since. */
      recovered_at: string | null;
    };
    Relationships: [];
  };
  /** The newest run of each job and resource. */
  job_history_latest_status: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      resource_type: string | null;
      resource_id: string | null;
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count: number;
      error_count: number;
      details: JobDetails | null;
      hostname: string | null;
      duration_millis: number | null;
      time_start: string;
      time_end: string | null;
      created_at: string;
    };
    Relationships: [];
  };
  /** The names of jobs that have run, for filters. */
  job_history_names: {
    Row: {
      name: string;
    };
    Relationships: [];
  };
  /** The current groups of config items, whether they have been counted or not. */
  known_config_groups: {
    Row: {
      id: string | null;
      agent_id: string | null;
      type: string | null;
      tags: Json | null;
      is_deleted: boolean | null;
    };
    Relationships: [];
  };
  /** The resource of each message. */
  notification_send_history_resources: {
    Row: {
      id: string;
      /** config, component, check or canary. */
      resource_type: string;
      /** Null if the resource is deleted. */
      resource: NotificationResource | null;
    };
    Relationships: [];
  };
  /** Messages with their resource. */
  notification_send_history_summary: {
    Row: {
      id: string;
      notification_id: string | null;
      body: string | null;
      body_payload: Json | null;
      status: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | "digested" | null;
      not_before: string | null;
      retries: number;
      payload: Json | null;
      count: number;
      first_observed: string;
      source_event: string;
      resource_id: string;
      resource_name: string | null;
      resource_health: string | null;
      resource_status: string | null;
      resource_health_description: string | null;
      person_id: string | null;
      team_id: string | null;
      connection_id: string | null;
      silenced_by: string | null;
      playbook_run_id: string | null;
      error: string | null;
      duration_millis: number | null;
      created_at: string;
      group_id: string | null;
      parent_id: string | null;
      purpose: "event" | "fallback" | "resolved" | "digest";
      rule_name: string | null;
      recipient: string | null;
      channel: string | null;
      resource_type: string;
      resource_kind: string;
      /** Null if the resource is deleted. */
      resource: NotificationResource | null;
      playbook_run: Json | null;
    };
    Relationships: [];
  };
  /** Notification rules with statistics of their messages. */
  notifications_summary: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      error: string | null;
      error_at: string | null;
      title: string | null;
      events: string[];
      filter: string | null;
      template: string | null;
      properties: Labels | null;
      person_id: string | null;
      team_id: string | null;
      playbook_id: string | null;
      custom_services: CustomServices | null;
      created_at: string;
      updated_at: string;
      created_by: string | null;
      source: string | null;
      repeat_interval: string | null;
      wait_for: number | null;
      group_by: string[] | null;
      inhibitions: Json | null;
      pending: number;
      avg_duration_ms: number | null;
      failed: number;
      sent: number;
      most_common_error: string | null;
      last_failed_at: string | null;
    };
    Relationships: [];
  };
  /** People who can sign in, with their roles. */
  people_roles: {
    Row: {
      id: string;
      name: string;
      email: string;
      avatar: string | null;
      roles: string[];
    };
    Relationships: [];
  };
  /** Permission rules with the names of their subject and object. */
  permissions_summary: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      source: string;
      action: string;
      object: string | null;
      object_selector: ObjectSelector | null;
      deny: boolean;
      subject: string | null;
      subject_type: "person" | "team" | "group" | "notification" | "playbook" | "canary" | "scraper" | "topology" | "component";
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      created_by: string | null;
      updated_by: string | null;
      until: string | null;
      tags: Labels | null;
      agents: string[] | null;
      error: string | null;
      person_id: string | null;
      team_id: string | null;
      notification_id: string | null;
      config_id: string | null;
      component_id: string | null;
      canary_id: string | null;
      /** Null: rules about a check name its canary. For a filter on this column, the data API returns the rules about the canary of that check. */
      check_id: string | null;
      playbook_id: string | null;
      connection_id: string | null;
      person: NamedPerson | null;
      team: NamedThing | null;
      group: NamedThing | null;
      notification: NamedThing | null;
      scraper: NamedThing | null;
      topology: NamedThing | null;
      /** The canary that is the object or the subject of the rule. */
      canary: NamedThing | null;
      /** The playbook that is the object or the subject of the rule. */
      playbook: NamedThing | null;
      /** The config item that is the object of the rule. */
      catalog: NamedThing | null;
      component: NamedThing | null;
      connection: NamedThing | null;
      createdBy: NamedPerson | null;
    };
    Relationships: [];
  };
  /** Playbooks to choose from. */
  playbook_names: {
    Row: {
      id: string;
      title: string;
      name: string;
      namespace: string;
      description: string | null;
      category: string;
      icon: string | null;
    };
    Relationships: [];
  };
  /** The effective value of each property: the table takes precedence over the file and the environment. */
  properties_in_force: {
    Row: {
      name: string;
      value: string;
      /** The place where the property is edited; null for rows of the table. */
      origin: "file" | "environment" | null;
    };
    Relationships: [];
  };
  /** Scraper plugins with their last recorded faults. */
  scrape_plugins_with_status: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      spec: Json;
      source: string;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      job_name: string | null;
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
    };
    Relationships: [];
  };
  /** Teams with their newest job, the number of their members, and the first three of them by name. */
  teams_with_status: {
    Row: {
      id: string;
      name: string;
      icon: string | null;
      spec: TeamSpec | null;
      source: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      job_name: string | null;
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
      members: number;
      first_members: NamedPeople;
    };
    Relationships: [];
  };
  /** Topologies with their newest job. */
  topologies_with_status: {
    Row: {
      id: string;
      agent_id: string;
      name: string;
      namespace: string;
      labels: Labels | null;
      source: string;
      spec: Json | null;
      schedule: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      is_pushed: boolean;
      job_name: string | null;
      job_success_count: number | null;
      job_error_count: number | null;
      job_details: JobDetails | null;
      job_hostname: string | null;
      job_duration_millis: number | null;
      job_resource_type: string | null;
      job_status: string | null;
      job_time_start: string | null;
      job_time_end: string | null;
      job_created_at: string | null;
      job_last_failed: string | null;
      agent: AgentName;
    };
    Relationships: [];
  };
  /** Components with all data that a card and a roll-up show. */
  topology: {
    Row: {
      id: string;
      agent_id: string;
      topology_id: string | null;
      external_id: string;
      parent_id: string | null;
      config_id: string | null;
      name: string;
      text: string | null;
      topology_type: string | null;
      namespace: string | null;
      type: string | null;
      icon: string | null;
      owner: string | null;
      labels: Labels | null;
      path: string | null;
      status: string;
      status_expr: string | null;
      status_reason: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      health_expr: string | null;
      description: string | null;
      lifecycle: string | null;
      tooltip: string | null;
      hidden: boolean;
      silenced: boolean;
      is_leaf: boolean;
      schedule: string | null;
      summary: ComponentSummary | null;
      selectors: Json | null;
      log_selectors: Json | null;
      component_checks: Json | null;
      configs: Json | null;
      properties: Properties | null;
      properties_values: Json | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      is_pushed: boolean;
      logs: Json | null;
      /** The number of its checks by status. */
      checks: Counts | null;
      team_names: string[];
      /** Open incidents by type and severity. */
      incidents: CountsOfCounts | null;
      /** Open insights by type and severity. */
      analysis: CountsOfCounts | null;
      children: string[];
      parents: string[];
    };
    Relationships: [];
  };
  /** Views as the menu and the list show them. */
  views_summary: {
    Row: {
      id: string;
      namespace: string | null;
      name: string;
      title: string;
      icon: string | null;
      ordinal: number;
      sidebar: boolean;
      last_ran: string | null;
      created_by: string | null;
      created_at: string;
      updated_at: string | null;
      source: string;
      error: string | null;
    };
    Relationships: [];
  };
}

export interface Functions {
  /** Recomputes summaries whose runs are older than an hour; returns the number of summaries. */
  age_check_summaries: {
    Args: { older_than?: string };
    Returns: number;
  };
  /** Removes changes that have grown too old from the counts of the last days; returns the number of affected items. */
  age_config_change_tallies: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** Whether the value is an object whose values are all texts, as labels and tags are. */
  are_labels: {
    Args: { value: Json };
    Returns: boolean;
  };
  /** The text as a uuid; null when it is not a valid uuid. */
  as_uuid: {
    Args: { key: string };
    Returns: string;
  };
  /** The health of a check as lists show it: healthy, unhealthy, unknown or paused. */
  check_health: {
    Args: { status: string; next_runtime: string; interval_seconds: number; could_not_check_since: string; paused_at: string; paused_until: string };
    Returns: string;
  };
  /** The claims of this transaction or session about rows of a kind. */
  claimed: {
    Args: { kind: string; action: string };
    Returns: Json;
  };
  /** The ids of rows of a kind that are denied although others are allowed. */
  claimed_denied_ids: {
    Args: { kind: string; action: string };
    Returns: string[];
  };
  /** Partial documents of rows: tags and documents are allowed, denied are not. */
  claimed_documents: {
    Args: { kind: string; action: string; part: string };
    Returns: Json[];
  };
  /** The ids of allowed rows of a kind. */
  claimed_ids: {
    Args: { kind: string; action: string };
    Returns: string[];
  };
  /** How rows of a kind are decided: all, ids, tags, all_but_ids, alike, mixed or none. */
  claimed_shape: {
    Args: { kind: string; action: string };
    Returns: string;
  };
  /** Adds up the summands of agent_tallies if there are many; returns the number of remaining sums. */
  compact_agent_tallies: {
    Args: { most?: number };
    Returns: number;
  };
  /** Adds up the summands of notification_tallies; returns the number of new sums. */
  compact_message_tallies: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** The edges that lead away from these config items, or to them, without row policies. */
  config_edges: {
    Args: { ends: string[]; way: string; only_hard: boolean };
    Returns: { config_id: string | null; related_id: string | null; relation: string | null }[];
  };
  /** Equal for config items that the summary counts together. */
  config_group_id: {
    Args: { agent_id: string; type: string; config_class: string; status: string; health: string; tags: Json; is_deleted: boolean };
    Returns: string;
  };
  /** The ids of a config item and of the items around it. */
  config_ids_around: {
    Args: { lookup_id: string; type_filter?: string; max_depth?: number; soft?: boolean };
    Returns: string[];
  };
  /** The config items that contain one of these documents. */
  config_items_holding: {
    Args: { documents: Json[] };
    Returns: string[];
  };
  /** The names of a config item, one per line. */
  config_line: {
    Args: { name: string; type: string; description: string; tags: Json };
    Returns: string;
  };
  /** The edges around a config item, with their distance. */
  config_relationships_recursive: {
    Args: { config_id: string; type_filter?: string; max_depth?: number; incoming_relation?: string; outgoing_relation?: string };
    Returns: { id: string | null; related_id: string | null; relation_type: string | null; direction: string | null; depth: number | null }[];
  };
  /** Config items whose name, type, description or namespace contains this text, and those that search_configs finds. */
  configs_mentioning: {
    Args: { search: string };
    Returns: string[];
  };
  /** The current totals of groups of config items; empty groups are omitted. */
  count_config_groups: {
    Args: { ids: string[] };
    Returns: { id: string | null; items: number | null; last_3d: number | null; last_7d: number | null; last_30d: number | null; created_at: string | null; updated_at: string | null; cost_per_minute: number | null; cost_total_1d: number | null; cost_total_7d: number | null; cost_total_30d: number | null; open_availability: number | null; open_compliance: number | null; open_cost: number | null; open_integration: number | null; open_other: number | null; open_performance: number | null; open_recommendation: number | null; open_reliability: number | null; open_security: number | null; open_technical_debt: number | null }[];
  };
  /** Whether a run of a check counts towards its uptime. */
  counts_in_uptime: {
    Args: { invalid: boolean; in_maintenance: boolean };
    Returns: boolean;
  };
  /** Drops the runs of checks before a day; returns the number of dropped partitions. */
  drop_check_status_partitions: {
    Args: { before: string };
    Returns: number;
  };
  /** The events that were taken from inboxes in the last 24 hours, by hour. */
  event_delivery_hours: {
    Args: Record<never, never>;
    Returns: { delivered: number | null; hour: string | null }[];
  };
  /** The events that were delivered in the last 24 hours; of those with a job per listener, only the last ten minutes are known. */
  event_delivery_state: {
    Args: Record<never, never>;
    Returns: { delivered: number | null; last_delivered: string | null }[];
  };
  /** Events that have not been delivered yet: one row per event and listener. */
  event_queue_state: {
    Args: Record<never, never>;
    Returns: { name: string | null; is_given_up: boolean | null; attempts: number | null; error: string | null; created_at: string | null; last_attempt: string | null }[];
  };
  /** The copy of the resource that evidence refers to; null if the reader may not see it. */
  evidence_copy: {
    Args: { document: Json; is_linked: boolean; readable_kinds: string[] };
    Returns: Json;
  };
  /** The state of the resource that evidence refers to. */
  evidence_resource: {
    Args: { evidence_type: string; check_key: string; config_key: string; change_key: string; analysis_key: string; component_key: string };
    Returns: Json;
  };
  /** The actions of a run and of the runs it started, with their artifacts. */
  get_playbook_run_actions: {
    Args: { run_id: string };
    Returns: { id: string | null; name: string | null; playbook_run_id: string | null; status: string | null; scheduled_time: string | null; start_time: string | null; end_time: string | null; result: Json | null; error: string | null; agent_id: string | null; retry_count: number | null; agent: Json | null; artifacts: Json | null }[];
  };
  /** The ancestors of a config item as edges, the nearest first. */
  get_recursive_path: {
    Args: { start: string };
    Returns: { id: string | null; related_id: string | null; relation_type: string | null; direction: string | null; depth: number | null }[];
  };
  /** Whether the claims of an actor are set. Without claims no rows are visible. */
  has_claims: {
    Args: Record<never, never>;
    Returns: boolean;
  };
  /** The result of a run of a check as a number. */
  how_it_went: {
    Args: { status: boolean; invalid: boolean; in_maintenance: boolean };
    Returns: number;
  };
  /** Reads the words of up to this many config items again; returns the number of processed notes. */
  index_config_items: {
    Args: { most: number };
    Returns: number;
  };
  /** Whether a check is paused now. */
  is_paused: {
    Args: { paused_at: string; paused_until: string };
    Returns: boolean;
  };
  /** Whether the delivery works on a message, or will repeat it. */
  is_undelivered: {
    Args: { status: string; waiting: string };
    Returns: boolean;
  };
  /** The values of an object, for search. */
  label_values: {
    Args: { labels: Json };
    Returns: Json;
  };
  /** The newest job run of a resource, and when one of its runs last failed. */
  latest_job: {
    Args: { resource_type: string; resource_id: string };
    Returns: { job_name: string | null; job_success_count: number | null; job_error_count: number | null; job_details: Json | null; job_hostname: string | null; job_duration_millis: number | null; job_resource_type: string | null; job_status: string | null; job_time_start: string | null; job_time_end: string | null; job_created_at: string | null; job_last_failed: string | null }[];
  };
  /** All insights of the config items that belong to a component. */
  lookup_analysis_by_component: {
    Args: { id: string };
    Returns: string[];
  };
  /** Creates the partitions of check_statuses for a range of days; returns how many were missing. */
  make_check_status_partitions: {
    Args: { first?: string; last?: string };
    Returns: number;
  };
  /** Assigns every config item to its group and counts all groups; returns the number of groups. */
  make_config_groups: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** Merges the notes about changes into the counts; returns the number of affected counts. */
  merge_config_change_notes: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** The rows of notification_tallies that count a message. */
  message_tally_statuses: {
    Args: { status: string; resource_name: string };
    Returns: string[];
  };
  /** A time-ordered uuid (version 7). */
  new_id: {
    Args: Record<never, never>;
    Returns: string;
  };
  /** The next incident number. */
  next_incident_id: {
    Args: Record<never, never>;
    Returns: string;
  };
  /** The components and config items right above a check, component or config item. */
  parents_of_resource: {
    Args: { kind: string; id: string };
    Returns: { parent_kind: string | null; parent_id: string | null }[];
  };
  /** Every text and value of a list of properties, for search. */
  property_values: {
    Args: { properties: Json };
    Returns: Json;
  };
  /** Deletes entries older than the given time, up to a maximum number, and returns how many were deleted. */
  prune_audit_log: {
    Args: { older_than: string; most: number };
    Returns: number;
  };
  /** Counts all changes again. */
  recount_config_changes: {
    Args: Record<never, never>;
    Returns: undefined;
  };
  /** Counts the groups of config items whose totals are out of date; returns their number. */
  refresh_config_groups: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** Changes of a config item and of the items around it. */
  related_changes_recursive: {
    Args: { lookup_id: string; type_filter?: string; include_deleted_configs?: boolean; max_depth?: number; soft?: boolean };
    Returns: { id: string | null; config_id: string | null; name: string | null; type: string | null; tags: Json | null; agent_id: string | null; deleted_at: string | null; external_change_id: string | null; external_created_by: string | null; created_at: string | null; severity: string | null; change_type: string | null; source: string | null; summary: string | null; details: Json | null; diff: string | null; created_by: string | null; count: number | null; first_observed: string | null; path: string | null; inserted_at: string | null }[];
  };
  /** The config items around a config item, with their distance. */
  related_config_ids_recursive: {
    Args: { config_id: string; type_filter?: string; max_depth?: number; incoming_relation?: string; outgoing_relation?: string };
    Returns: { id: string | null; direction: string | null; depth: number | null }[];
  };
  /** A config item and the items around it, each with the ids of its outgoing edges. Outgoing relationships include the chain of parents unless include_ancestors is false. */
  related_configs_recursive: {
    Args: { config_id: string; type_filter?: string; include_deleted_configs?: boolean; max_depth?: number; incoming_relation?: string; outgoing_relation?: string; include_ancestors?: boolean };
    Returns: { id: string | null; name: string | null; type: string | null; related_ids: string[] | null; tags: Json | null; changes: number | null; analysis: Json | null; cost_per_minute: number | null; cost_total_1d: number | null; cost_total_7d: number | null; cost_total_30d: number | null; created_at: string | null; updated_at: string | null; deleted_at: string | null; agent_id: string | null; health: string | null; ready: boolean | null; status: string | null; path: string | null }[];
  };
  /** Computes the slots of every check from its last hour of runs; returns how many. */
  remember_latest_runs: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** The permission rules about a person, in the format of the policy. */
  rights_of_person: {
    Args: { person: string };
    Returns: Json;
  };
  /** Sums up the runs of checks by day; returns the number of written sums. */
  roll_up_check_days: {
    Args: { since?: string };
    Returns: number;
  };
  /** Sums up the runs of checks by hour; returns the number of written sums. */
  roll_up_check_hours: {
    Args: { since?: string };
    Returns: number;
  };
  /** The permission rules about a canary, a scraper, a playbook, a topology, a log backend or a notification, including expired and broken ones. */
  rules_about_automation: {
    Args: { kind: string; id: string; name: string; namespace: string };
    Returns: string[];
  };
  /** The permission rules about a person, including expired and broken ones. */
  rules_about_person: {
    Args: { person: string };
    Returns: string[];
  };
  /** The id of the scraper with this id or name. Default: the given scraper. */
  scraper_meant: {
    Args: { said: string; own: string };
    Returns: string;
  };
  /** Config items whose names, labels, tags or documents have all of these words, or longer words that begin with them. */
  search_configs: {
    Args: { search: string };
    Returns: string[];
  };
  /** Whether the row policy lets the caller see a config item. */
  sees_config: {
    Args: { config_id: string };
    Returns: boolean;
  };
  /** On an agent: converts a time of the own clock to the clock of the server. */
  server_time: {
    Args: { at: string };
    Returns: string;
  };
  /** The words of a text in lower case, separated by empty strings. */
  split_words: {
    Args: { said: string };
    Returns: string[];
  };
  /** Updates the summaries of these checks; returns how many. */
  summarise_checks: {
    Args: { ids: string[] };
    Returns: number;
  };
  /** Deletes empty groups of config items; returns their number. */
  sweep_config_groups: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** The intervals since a time in which components were unhealthy. Intervals that are less than a step apart are merged. */
  unhealthy_intervals: {
    Args: { ids: string[]; since: string; step: string };
    Returns: string[];
  };
  /** The time at which a config item became unhealthy or got a warning; no row if it already was when it was found. */
  unhealthy_since: {
    Args: { item: string; health: string };
    Returns: { at: string | null }[];
  };
  /** The edges from these nodes to everything that can explain their health, and the nodes at their ends. */
  why_level: {
    Args: { in_components: string[]; in_checks: string[]; in_items: string[]; in_items_with_parents: string[]; in_used_items: string[]; in_start_checks: string[]; in_known: string[]; in_kinds: string[]; in_most: number };
    Returns: { edges: Json | null; nodes: Json | null }[];
  };
  /** The searchable words of a config item. */
  words_of_config: {
    Args: { c: string };
    Returns: string;
  };
  /** A query for all of these words, or longer words that begin with them. Null without words. */
  words_query: {
    Args: { said: string };
    Returns: string;
  };
}

/** The encrypted columns of each table, which have the tag @sealed. */
export interface SealedColumns {
  agent_actions: "payload";
  applications: "spec_secrets";
  canaries: "spec_secrets";
  checks: "spec_secrets";
  config_scrapers: "spec_secrets";
  connections: "username" | "password" | "certificate" | "sealed_url" | "sealed_properties";
  credentials: "proof";
  identity_flows: "pending" | "departure";
  incident_rules: "spec_secrets";
  logging_backends: "spec_secrets";
  mails: "body";
  notification_preferences: "channels_secrets";
  notifications: "properties_secrets" | "custom_services_secrets" | "fallback_custom_services_secrets";
  playbook_runs: "spec_secrets" | "parameters_secrets";
  playbooks: "spec_secrets";
  scrape_plugins: "spec_secrets";
  sent_connections: "sealed";
  settings: "value";
  teams: "spec_secrets";
  topologies: "spec_secrets";
  views: "spec_secrets";
}

/** The relations and functions of the data API, in the form that postgrest-js expects. */
export interface Database {
  public: {
    Tables: Pick<Tables, "agent_tallies" | "agents" | "applications" | "artifacts" | "audit_log" | "canaries" | "check_component_relationships" | "check_config_relationships" | "check_facets" | "check_status_summaries" | "check_statuses" | "check_statuses_1d" | "check_statuses_1h" | "checks" | "comment_responders" | "comments" | "component_facets" | "component_relationships" | "component_states" | "components" | "config_analysis" | "config_changes" | "config_component_relationships" | "config_facets" | "config_items" | "config_locations" | "config_lost_versions" | "config_relationships" | "config_scrapers" | "config_sightings" | "config_unlisted_versions" | "connection_uses" | "connections" | "evidences" | "hypotheses" | "incident_histories" | "incident_relationships" | "incident_rules" | "incidents" | "job_history" | "logging_backends" | "mails" | "maintenance_windows" | "notification_attempts" | "notification_group_resources" | "notification_groups" | "notification_send_history" | "notification_silences" | "notifications" | "people" | "permission_groups" | "permissions" | "person_roles" | "playbook_approvals" | "playbook_run_actions" | "playbook_runs" | "playbook_trigger_counts" | "playbooks" | "processes" | "properties" | "responders" | "saved_query" | "scrape_plugins" | "severities" | "team_components" | "team_members" | "teams" | "topologies" | "view_panels" | "views">;
    Views: Pick<Views, "agents_summary" | "analysis_by_component" | "analysis_by_config" | "analysis_summary_by_component" | "analysis_types" | "audit_log_types" | "canaries_with_status" | "canary_job_histories" | "canary_names" | "catalog_changes" | "change_types" | "changes_by_component" | "check_labels" | "check_names" | "check_status_summary" | "check_status_summary_aged" | "check_status_summary_hour" | "check_statuses_5m" | "check_summary" | "check_summary_by_component" | "check_summary_by_config" | "check_summary_for_config" | "check_uptimes" | "checks_by_component" | "checks_by_config" | "checks_labels_keys" | "checks_status_artifacts" | "component_intervals" | "component_labels" | "component_labels_keys" | "component_names" | "components_with_logs" | "config_analysis_analyzers" | "config_analysis_items" | "config_changes_items" | "config_class_summary" | "config_classes" | "config_detail" | "config_item_summary_30d" | "config_item_summary_3d" | "config_item_summary_7d" | "config_labels" | "config_names" | "config_scrapers_with_status" | "config_statuses" | "config_summary" | "config_tags" | "config_tags_labels_keys" | "config_types" | "configs" | "connections_list" | "event_deliveries" | "event_deliveries_hourly" | "event_queue_summary" | "identities" | "incident_summary" | "incident_summary_by_component" | "incidents_by_component" | "incidents_by_config" | "integrations_with_status" | "job_histories" | "job_history_latest_status" | "job_history_names" | "notification_send_history_resources" | "notification_send_history_summary" | "notifications_summary" | "people_roles" | "permissions_summary" | "playbook_names" | "scrape_plugins_with_status" | "teams_with_status" | "topologies_with_status" | "topology" | "views_summary">;
    Functions: Pick<Functions, "config_ids_around" | "config_relationships_recursive" | "configs_mentioning" | "get_playbook_run_actions" | "get_recursive_path" | "lookup_analysis_by_component" | "related_changes_recursive" | "related_config_ids_recursive" | "related_configs_recursive" | "search_configs" | "unhealthy_intervals">;
  };
}
