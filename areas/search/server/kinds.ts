// The kinds of things that are found. A later kind is one entry here and its name in the contract.
import type { SearchKindName } from "../contract.ts";

export interface SearchKind {
  relation: string;
  /** Fields of the language that are called otherwise here: a column, or a column and a key. */
  fields?: Readonly<Record<string, readonly [column: string, key?: string]>>;
  /** What `scope` is about: the column that points to the parent, and the parents, which have names. */
  scope?: { column: string; of: string };
}

export const searchKinds: Readonly<Record<SearchKindName, SearchKind>> = {
  configs: {
    relation: "config_items",
    fields: { namespace: ["tags", "namespace"] },
    scope: { column: "scraper_id", of: "config_scrapers" },
  },
  components: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  checks: { relation: "checks", fields: { health: ["status"] }, scope: { column: "canary_id", of: "canaries" } },
  canaries: { relation: "canaries" },
  playbooks: { relation: "playbooks" },
  connections: { relation: "connections" },
};
