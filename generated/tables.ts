// Written by `npm run types` from the schema; never edited.
import type { AgentName, AuthenticationMethods, FlowUi, IdentityTraits, JobDetails, Json, PersonProperties } from "#language/columns.ts";

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
    };
    Relationships: [];
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
  /** What a person can prove, one row a method. */
  credentials: {
    Row: {
      id: string;
      person_id: string;
      type: "password";
      /** What the method checks against: for a password, its argon2id hash with all parameters. */
      proof: string;
      created_at: string;
      updated_at: string;
    };
    Insert: {
      id?: string;
      person_id: string;
      type: "password";
      proof: string;
      created_at?: string;
      updated_at?: string;
    };
    Update: {
      id?: string;
      person_id?: string;
      type?: "password";
      proof?: string;
      created_at?: string;
      updated_at?: string;
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
      /** Path, query and fragment on our own site; never another one. */
      return_to: string | null;
      request_url: string;
      /** What the form says and keeps after a refused attempt. */
      ui: FlowUi;
      issued_at: string;
      updated_at: string;
      expires_at: string;
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
      updated_at: string | null;
      /** Deleted people stay, so that what they did keeps its author. */
      deleted_at: string | null;
      last_login: string | null;
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
    };
    Relationships: [];
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
    };
    Relationships: [];
  };
  /** Which SQL files have changed this database, once each, by path. */
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
  /** Which state of each view and function stands in this database. */
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
  /** The two roles that the grants and policies of this database speak of. */
  schema_roles: {
    Row: {
      plain: string;
      scoped: string;
      /** Fingerprint of the schema that rights were last issued for. */
      issued_for: string | null;
    };
    Insert: {
      plain: string;
      scoped: string;
      issued_for?: string | null;
    };
    Update: {
      plain?: string;
      scoped?: string;
      issued_for?: string | null;
    };
    Relationships: [];
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
}

export interface Views {
  /** Events that have not reached all their listeners, by name. */
  event_queue_summary: {
    Row: {
      name: string;
      /** Deliveries that wait or are being tried, one per listener. */
      pending: number;
      /** Deliveries that failed at least once: those that are tried again, and those that were given up. */
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
  /** Who can sign in, as the identity service shows it. */
  identities: {
    Row: {
      id: string;
      schema_id: string;
      traits: IdentityTraits;
      state: "active" | "inactive";
      state_changed_at: string;
      /** The network of a hosted identity service; always the same here. */
      nid: string;
      metadata_public: Json | null;
      created_at: string;
      updated_at: string;
      roles: string[];
    };
    Relationships: [];
  };
  /** Job runs with the names of what they were about and where they ran. */
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
  /** The jobs that have run, for filters. */
  job_history_names: {
    Row: {
      name: string;
    };
    Relationships: [];
  };
  /** Who can sign in, with the roles each holds. */
  people_roles: {
    Row: {
      id: string;
      name: string;
      email: string;
      roles: string[];
    };
    Relationships: [];
  };
}

export interface Functions {
  /** Events that some listener has not yet had: one row per event and listener. */
  event_queue_state: {
    Args: Record<never, never>;
    Returns: { name: string | null; is_given_up: boolean | null; attempts: number | null; error: string | null; created_at: string | null; last_attempt: string | null }[];
  };
  /** A time-ordered uuid (version 7). */
  new_id: {
    Args: Record<never, never>;
    Returns: string;
  };
}

/** What the data API serves, as postgrest-js reads it. */
export interface Database {
  public: {
    Tables: Pick<Tables, "artifacts" | "job_history" | "people" | "person_roles" | "processes">;
    Views: Pick<Views, "event_queue_summary" | "identities" | "job_histories" | "job_history_names" | "people_roles">;
    Functions: Record<never, never>;
  };
}
