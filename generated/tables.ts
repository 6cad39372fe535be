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
      /** Null when it never expires. */
      expires_at: string | null;
      /** To the minute. */
      last_used_at: string | null;
      /** Whether it reads what its owner may read, and changes nothing. */
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
  /** How many rows each agent brought, as summands. Kept by trigger and by compact_agent_tallies. */
  agent_tallies: {
    Row: {
      agent_id: string;
      /** The table that the rows are of. */
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
  /** Systems that work elsewhere and push what they find to this one. */
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
      /** A sign of life is no update. */
      updated_at: string;
      /** Whether what it brought goes with it when it is deleted. */
      cleanup: boolean;
      deleted_at: string | null;
      /** Its last sign of life. */
      last_seen: string | null;
      /** When it last pushed something. */
      last_received: string | null;
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
  /** Applications, with how their people, environments and risks are found. */
  applications: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      /** With *** in place of each credential. */
      spec: Json;
      labels: Labels | null;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
  /** The bytes of an artifact in order, in pieces that a process can hold many of. */
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
      /** Where the producer put it, such as playbooks/<action>/report.json. */
      path: string;
      filename: string;
      content_type: string;
      /** Bytes. */
      size: number;
      /** SHA-256 of the bytes, in hex. */
      checksum: string;
      /** Where the bytes are. */
      store: "database" | "s3";
      /** When the last byte was stored; null while it is being written. */
      completed_at: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** After this it is removed; null keeps it. */
      expires_at: string | null;
      /** Where the bytes are, when they were put behind a connection. */
      connection_id: string | null;
      /** The change that it shows. */
      config_change_id: string | null;
      /** The check that produced it. */
      check_id: string | null;
      /** The run of the check that produced it. */
      check_time: string | null;
      /** The step that left it. */
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
  /** Who did what, to which resource, when and from where. Written in the transaction of what was done, and only added to. */
  audit_log: {
    Row: {
      id: string;
      created_at: string;
      /** A person, a token that acted for one, or the system itself: its command line. */
      actor_kind: "person" | "token" | "system";
      /** Who did it, or whose account was tried; null when nobody has it. No foreign key: the record outlives the person. */
      person_id: string | null;
      /** As the person was called then. */
      person_name: string | null;
      /** The access token that was used. */
      token_name: string | null;
      action: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test";
      /** The table, such as connections. */
      resource_type: string;
      /** The key of the row. */
      resource_id: string | null;
      /** As the resource was called then. */
      resource_name: string | null;
      /** What an update changed, by name. */
      columns: string[] | null;
      /** The network address that the request came from. */
      address: string | null;
      user_agent: string | null;
      /** As the log names the request. */
      request_id: string | null;
      /** What the row said until then: of an update the columns that changed, of a deletion all. Never a secret; null where values are not kept. */
      before: ToldValues | null;
      /** What the row says since then: of an update the columns that changed, of a new row all. Never a secret; null where values are not kept. */
      after: ToldValues | null;
    };
    Insert: {
      id?: string;
      created_at?: string;
      actor_kind: "person" | "token" | "system";
      person_id?: string | null;
      person_name?: string | null;
      token_name?: string | null;
      action: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test";
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
      action?: "create" | "update" | "delete" | "sign_in" | "sign_in_refused" | "sign_out" | "reset_password" | "test";
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
      /** The checks by kind, and when they run; *** in place of each credential. */
      spec: Json;
      /** UI when it may be edited here; otherwise where it is kept, such as a file or component/<id>. */
      source: string | null;
      is_pushed: boolean;
      created_by: string | null;
      created_at: string;
      /** When the spec last changed. */
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
  /** What changed lately, for live screens. Kept 15 minutes or somewhat longer; written by triggers on every exposed or watched table. */
  changes: {
    Row: {
      id: number;
      /** The transaction that wrote the row. What a snapshot sees and an earlier one did not is what has happened in between. */
      xid: string;
      relation: string;
      /** Keys of the rows concerned; null when they were too many to name. */
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
  /** Which checks belong to which components. */
  check_component_relationships: {
    Row: {
      component_id: string;
      check_id: string;
      canary_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that made it. */
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
  /** Which checks are about which config items. */
  check_config_relationships: {
    Row: {
      config_id: string;
      check_id: string;
      canary_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that made it. */
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
  /** Labels that present checks carry. Kept by trigger. */
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
  /** Objects that checks put into clusters and leave there, until the check or its spec wants them no more. */
  check_static_objects: {
    Row: {
      id: string;
      /** No reference: one that was only tried out is no row. */
      check_id: string;
      /** In whose name the cluster is reached. */
      canary: Json;
      /** Which one, in the words of the spec: connection, kubeconfig. */
      cluster: Json;
      api_version: string;
      kind: string;
      /** Empty for what belongs to the whole cluster. */
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
  /** The latest runs of each check by ten minutes, what they took and how they went. Kept by trigger. */
  check_status_slots: {
    Row: {
      check_id: string;
      /** The ten minutes of the day, modulo eight: what is older than the last hour is written over. */
      slot: number;
      began: string;
      times: string[];
      /** Milliseconds, as long as the others. */
      took: number[];
      /** 1 passed, 2 failed; 3 and 4 the same and do not count in uptime; 0 nothing is known. */
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
  /** How each check did in the last hour, or at its last run when that is longer ago. Kept by trigger and by summarise_checks. */
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
  /** Every run of a check, in a partition a day. */
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
      /** Whether the check itself was at fault, not what it checks. */
      invalid: boolean | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      created_at: string;
      is_pushed: boolean;
      /** It could not be checked for a fault of ours: nothing is known of what it checks, and status is null. */
      could_not_check: boolean;
      /** It ran in a maintenance window or while its check was paused: no alert, and it does not count in uptime. */
      in_maintenance: boolean;
      metrics: Json | null;
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
  /** Runs of checks summed up by the day. */
  check_statuses_1d: {
    Row: {
      check_id: string;
      /** When the day begins, in UTC. */
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
  /** Runs of checks summed up by the hour. */
  check_statuses_1h: {
    Row: {
      check_id: string;
      /** When the hour begins. */
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
  /** What is run at one time and when next: a check, or a canary whose checks lean on one another. */
  check_turns: {
    Row: {
      /** Of the check, or of the canary. */
      id: string;
      canary_id: string;
      /** Null for a canary that is run as a whole. */
      check_id: string | null;
      schedule: string;
      due_at: string;
      /** Of the worker who runs it; what comes of a lease that is lost is not recorded. */
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
  /** What is checked, with how it stands now. */
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
      /** The check as its canary writes it; *** in place of each credential. */
      spec: Json | null;
      labels: Labels | null;
      owner: string | null;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      category: string | null;
      is_pushed: boolean;
      /** Whether another check made it from what it found. */
      transformed: boolean;
      last_runtime: string | null;
      next_runtime: string | null;
      /** When the status last changed. */
      last_transition_time: string | null;
      silenced_at: string | null;
      /** Null until it first ran. */
      status: "healthy" | "unhealthy" | null;
      created_at: string;
      /** A run is no update. */
      updated_at: string;
      deleted_at: string | null;
      /** Between two runs by its schedule; null for one that never runs by itself. */
      interval_seconds: number | null;
      /** Since when it could not be checked for a fault of ours; null while it is. */
      could_not_check_since: string | null;
      /** Our fault, in words. */
      could_not_check_reason: string | null;
      /** When its failure was kept back because what it depends on is down. */
      alert_held_since: string | null;
      /** The check that made it from what it found. */
      made_by: string | null;
      /** The status that events last told of; another than the present one while an alert is held. */
      told_status: "healthy" | "unhealthy" | null;
      /** The credentials of the spec, of a check that no canary writes. */
      spec_secrets: string | null;
      /** A digest of the sealed credentials of the canary that the check runs with: it changes when they do. */
      canary_secrets: string | null;
      /** Start of the latest pause. The check is paused now while paused_until is null or lies ahead. Written by the pause and resume commands. */
      paused_at: string | null;
      /** End of the latest pause; null while it has no end. Resuming a check sets it to the present. */
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
  /** Comments that were passed on to other systems. */
  comment_responders: {
    Row: {
      comment_id: string;
      responder_id: string;
      /** What the other system calls the comment. */
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
  /** What people say about an incident or a hypothesis. */
  comments: {
    Row: {
      id: string;
      created_by: string;
      comment: string;
      external_id: string | null;
      /** Who said it, when it was said in another system. */
      external_created_by: string | null;
      incident_id: string;
      responder_id: string | null;
      hypothesis_id: string | null;
      read: number[] | null;
      created_at: string;
      updated_at: string;
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
        foreignKeyName: "comments_responder_id_fkey";
        columns: ["responder_id"];
        isOneToOne: false;
        referencedRelation: "responders";
        referencedColumns: ["id"];
      },
    ];
  };
  /** Labels that present components carry. Kept by trigger. */
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
  /** Components that stand under others besides their parent. */
  component_relationships: {
    Row: {
      /** The one below. */
      component_id: string;
      /** The one above. */
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
  /** The parts that a system is shown as. */
  components: {
    Row: {
      id: string;
      agent_id: string;
      topology_id: string | null;
      external_id: string;
      parent_id: string | null;
      config_id: string | null;
      name: string;
      /** What is shown instead of the name. */
      text: string | null;
      topology_type: string | null;
      namespace: string | null;
      type: string | null;
      icon: string | null;
      owner: string | null;
      labels: Labels | null;
      /** Ids of its ancestors from the root to the parent, joined by dots. */
      path: string | null;
      /** Free; empty when nothing is known. */
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
      /** Of itself and all below. */
      summary: ComponentSummary | null;
      /** Which components belong under it. */
      selectors: Json | null;
      /** Which logs belong to it. */
      log_selectors: Json | null;
      /** Which checks belong to it. */
      component_checks: Json | null;
      /** Which config items belong to it. */
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
  /** Insights: what analyzers found about config items. */
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
      status: "open" | "resolved" | "silenced" | "closed";
      message: string | null;
      analysis: Json | null;
      properties: Properties | null;
      /** For search. */
      properties_values: Json | null;
      first_observed: string;
      last_observed: string;
      is_pushed: boolean;
      /** When it was last found to be resolved; kept by trigger. */
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
  /** The moment that the days of config_change_tallies are counted back from. */
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
  /** Changes of all config items by when they were last seen, without what is in config_change_notes. */
  config_change_counts: {
    Row: {
      /** When six hours begin, from midnight in UTC on. */
      period: string;
      change_type: string;
      /** Or none. */
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
  /** What config_change_counts do not have yet: more, or fewer. Only added to; merge_config_change_notes takes them away. */
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
  /** How many changes each config item had lately, to the minute. Kept by trigger and by age_config_change_tallies. */
  config_change_tallies: {
    Row: {
      config_id: string;
      /** Changes in the last three days. */
      last_3d: number;
      last_7d: number;
      last_30d: number;
      /** When the document last changed, as config_items has it. */
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
  /** What happened to config items. */
  config_changes: {
    Row: {
      id: string;
      config_id: string;
      /** What the source calls the change: told twice, it is one row. */
      external_change_id: string | null;
      /** Who did it, in the words of the source. */
      external_created_by: string | null;
      /** An open vocabulary; diff when the document changed. */
      change_type: string;
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical" | null;
      source: string | null;
      summary: string | null;
      patches: Json | null;
      diff: string | null;
      details: Json | null;
      /** Who did it, when it was one of us. No foreign key: agents tell of people we do not know. */
      created_by: string | null;
      /** When it was last seen. */
      created_at: string;
      /** How often it was seen. */
      count: number;
      /** Equal for changes that are the same but for times, ids and numbers. */
      fingerprint: string | null;
      /** When it was first seen. */
      first_observed: string;
      is_pushed: boolean;
      inserted_at: string;
      /** Tags of the config item, kept by carry_config_item and follow_config_items; for row policies. */
      config_tags: Json | null;
      /** Of the document that this change of it led to, in its normal text (MD5). */
      config_hash: string | null;
      /** Type of the config item, kept by carry_config_item and follow_config_items. */
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
  /** Which config items belong to which components. */
  config_component_relationships: {
    Row: {
      component_id: string;
      config_id: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that made it; manual when a person did. */
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
  /** Tags and labels that present config items carry. Kept by trigger; read through config_tags, config_labels and config_tags_labels_keys. */
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
  /** Groups whose totals do not hold any more, as often as somebody wrote. Nobody waits for anybody here; refresh_config_groups takes them away. */
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
  /** Config items by what the summary of the catalog tells apart, with totals that hold unless the group is in config_group_dirt. */
  config_groups: {
    Row: {
      /** Made of what the items have in common (config_group_id): whoever writes items need not look for it. */
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status: string | null;
      health: string | null;
      tags: Labels | null;
      is_deleted: boolean;
      /** How many there are; a group that nobody is in stays until sweep_config_groups. */
      items: number;
      /** Changes in the last three days, as the tallies of the items have them. */
      last_3d: number;
      last_7d: number;
      last_30d: number;
      /** The newest of its items', and so is updated_at. */
      created_at: string | null;
      updated_at: string | null;
      cost_per_minute: number | null;
      cost_total_1d: number | null;
      cost_total_7d: number | null;
      cost_total_30d: number | null;
      /** Open insights of that type, as every open_…; those that have none count as other. */
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
      /** That of its items. */
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
  /** Which group each config item is of, and what the group adds up of it. Apart from the tallies of changes: who writes a change and who writes its item do not wait for one another. Kept by trigger. */
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
  /** Everything that scrapers found: one row a thing. */
  config_items: {
    Row: {
      id: string;
      /** Who brought it; all zeros for this system itself. */
      agent_id: string;
      icon: string | null;
      scraper_id: string | null;
      /** The broad kind, such as Node or Database. */
      config_class: string;
      status: string | null;
      health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
      ready: boolean | null;
      /** What others call it; the first is its own key there. */
      external_id: string[] | null;
      /** The exact kind, such as Kubernetes::Pod. */
      type: string;
      /** When none is given, the end of its id. */
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
      /** Ids of its ancestors from the root to the parent, joined by dots; empty at a root. */
      path: string | null;
      /** When it was last seen. */
      last_scraped_time: string | null;
      /** Whether the system above has it. */
      is_pushed: boolean;
      created_by: string | null;
      created_at: string;
      /** When the document last changed. */
      updated_at: string | null;
      deleted_at: string | null;
      delete_reason: string | null;
      /** When this system first heard of it; created_at is when it came into being. */
      inserted_at: string;
      /** Equal for items that have agent, type and tags in common; for row policies. */
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
  /** What each config item is called. Kept by line_config_items. */
  config_lines: {
    Row: {
      config_id: string;
      name: string;
      /** Its name, type, description and namespace, a line each. */
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
  /** Scrapers whose edges and parents are to be made anew of config_references, as often as somebody wrote. Who makes them takes these away. */
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
  /** Where config items are, by the rules of their scrapers (transform.locations). */
  config_locations: {
    Row: {
      /** The config item. */
      id: string;
      /** As the rule writes it, such as dc://room-1/rack-7. */
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
  /** Up to when changes of the documents of config items were taken away: what those were before is not known. Kept by trigger. */
  config_lost_versions: {
    Row: {
      config_id: string;
      /** The newest one that is gone. */
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
  /** Groups of config items that were not known when somebody wrote one, as often as that was. refresh_config_groups puts them where they belong. */
  config_new_groups: {
    Row: {
      /** Made of what the items have in common (config_group_id). */
      id: string;
      agent_id: string;
      type: string;
      config_class: string;
      status: string | null;
      health: string | null;
      tags: Labels | null;
      is_deleted: boolean;
      /** That of its items. */
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
  /** The parents and relationships that config items name. Edges are made of those that are found. */
  config_references: {
    Row: {
      /** Who names it. */
      config_id: string;
      /** In the order of the source: the first parent that is there is the parent. */
      position: number;
      scraper_id: string;
      is_parent: boolean;
      is_incoming: boolean;
      relation: string | null;
      external_id: string | null;
      type: string | null;
      /** Whose items are meant: its own when null, any when all, else those of the scraper of this id or name. */
      of_scraper: string | null;
      /** All that it means, in place of one by name. */
      selector: Json | null;
      selector_id: string | null;
      /** Who is meant, once known. */
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
      /** Where the edge starts; for hard ones, the parent. */
      config_id: string;
      related_id: string;
      /** hard between parent and child, Alias between items with the same key elsewhere, otherwise free. */
      relation: string | null;
      scraper_id: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** The rule that made it. */
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
  /** Where the scraping of each scraper stands. */
  config_scrape_states: {
    Row: {
      scraper_id: string;
      /** When it was last gone through to the end. What is found before that was there already, and is not told as new. */
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
  /** Where the catalog learns what there is. */
  config_scrapers: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      description: string | null;
      /** What to ask, and how to read the answer; *** in place of each credential. */
      spec: Json;
      /** UI when it may be edited here; otherwise where it is kept, such as file:<path>. */
      source: string;
      /** The application that brought it along. */
      application_id: string | null;
      created_by: string | null;
      agent_id: string;
      created_at: string;
      updated_at: string | null;
      deleted_at: string | null;
      /** Whether the system above has it. */
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
  /** The words of each config item, a few seconds behind it. Kept by index_config_items. */
  config_search: {
    Row: {
      config_id: string;
      /** In lower case, each once, without their places. */
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
  /** Config items whose words may have changed, as often as somebody wrote. */
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
  /** What the selectors of config_references mean at present. */
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
  /** When each config item was last found by its scraper, and what it said. */
  config_sightings: {
    Row: {
      config_id: string;
      scraper_id: string;
      /** What the source calls it: with scraper and type, the one that it is. */
      external_id: string;
      type: string;
      /** Of all that was found: equal when nothing changed. Null when it has to be read anew, whatever it says. */
      hash: string | null;
      /** Of what it says about others. */
      references_hash: string | null;
      /** When a run last found it. */
      seen_at: string;
      /** When a run last reported a change or an insight of the item without the item itself. Counts like seen_at when stale items are deleted. */
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
  /** Changes of the documents of config items that are not told as changes of them; those that follow one another are one row. */
  config_unlisted_versions: {
    Row: {
      id: string;
      config_id: string;
      /** From what the document was before the first of them to what it was after the last. */
      diff: string;
      /** Of the document that the last of them led to, in its normal text (MD5). */
      config_hash: string;
      count: number;
      /** When the first of them was seen; until created_at the document was one or the other. */
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
  /** Who uses which connection, for what, and when last. Of each connection the latest are kept. */
  connection_uses: {
    Row: {
      connection_id: string;
      /** Who asked: a person, the product itself, or what acts by itself. */
      subject_kind: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology";
      /** No foreign key: what was used stays known when who used it is gone. */
      subject_id: string;
      /** As it was called then. */
      subject_name: string;
      /** What for, in a word: test, check, scrape, message. */
      purpose: string;
      first_used_at: string;
      /** To the minute. */
      last_used_at: string;
    };
    Insert: {
      connection_id: string;
      subject_kind: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology";
      subject_id: string;
      subject_name: string;
      purpose: string;
      first_used_at?: string;
      last_used_at?: string;
    };
    Update: {
      connection_id?: string;
      subject_kind?: "person" | "system" | "canary" | "scraper" | "playbook" | "notification" | "topology";
      subject_id?: string;
      subject_name?: string;
      purpose?: string;
      first_used_at?: string;
      last_used_at?: string;
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
  /** How other systems are reached. */
  connections: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      /** The kind of connection, such as postgres or slack; decides which fields mean what. */
      type: string;
      /** Where it leads, with *** in place of what is secret about it. */
      url: string | null;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      /** A value or a reference to one, encrypted; answered as *** when set. */
      username: string | null;
      /** A value or a reference to one, encrypted; answered as *** when set. */
      password: string | null;
      /** A value or a reference to one, encrypted; answered as *** when set. */
      certificate: string | null;
      /** By kind, with *** in place of those that hold a secret. */
      properties: ConnectionProperties | null;
      /** The whole url, encrypted, when something of it is secret. */
      sealed_url: string | null;
      /** The properties that hold a secret, encrypted. */
      sealed_properties: string | null;
      /** Whether an unverified certificate is accepted. */
      insecure_tls: boolean;
      /** Whether there is one; what the *** is read from. */
      has_username: boolean | null;
      /** Whether there is one; what the *** is read from. */
      has_password: boolean | null;
      /** Whether there is one; what the *** is read from. */
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
  /** What a person can prove, one row a method. */
  credentials: {
    Row: {
      id: string;
      person_id: string;
      type: "password" | "totp" | "lookup_secret";
      /** What the method checks against: for a password its argon2id hash with all parameters, for an authenticator app its sealed secret, for recovery codes their sealed list. */
      proof: string;
      created_at: string;
      updated_at: string;
      /** Of an authenticator app: the half minute whose code was used last, counted from 1970; no code works twice. */
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
  /** What was put into this installation at its first start: whoever deletes it does not get it again. */
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
  /** What speaks for or against a hypothesis. */
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
      /** What was seen, such as lines of a log. */
      evidence: Json | null;
      properties: Json | null;
      /** Whether the incident is over only when this is done. */
      definition_of_done: boolean;
      done: boolean | null;
      factor: boolean | null;
      mitigator: boolean | null;
      /** An expression that decides whether it is done. */
      script: string | null;
      /** What the expression last gave. */
      script_result: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
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
    ];
  };
  /** Why a browser that followed a link was sent to the error page. Kept for a day. */
  flow_errors: {
    Row: {
      id: string;
      /** As the identity door would have answered it in JSON. */
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
  /** What may have caused an incident, or may solve it. */
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
  /** The code and the link that were sent for a flow; the last ones count. Gone when used. */
  identity_codes: {
    Row: {
      flow_id: string;
      /** Null when nobody has the e-mail: nothing was sent, and nothing tells. */
      person_id: string | null;
      email: string;
      /** Keyed, because six digits are quickly tried. */
      code_digest: Uint8Array;
      /** SHA-256 of the token in the link. */
      token_digest: Uint8Array;
      /** How often a code was tried; after a few none is right. */
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
  /** Sign-in and the like while they go on: one row per form that somebody was given. Pruned a while after they expire. */
  identity_flows: {
    Row: {
      id: string;
      kind: "login" | "registration" | "recovery" | "verification" | "settings";
      /** A browser has a cookie that binds the flow to it; an api client has not. */
      type: "browser" | "api";
      /** passed_challenge: it succeeded, and cannot be used again. */
      state: "choose_method" | "sent_email" | "passed_challenge";
      /** SHA-256 of the cookie of the browser that asked for the flow. */
      csrf_digest: Uint8Array | null;
      /** The method that was tried last. */
      active: string | null;
      refresh: boolean;
      requested_aal: "aal1" | "aal2";
      /** Whom it concerns, when that is known from the start: whose session is to be refreshed. */
      person_id: string | null;
      /** Path, query and fragment on our own site, or an address on a site that the operator named. */
      return_to: string | null;
      request_url: string;
      /** What the form says and keeps after a refused attempt. */
      ui: FlowUi;
      issued_at: string;
      updated_at: string;
      expires_at: string;
      /** What a method keeps from one submit to the next, sealed: the secret of an authenticator app that is not confirmed yet. */
      pending: string | null;
      /** What was agreed on with the provider that the browser has left for, sealed; gone once it came back. */
      departure: string | null;
      /** What a security key signs for this form, in base64url; another one after each try. */
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
  /** What happened to an incident, step by step. Written by triggers. */
  incident_histories: {
    Row: {
      id: string;
      incident_id: string;
      created_by: string;
      /** Such as incident.created, evidence.created or hypothesis.status_updated. */
      type: string;
      description: string | null;
      hypothesis_id: string | null;
      responder_id: string | null;
      evidence_id: string | null;
      comment_id: string | null;
      created_at: string;
      updated_at: string;
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
  /** Incidents that have to do with each other. */
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
      /** With *** in place of each credential. */
      spec: Json | null;
      /** UI when it may be edited here; otherwise where it is kept. */
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
      spec?: Json | null;
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
      spec?: Json | null;
      source?: string | null;
      created_by?: string;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "incident_rules_created_by_fkey";
        columns: ["created_by"];
        isOneToOne: false;
        referencedRelation: "people";
        referencedColumns: ["id"];
      },
    ];
  };
  /** What went wrong and is dealt with. */
  incidents: {
    Row: {
      id: string;
      /** The number by which people speak of it. */
      incident_id: string;
      incident_rule_id: string | null;
      title: string;
      description: string;
      /** technicalDebt and technical_debt are one; clients send either. */
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
      status: "new" | "open" | "investigating" | "mitigated" | "resolved" | "closed" | "cancelled";
      severity: "info" | "warning" | "low" | "medium" | "high" | "blocker" | "critical";
      created_by: string;
      commander_id: string | null;
      communicator_id: string | null;
      /** When somebody began to look into it. */
      acknowledged: string | null;
      /** Null while it is not. */
      resolved: string | null;
      /** Null while it is not. */
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
      type?: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
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
      type?: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
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
  /** Who was asked to join, and with which role. Only the server reads it. */
  invites: {
    Row: {
      id: string;
      email: string;
      first_name: string;
      last_name: string;
      role: "admin" | "editor" | "commander" | "responder" | "viewer" | "guest";
      invited_at: string;
      invited_by: string | null;
      /** Null while it is open; there is one open invitation an address. */
      accepted_at: string | null;
      /** SHA-256 of the token in the link; null when none was made. */
      token_digest: Uint8Array | null;
      /** When the link is over. */
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
  /** Runs of jobs: what ran, on what, how it ended. */
  job_history: {
    Row: {
      id: string;
      /** Where it ran; all zeros for this system itself. */
      agent_id: string;
      /** The job, in words. */
      name: string;
      /** What the run was about, such as config_scraper; null for a job of the whole system. */
      resource_type: string | null;
      /** Key of what the run was about. */
      resource_id: string | null;
      /** WARNING when some of it failed; STOPPED when its process shut down first. */
      status: "RUNNING" | "SUCCESS" | "WARNING" | "FAILED" | "STOPPED";
      success_count: number;
      error_count: number;
      /** Errors and summaries of the run. */
      details: JobDetails | null;
      /** The machine it ran on. */
      hostname: string | null;
      duration_millis: number | null;
      time_start: string;
      /** Null while it runs. */
      time_end: string | null;
      created_at: string;
      /** Where the job engine keeps the job; null for runs that did not come through it. */
      queue: string | null;
      /** The job in its queue. A job that is tried again has a run for each attempt. */
      job_id: string | null;
      /** Which attempt of the job this run was, from 1. */
      attempt: number | null;
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
    };
    Relationships: [];
  };
  /** When each scheduled job is due. Whoever moves a row on sends the job, so there is one run in the whole system. */
  job_schedules: {
    Row: {
      name: string;
      /** As the code states it; a different statement starts the schedule anew. */
      schedule: string;
      /** The next moment by the schedule alone. */
      due_at: string;
      /** That moment and a little chance, so that jobs of one schedule do not all start together. */
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
  /** Properties that a file or the environment states, as the last start of a server read them. */
  local_properties: {
    Row: {
      name: string;
      value: string;
      /** Where it is edited. */
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
  /** Systems that logs are searched in. */
  logging_backends: {
    Row: {
      id: string;
      name: string;
      labels: Labels | null;
      /** With *** in place of each credential. */
      spec: Json;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      agent_id: string | null;
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
      labels?: Labels | null;
      spec: Json;
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      agent_id?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      labels?: Labels | null;
      spec?: Json;
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      agent_id?: string | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
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
  /** Letters of the identity service. Without an SMTP server they are kept, and an administrator hands on what is in them. */
  mails: {
    Row: {
      id: string;
      kind: "recovery" | "verification" | "invitation" | "notice";
      recipient: string;
      subject: string;
      /** Sealed, because codes and links stand in it; emptied when it was sent. Administrators read it by a call of its own. */
      body: string | null;
      /** kept: there is no SMTP server. */
      status: "waiting" | "sent" | "kept" | "failed";
      /** Why the last try to send it failed. */
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
  /** When runs of checks are recorded and nobody is woken. */
  maintenance_windows: {
    Row: {
      id: string;
      name: string;
      description: string | null;
      check_id: string | null;
      canary_id: string | null;
      /** Of checks by their labels and those of their canary: app=web,env!=test. */
      label_selector: string | null;
      /** Of one that recurs: from when on it does. */
      starts_at: string;
      /** Of one that recurs: until when it does; null for ever. */
      ends_at: string | null;
      /** When one that recurs begins each time: cron, in UTC unless it says a zone. */
      schedule: string | null;
      /** How long one that recurs lasts each time. */
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
  /** What belongs to a group, until it is well again. */
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
  /** Resources that one message speaks of together. */
  notification_groups: {
    Row: {
      id: string;
      /** Of what they have in common. */
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
  /** What was sent to whom about what, or why not. */
  notification_send_history: {
    Row: {
      id: string;
      notification_id: string;
      body: string | null;
      body_payload: Json | null;
      status: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | null;
      not_before: string | null;
      retries: number;
      /** The event as it came. */
      payload: Json | null;
      count: number;
      first_observed: string;
      source_event: string;
      /** What it is about; the first word of source_event says what that is. */
      resource_id: string;
      /** At the time of the event, like the status and the description. */
      resource_health: string | null;
      resource_status: string | null;
      resource_health_description: string | null;
      person_id: string | null;
      team_id: string | null;
      connection_id: string | null;
      /** The silence that kept it quiet. */
      silenced_by: string | null;
      playbook_run_id: string | null;
      error: string | null;
      duration_millis: number | null;
      created_at: string;
      group_id: string | null;
      /** The message that made this one needless. */
      parent_id: string | null;
      /** What the thing it is about is called; null when that is gone. Kept by triggers. */
      resource_name: string | null;
    };
    Insert: {
      id?: string;
      notification_id: string;
      body?: string | null;
      body_payload?: Json | null;
      status?: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | null;
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
    };
    Update: {
      id?: string;
      notification_id?: string;
      body?: string | null;
      body_payload?: Json | null;
      status?: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | null;
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
  /** When to say nothing about what. */
  notification_silences: {
    Row: {
      id: string;
      namespace: string | null;
      name: string;
      description: string | null;
      /** An expression; what it holds for is kept quiet. */
      filter: string | null;
      selectors: Json | null;
      error: string | null;
      from: string | null;
      /** Null when it stays. */
      until: string | null;
      /** Whether it also holds for what stands below. */
      recursive: boolean;
      config_id: string | null;
      check_id: string | null;
      canary_id: string | null;
      component_id: string | null;
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      created_by?: string | null;
      created_at?: string;
      updated_at?: string;
      deleted_at?: string | null;
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
  /** Rules that tell somebody when something happens. */
  notifications: {
    Row: {
      id: string;
      /** Made up when none was given. */
      name: string;
      namespace: string | null;
      title: string | null;
      /** What it listens to, such as check.failed. */
      events: string[];
      /** An expression that must hold; always when empty. */
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
      /** Nanoseconds to wait whether it passes by itself. */
      wait_for: number | null;
      /** Nanoseconds. */
      wait_for_eval_period: number | null;
      group_by: string[] | null;
      /** Nanoseconds. */
      group_by_interval: number | null;
      inhibitions: Json | null;
      watchdog_schedule: string | null;
      /** Why the rule cannot work; gone when it is changed. */
      error: string | null;
      error_at: string | null;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      created_by: string | null;
      created_at: string;
      /** An error is no update. */
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
  /** Which account of another identity provider is whose. Nothing that the provider issues is kept. */
  oidc_links: {
    Row: {
      /** The id that the operator gave it (OIDC_PROVIDERS). */
      provider: string;
      /** The id of the account there; never the e-mail, which can be given to somebody else. */
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
  /** Humans, and agents, tokens and the system where they act under a name of their own. */
  people: {
    Row: {
      id: string;
      /** As it is shown. For a human, first and last name. */
      name: string;
      first_name: string | null;
      last_name: string | null;
      /** In lower case. What a human signs in with; unique among those who are not deleted. */
      email: string | null;
      avatar: string | null;
      /** Null for a human. */
      type: "agent" | "access_token" | "system" | null;
      title: string | null;
      organization: string | null;
      phone: string | null;
      properties: PersonProperties;
      /** The id under which another identity service knows the person. */
      external_id: string | null;
      /** An inactive person keeps everything but cannot sign in. */
      state: "active" | "inactive";
      state_changed_at: string;
      created_at: string;
      /** Signing in is no update. */
      updated_at: string | null;
      /** Deleted people stay, so that what they did keeps its author. */
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
  /** Named groups of subjects that rules can be about. */
  permission_groups: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      /** Who belongs to it, by kind. */
      selectors: ObjectSelector;
      /** UI when it may be edited here. */
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
  /** Rules that allow or deny somebody an action on something, beyond the roles. Deny wins. */
  permissions: {
    Row: {
      id: string;
      /** Made up when none was given. */
      name: string;
      namespace: string | null;
      description: string | null;
      /** UI when it may be edited here. */
      source: string;
      subject_type: "person" | "team" | "group" | "notification" | "playbook" | "canary" | "scraper" | "topology" | "component";
      /** Whom the rule is about: an id, or the name of a group or role. */
      subject: string | null;
      /** One or several, by comma: read, update, create, delete, playbook:run, playbook:approve, or *. */
      action: string;
      /** What the rule is about when it is a whole kind of thing, such as canaries. */
      object: string | null;
      /** What the rule is about when it is whatever matches. */
      object_selector: ObjectSelector | null;
      /** Whether it forbids. */
      deny: boolean;
      component_id: string | null;
      config_id: string | null;
      canary_id: string | null;
      playbook_id: string | null;
      connection_id: string | null;
      /** How older clients name the subject; subject and subject_type follow it. */
      person_id: string | null;
      /** How older clients name the subject; subject and subject_type follow it. */
      team_id: string | null;
      /** How older clients name the subject; subject and subject_type follow it. */
      notification_id: string | null;
      created_by: string | null;
      updated_by: string | null;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
      /** When the rule ends; null when it stays. */
      until: string | null;
      /** Only for what these agents brought; null or empty for all. */
      agents: string[] | null;
      /** Only for what carries these tags. */
      tags: Labels | null;
      /** Why the rule cannot be applied. */
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
  /** Which roles a person holds. Several roles add up. */
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
  /** Who allowed a run. */
  playbook_approvals: {
    Row: {
      id: string;
      run_id: string;
      person_id: string | null;
      team_id: string | null;
      created_at: string;
    };
    Insert: {
      id?: string;
      run_id: string;
      person_id?: string | null;
      team_id?: string | null;
      created_at?: string;
    };
    Update: {
      id?: string;
      run_id?: string;
      person_id?: string | null;
      team_id?: string | null;
      created_at?: string;
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
  /** Steps of runs. */
  playbook_run_actions: {
    Row: {
      id: string;
      name: string;
      status: "scheduled" | "running" | "waiting" | "waiting_children" | "sleeping" | "skipped" | "completed" | "failed";
      retry_count: number;
      playbook_run_id: string | null;
      start_time: string | null;
      scheduled_time: string;
      end_time: string | null;
      result: Json | null;
      is_pushed: boolean;
      agent_id: string | null;
      error: string | null;
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
      /** The playbook as it was when it was run. */
      spec: PlaybookSpec;
      status: "scheduled" | "running" | "sleeping" | "retrying" | "waiting" | "pending" | "pending_approval" | "completed" | "failed" | "cancelled" | "timed_out";
      created_at: string;
      start_time: string | null;
      /** When it is to start, or to go on. */
      scheduled_time: string;
      end_time: string | null;
      /** Nanoseconds. */
      timeout: number;
      created_by: string | null;
      notification_send_id: string | null;
      check_id: string | null;
      config_id: string | null;
      component_id: string | null;
      parameters: Json | null;
      /** What came with the event or webhook that started it. */
      request: Json | null;
      agent_id: string;
      /** The run that started it. */
      parent_id: string | null;
      error: string | null;
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
  /** What can be run, by hand or on an event. */
  playbooks: {
    Row: {
      id: string;
      namespace: string;
      name: string;
      title: string;
      icon: string | null;
      description: string | null;
      /** With *** in place of each credential. */
      spec: PlaybookSpec;
      category: string;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
  /** The processes that form this system, each by its own heartbeat. */
  processes: {
    Row: {
      id: string;
      role: "all" | "web" | "worker";
      hostname: string;
      pid: number;
      version: string;
      /** Where it listens, when it serves the web. */
      address: string | null;
      started_at: string;
      /** Its last heartbeat; a process unheard of for a minute is gone. */
      last_seen_at: string;
      rss_bytes: number;
      /** Fingerprints of the keys that it can open secrets with. */
      held_keys: string[] | null;
      /** Fingerprint of the key that it seals with. */
      sealing_key: string | null;
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
    };
    Relationships: [];
  };
  /** Settings of the whole system by name, feature flags among them. They win over the file and the environment. */
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
  /** Who deals with an incident, here or in another system. */
  responders: {
    Row: {
      id: string;
      incident_id: string;
      type: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person";
      index: number | null;
      person_id: string | null;
      team_id: string | null;
      /** What the other system calls it. */
      external_id: string | null;
      properties: Json | null;
      acknowledged: string | null;
      resolved: string | null;
      closed: string | null;
      created_by: string;
      created_at: string;
      updated_at: string;
      deleted_at: string | null;
    };
    Insert: {
      id?: string;
      incident_id: string;
      type: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person";
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
    };
    Update: {
      id?: string;
      incident_id?: string;
      type?: "email" | "jira" | "service_now" | "ca" | "aws_support" | "aws_ams_services_request" | "redhat" | "oracle" | "ms_planner" | "vmware" | "person";
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
  /** Queries on the catalog that people keep. */
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
  /** What is wrong with plugins at present, by the scraper whose last run noticed it. The job history is told when it becomes something else. */
  scrape_plugin_faults: {
    Row: {
      plugin_id: string;
      scraper_id: string;
      /** Of the spec of the plugin that it is about: what was wrong with another one counts no more. */
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
  /** Rules that every scraper follows beside its own. */
  scrape_plugins: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      /** What becomes of changes, locations, aliases, relationships, properties, and how long things are kept; *** in place of each credential. */
      spec: Json;
      /** UI when it may be edited here; otherwise where it is kept, such as file:<path>. */
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
  /** When each scraper of this system is run next. None for one that is paused or gone. */
  scraper_turns: {
    Row: {
      scraper_id: string;
      /** As it is written; empty for the usual one. */
      schedule: string;
      due_at: string;
      /** Of the spec that it was made for: another one is due at once. */
      spec_hash: string;
      /** It was written and not sent since: a run that is going on does not stand for this one. */
      is_changed: boolean;
      /** Until when its source wants to be left alone. */
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
  /** The keys of this system by their fingerprints; the keys themselves are kept outside. */
  secret_keys: {
    Row: {
      id: string;
      /** coming: about to seal, processes look for it. sealing: whatever is sealed now. accepted: what was sealed with it a moment ago may still be stored. opening: what is stored is being sealed anew. retired: opens nothing any more. */
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
  /** What a person can sign with (WebAuthn). */
  security_keys: {
    Row: {
      id: string;
      person_id: string;
      /** webauthn: the second step after a password; passkey: signs in by itself. */
      use: "webauthn" | "passkey";
      /** As the person calls it, or the browser that made it. */
      name: string;
      /** By which the authenticator knows it. */
      credential_id: Uint8Array;
      /** In COSE form. */
      public_key: Uint8Array;
      /** As the key counted last; a smaller one comes from a copy. Many keys do not count and stay at zero. */
      counter: number;
      /** How the browser reaches it: usb, nfc, internal and so on. */
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
  /** Who is signed in. A row that is gone is a session that ended. */
  sessions: {
    Row: {
      id: string;
      /** SHA-256 of the token in the cookie; the token itself is never stored. */
      token_digest: Uint8Array;
      person_id: string;
      /** How strongly the person proved who it is: one factor or two. */
      aal: "aal1" | "aal2";
      /** What was proven, and when. */
      methods: AuthenticationMethods;
      authenticated_at: string;
      issued_at: string;
      /** To the hour: sliding the expiry on every request would be a write on every request. */
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
  /** What the product must remember about itself, such as the fingerprint of its secret key. */
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
  /** How bad an incident can be, the worst first. */
  severities: {
    Row: {
      id: number;
      name: string;
      /** What others call it. */
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
  /** How much guessing an account, an address or a device has on its account, shared by all processes. It may vanish in a crash. */
  sign_in_throttles: {
    Row: {
      /** SHA-256 of what is throttled, so that no address or e-mail stands here. */
      key: Uint8Array;
      /** When the debt is paid off: each attempt adds its price, time takes it away. */
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
  /** Which team answers for which component. */
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
  /** Who belongs to which team. */
  team_members: {
    Row: {
      team_id: string;
      person_id: string;
      /** UI when it may be edited here. */
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
  /** Groups of people who answer for components and are told together. */
  teams: {
    Row: {
      id: string;
      name: string;
      icon: string | null;
      /** Which components the team answers for and how it is reached; *** in place of each credential. */
      spec: TeamSpec | null;
      /** UI when it may be edited here; otherwise where it is kept. */
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
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
      /** With *** in place of each credential. */
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
  /** The e-mail that a person has shown to read. Another e-mail in the profile is not verified by it. */
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
  /** What the panels of a view last showed. */
  view_panels: {
    Row: {
      view_id: string;
      /** Of the parameters that were asked with. */
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
  /** Pages that people write: queries and panels. */
  views: {
    Row: {
      id: string;
      name: string;
      namespace: string | null;
      /** Queries, panels, and how the page is shown; *** in place of each credential. */
      spec: ViewSpec;
      /** UI when it may be edited here. */
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
      labels: Labels | null;
      created_by: string | null;
      created_at: string;
      last_ran: string | null;
      error: string | null;
      /** A run is no update. */
      updated_at: string | null;
      deleted_at: string | null;
      /** The credentials of the spec. */
      spec_secrets: string | null;
    };
    Insert: {
      id?: string;
      name: string;
      namespace?: string | null;
      spec: ViewSpec;
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
      labels?: Labels | null;
      created_by?: string | null;
      created_at?: string;
      last_ran?: string | null;
      error?: string | null;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Update: {
      id?: string;
      name?: string;
      namespace?: string | null;
      spec?: ViewSpec;
      source?: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
      labels?: Labels | null;
      created_by?: string | null;
      created_at?: string;
      last_ran?: string | null;
      error?: string | null;
      updated_at?: string | null;
      deleted_at?: string | null;
      spec_secrets?: string | null;
    };
    Relationships: [
      {
        foreignKeyName: "views_created_by_fkey";
        columns: ["created_by"];
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
  /** The types of insights there are, for filters. */
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
  /** Canaries with the status of their job: from the latest runs of their checks, or from a fault of the canary itself. */
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
  /** Changes with the columns of the list of changes. */
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
  /** The types of changes there are, for filters. */
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
  /** The labels of components that are not deleted. */
  component_labels: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** The keys of labels of components that are not deleted. */
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
  /** The classes of config items there are, for filters. */
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
  /** The labels that present config items carry. */
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
  /** Scrapers with their newest job. */
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
    };
    Relationships: [];
  };
  /** The statuses of config items there are, for filters. */
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
  /** The tags that present config items carry. */
  config_tags: {
    Row: {
      key: string;
      value: string;
    };
    Relationships: [];
  };
  /** The keys of tags and labels that present config items carry, each with its kind. */
  config_tags_labels_keys: {
    Row: {
      key: string;
    };
    Relationships: [];
  };
  /** The types of config items there are, for filters. */
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
      /** Its tag of that name. */
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
  /** Connections to choose from, without what opens them. */
  connections_list: {
    Row: {
      id: string;
      name: string;
      namespace: string;
      type: string;
      /** notification when messages can be sent through it. */
      category: string | null;
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
      created_by: string | null;
      created_at: string;
      updated_at: string;
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
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
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
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
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
      type: "availability" | "cost" | "performance" | "security" | "integration" | "compliance" | "technicalDebt" | "technical_debt" | "reliability";
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
      /** Null for log backends: they have none. */
      namespace: string | null;
      description: string | null;
      integration_type: "scrapers" | "topologies" | "logging_backends";
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
  /** The groups that config items are in at present, whether they were counted yet or not. */
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
      notification_id: string;
      body: string | null;
      body_payload: Json | null;
      status: "sent" | "sending" | "error" | "pending" | "skipped" | "silenced" | "repeat-interval" | "inhibited" | "evaluating-waitfor" | "pending_playbook_run" | "pending_playbook_completion" | "attempting_fallback" | "grouped" | null;
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
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System" | null;
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
      /** Null: rules about a check name its canary. The data API answers a filter on it with the rules about the canary of that check. */
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
  /** The effective value of each property: the table wins over the file and the environment. */
  properties_in_force: {
    Row: {
      name: string;
      value: string;
      /** The place where it is edited; null for rows of the table. */
      origin: "file" | "environment" | null;
    };
    Relationships: [];
  };
  /** Plugins of scrapers with what was last said of them. */
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
  /** Teams with their newest job and the number of their members. */
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
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
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
  /** Components with all data of a card and a roll-up. */
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
      source: "KubernetesCRD" | "ConfigFile" | "UI" | "Topology" | "Push" | "CRDSync" | "ApplicationCRD" | "System";
      error: string | null;
    };
    Relationships: [];
  };
}

export interface Functions {
  /** Recomputes summaries whose runs have left the last hour; returns how many. */
  age_check_summaries: {
    Args: { older_than?: string };
    Returns: number;
  };
  /** Removes changes that have grown too old from the counts of the last days; returns the number of affected items. */
  age_config_change_tallies: {
    Args: Record<never, never>;
    Returns: number;
  };
  /** Whether the value is an object of texts. */
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
  /** Whether a run of a check counts in its uptime. */
  counts_in_uptime: {
    Args: { invalid: boolean; in_maintenance: boolean };
    Returns: boolean;
  };
  /** Drops the runs of checks before a day; returns the number of dropped partitions. */
  drop_check_status_partitions: {
    Args: { before: string };
    Returns: number;
  };
  /** Events that have not been delivered yet: one row per event and listener. */
  event_queue_state: {
    Args: Record<never, never>;
    Returns: { name: string | null; is_given_up: boolean | null; attempts: number | null; error: string | null; created_at: string | null; last_attempt: string | null }[];
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
  /** The values of an object. */
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
  /** A time-ordered uuid (version 7). */
  new_id: {
    Args: Record<never, never>;
    Returns: string;
  };
  /** The next number by which people speak of an incident. */
  next_incident_id: {
    Args: Record<never, never>;
    Returns: string;
  };
  /** Every text and value of a list of properties. */
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
  /** The permission rules about a person, in the form of the policy. */
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
  /** The permission rules about a canary, a scraper, a playbook, a topology or a notification, including expired and broken ones. */
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
  /** The words of a text in lower case, with empty ones between. */
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
  /** The words that a config item is found by. */
  words_of_config: {
    Args: { c: string };
    Returns: string;
  };
  /** A query for texts with all of these words or longer words that begin with them. Null if there are none. */
  words_query: {
    Args: { said: string };
    Returns: string;
  };
}

/** What is sealed, by table; the tag @sealed says it. */
export interface SealedColumns {
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
  notifications: "properties_secrets" | "custom_services_secrets" | "fallback_custom_services_secrets";
  playbooks: "spec_secrets";
  scrape_plugins: "spec_secrets";
  settings: "value";
  teams: "spec_secrets";
  topologies: "spec_secrets";
  views: "spec_secrets";
}

/** What the data API serves, as postgrest-js reads it. */
export interface Database {
  public: {
    Tables: Pick<Tables, "agent_tallies" | "agents" | "applications" | "artifacts" | "audit_log" | "canaries" | "check_component_relationships" | "check_config_relationships" | "check_facets" | "check_status_summaries" | "check_statuses" | "check_statuses_1d" | "check_statuses_1h" | "checks" | "comment_responders" | "comments" | "component_facets" | "component_relationships" | "components" | "config_analysis" | "config_changes" | "config_component_relationships" | "config_facets" | "config_items" | "config_locations" | "config_lost_versions" | "config_relationships" | "config_scrapers" | "config_sightings" | "config_unlisted_versions" | "connection_uses" | "connections" | "evidences" | "hypotheses" | "incident_histories" | "incident_relationships" | "incident_rules" | "incidents" | "job_history" | "logging_backends" | "mails" | "maintenance_windows" | "notification_group_resources" | "notification_groups" | "notification_send_history" | "notification_silences" | "notifications" | "people" | "permission_groups" | "permissions" | "person_roles" | "playbook_approvals" | "playbook_run_actions" | "playbook_runs" | "playbooks" | "processes" | "properties" | "responders" | "saved_query" | "scrape_plugins" | "severities" | "team_components" | "team_members" | "teams" | "topologies" | "view_panels" | "views">;
    Views: Pick<Views, "agents_summary" | "analysis_by_component" | "analysis_by_config" | "analysis_summary_by_component" | "analysis_types" | "audit_log_types" | "canaries_with_status" | "canary_job_histories" | "canary_names" | "catalog_changes" | "change_types" | "changes_by_component" | "check_labels" | "check_names" | "check_status_summary" | "check_status_summary_aged" | "check_status_summary_hour" | "check_statuses_5m" | "check_summary" | "check_summary_by_component" | "check_summary_by_config" | "check_summary_for_config" | "check_uptimes" | "checks_by_component" | "checks_by_config" | "checks_labels_keys" | "checks_status_artifacts" | "component_labels" | "component_labels_keys" | "component_names" | "components_with_logs" | "config_analysis_analyzers" | "config_analysis_items" | "config_changes_items" | "config_class_summary" | "config_classes" | "config_detail" | "config_item_summary_30d" | "config_item_summary_3d" | "config_item_summary_7d" | "config_labels" | "config_names" | "config_scrapers_with_status" | "config_statuses" | "config_summary" | "config_tags" | "config_tags_labels_keys" | "config_types" | "configs" | "connections_list" | "event_queue_summary" | "identities" | "incident_summary" | "incident_summary_by_component" | "incidents_by_component" | "incidents_by_config" | "integrations_with_status" | "job_histories" | "job_history_latest_status" | "job_history_names" | "notification_send_history_resources" | "notification_send_history_summary" | "notifications_summary" | "people_roles" | "permissions_summary" | "playbook_names" | "scrape_plugins_with_status" | "teams_with_status" | "topologies_with_status" | "topology" | "views_summary">;
    Functions: Pick<Functions, "config_ids_around" | "config_relationships_recursive" | "configs_mentioning" | "get_playbook_run_actions" | "get_recursive_path" | "lookup_analysis_by_component" | "related_changes_recursive" | "related_config_ids_recursive" | "related_configs_recursive" | "search_configs">;
  };
}
