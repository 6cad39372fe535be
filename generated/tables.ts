// Written by `npm run types` from the schema; never edited.

export interface Tables {
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
  /** What changed lately, for live screens. Kept 15 minutes; written by triggers on every exposed table. */
  changes: {
    Row: {
      id: number;
      /** The transaction that wrote the row. Readers take rows below their snapshot's xmin, so that none is skipped. */
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
    };
    Insert: {
      plain: string;
      scoped: string;
    };
    Update: {
      plain?: string;
      scoped?: string;
    };
    Relationships: [];
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
}

export interface Views {}

export interface Functions {
  /** A time-ordered uuid (version 7). */
  new_id: {
    Args: Record<never, never>;
    Returns: string;
  };
}

/** What the data API serves, as postgrest-js reads it. */
export interface Database {
  public: {
    Tables: Pick<Tables, "artifacts" | "processes">;
    Views: Record<never, never>;
    Functions: Record<never, never>;
  };
}
