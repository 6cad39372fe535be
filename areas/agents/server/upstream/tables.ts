// The tables that agents push: their columns, the key of a row, and the rows that a row refers to. Columns that are not
// listed here belong to this server: authors, pauses, silences and secrets.
import { sql, type RawBuilder } from "kysely";
import type { PushedKey } from "../../contract.schema.ts";

/** Tables whose rows have the column agent_id. */
export const ownedTables = [
  "topologies",
  "canaries",
  "config_scrapers",
  "checks",
  "components",
  "config_items",
] as const;
export type OwnedTable = (typeof ownedTables)[number];

export type Parent = OwnedTable | "config_changes" | "playbook_run_actions";

export interface PushedTable {
  table: string;
  key: readonly string[];
  columns: readonly string[];
  /** Whether the rows have the column agent_id; the others belong to the agent of the rows that they refer to. */
  isOwned?: true;
  /** The columns that refer to other rows, which must belong to the same agent. */
  parents: Readonly<Record<string, Parent>>;
  /** Columns whose value is the same for all pushed rows, as SQL. */
  fixed?: Readonly<Record<string, string>>;
  /** Columns that keep their first value. */
  kept?: readonly string[];
  /** The condition for stored rows that a push does not change; `t` is the table. */
  unchangedIf?: string;
  /** The column that refers to the parent in the same table. */
  tree?: "parent_id";
  /** Columns that can contain credentials; they are masked. */
  specs?: readonly string[];
}

/** Parts of a key that may be null, such as the selector of a relationship. */
export const nullableKeys: ReadonlySet<string> = new Set(["relation", "scraper_id", "selector_id"]);

