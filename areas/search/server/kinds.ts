// The kinds of things that are found. A later kind is one entry here and its name in the contract.
import type { Selectable } from "#server/selector/selected.ts";
import { selectableConfigs } from "../../catalog/server/index.ts";
import type { SearchKindName } from "../contract.ts";

export const searchKinds: Readonly<Record<SearchKindName, Selectable>> = {
  configs: selectableConfigs,
  components: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  checks: { relation: "checks", fields: { health: ["status"] }, scope: { column: "canary_id", of: "canaries" } },
  canaries: { relation: "canaries" },
  playbooks: { relation: "playbooks" },
  connections: { relation: "connections" },
};
