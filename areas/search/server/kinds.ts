// The searchable kinds. A new kind needs one entry here and its name in the contract.
import type { ComputedField, Selectable } from "#server/selector/selected.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import { findMaintained } from "#areas/health/server/index.ts";
import type { SearchKindName } from "../contract.ts";
import type { System } from "#server/area.ts";
import type { Statement } from "#server/selector/condition.ts";

/**
 * Computes the fields of a kind that are not columns. They are computed once per search and become parameters of each
 * statement.
 */
export type ComputeFields = (system: System) => Promise<(statement: Statement) => ReadonlyMap<string, ComputedField>>;

const healths = ["healthy", "unhealthy", "unknown", "maintenance", "paused"];

/** The health shown in check lists. Unlike the column `status`, it includes maintenance and pauses. */
const checkFields: ComputeFields = async ({ db }) => {
  const maintained = await findMaintained(db.system);
  return (statement) => {
    const stored =
      "check_health(r.status, r.next_runtime, r.interval_seconds, r.could_not_check_since, r.paused_at, r.paused_until)";
    const sql =
      maintained.length === 0
        ? stored
        : `case when is_paused(r.paused_at, r.paused_until) then 'paused' when r.id = any (${statement.value(maintained, "uuid[]")}) then 'maintenance' else ${stored} end`;
    const field = { sql, values: healths };
    return new Map([
      ["health", field],
      ["status", field],
    ]);
  };
};

export const computedFields: Readonly<Partial<Record<SearchKindName, ComputeFields>>> = { checks: checkFields };

export const searchKinds: Readonly<Record<SearchKindName, Selectable>> = {
  configs: selectableConfigs,
  components: { relation: "components", scope: { column: "topology_id", of: "topologies" } },
  checks: { relation: "checks", scope: { column: "canary_id", of: "canaries" } },
  canaries: { relation: "canaries" },
  playbooks: { relation: "playbooks" },
  connections: { relation: "connections" },
};