/** The condition that the rows `t` and `r` have the same key. Comparisons with `=` can use the index of the key. */
export const sameKey = (key: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    key.map((column) =>
      nullableKeys.has(column)
        ? sql`${sql.ref(`t.${column}`)} is not distinct from ${sql.ref(`r.${column}`)}`
        : sql`${sql.ref(`t.${column}`)} = ${sql.ref(`r.${column}`)}`,
    ),
    sql` and `,
  )})`;

const times = ["created_at", "updated_at", "deleted_at"] as const;

/**
 * Resources that an agent pushes can be edited only there. Resources that were created here, and that the agent has
 * pulled, stay as they are.
 */
const resource = {
  key: ["id"],
  isOwned: true,
  parents: {},
  fixed: { source: "'Push'" },
  kept: ["created_at"],
  unchangedIf: "t.source = 'UI'",
  specs: ["spec"],
} as const;

const relationship = { kept: ["created_at"] } as const;

export const pushedTables: Partial<Record<PushedKey, PushedTable>> = {
  topologies: {
    ...resource,
    table: "topologies",
    columns: ["id", "name", "namespace", "labels", "spec", "schedule", ...times],
  },
  canaries: {
    ...resource,
    table: "canaries",
    columns: ["id", "name", "namespace", "labels", "annotations", "spec", ...times],
  },
  config_scrapers: {
    ...resource,
    table: "config_scrapers",
    columns: ["id", "name", "namespace", "description", "spec", ...times],
  },
  checks: {
    table: "checks",
    key: ["id"],
    isOwned: true,
    columns: [
      "id",
      "canary_id",
      "type",
      "name",
      "namespace",
      "description",
      "icon",
      "spec",
      "labels",
      "owner",
      "severity",
      "category",
      "transformed",
      "last_runtime",
      "next_runtime",
      "last_transition_time",
      "status",
      "interval_seconds",
      ...times,
    ],
    parents: { canary_id: "canaries" },
    kept: ["created_at"],
    specs: ["spec"],
  },
  components: {
    table: "components",
    key: ["id"],
    isOwned: true,
    columns: [
      "id",
      "topology_id",
      "external_id",
      "parent_id",
      "name",
      "text",
      "topology_type",
      "namespace",
      "type",
      "icon",
      "owner",
      "labels",
      "path",
      "status",
      "status_expr",
      "status_reason",
      "health",
      "health_expr",
      "description",
      "lifecycle",
      "tooltip",
      "hidden",
      "is_leaf",
      "schedule",
      "summary",
      "selectors",
      "log_selectors",
      "component_checks",
      "configs",
      "properties",
      "cost_per_minute",
      "cost_total_1d",
      "cost_total_7d",
      "cost_total_30d",
      ...times,
    ],
    parents: { topology_id: "topologies", parent_id: "components" },
    kept: ["created_at"],
    tree: "parent_id",
  },
  config_items: {
    table: "config_items",
    key: ["id"],
    isOwned: true,
    columns: [
      "id",
      "icon",
      "scraper_id",
      "config_class",
      "status",
      "health",
      "ready",
      "external_id",
      "type",
      "name",
      "description",
      "config",
      "source",
      "labels",
      "tags",
      "properties",
      "cost_per_minute",
      "cost_total_1d",
      "cost_total_7d",
      "cost_total_30d",
      "parent_id",
      "path",
      "last_scraped_time",
      "delete_reason",
      ...times,
    ],
    parents: { scraper_id: "config_scrapers", parent_id: "config_items" },
    kept: ["created_at"],
    tree: "parent_id",
  },
  check_statuses: {
    table: "check_statuses",
    key: ["check_id", "time"],
    columns: [
      "check_id",
      "time",
      "status",
      "duration",
      "message",
      "error",
      "details",
      "invalid",
      "severity",
      "created_at",
      "could_not_check",
      "in_maintenance",
      "metrics",
      "agent_time",
    ],
    parents: { check_id: "checks" },
  },
  config_changes: {
    table: "config_changes",
    key: ["id"],
    columns: [
      "id",
      "config_id",
      "external_change_id",
      "external_created_by",
      "change_type",
      "severity",
      "source",
      "summary",
      "patches",
      "diff",
      "details",
      "created_at",
      "count",
      "fingerprint",
      "first_observed",
    ],
    parents: { config_id: "config_items" },
  },
  config_analysis: {
    table: "config_analysis",
    key: ["id"],
    columns: [
      "id",
      "config_id",
      "scraper_id",
      "source",
      "analyzer",
      "analysis_type",
      "severity",
      "summary",
      "status",
      "message",
      "analysis",
      "properties",
      "first_observed",
      "last_observed",
    ],
    parents: { config_id: "config_items", scraper_id: "config_scrapers" },
  },
  config_relationships: {
    ...relationship,
    table: "config_relationships",
    key: ["related_id", "config_id", "relation", "scraper_id"],
    columns: ["config_id", "related_id", "relation", "scraper_id", "selector_id", ...times],
    parents: { config_id: "config_items", related_id: "config_items", scraper_id: "config_scrapers" },
  },
  component_relationships: {
    ...relationship,
    table: "component_relationships",
    key: ["component_id", "relationship_id", "selector_id"],
    columns: ["component_id", "relationship_id", "selector_id", "relationship_path", ...times],
    parents: { component_id: "components", relationship_id: "components" },
  },
  config_component_relationships: {
    ...relationship,
    table: "config_component_relationships",
    key: ["component_id", "config_id"],
    columns: ["component_id", "config_id", "selector_id", ...times],
    parents: { component_id: "components", config_id: "config_items" },
  },
  check_config_relationships: {
    ...relationship,
    table: "check_config_relationships",
    key: ["config_id", "check_id", "canary_id", "selector_id"],
    columns: ["config_id", "check_id", "canary_id", "selector_id", ...times],
    parents: { config_id: "config_items", check_id: "checks", canary_id: "canaries" },
  },
  artifacts: {
    table: "artifacts",
    key: ["id"],
    // The bytes follow in a request of their own, which sets the size, the checksum and the place of the bytes.
    columns: [
      "id",
      "path",
      "filename",
      "content_type",
      "expires_at",
      "check_id",
      "check_time",
      "config_change_id",
      "playbook_run_action_id",
    ],
    parents: {
      check_id: "checks",
      config_change_id: "config_changes",
      playbook_run_action_id: "playbook_run_actions",
    },
    fixed: { store: "'database'" },
    unchangedIf: "t.completed_at is not null",
  },
  job_history: {
    table: "job_history",
    key: ["id"],
    isOwned: true,
    columns: [
      "id",
      "name",
      "resource_type",
      "resource_id",
      "status",
      "success_count",
      "error_count",
      "details",
      "hostname",
      "duration_millis",
      "time_start",
      "time_end",
      "created_at",
    ],
    parents: {},
  },
};
