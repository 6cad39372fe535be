// What a resource selector says beside what to look for: of which agent, and whether what was deleted counts.
import { localAgent } from "#language/local-agent.ts";
import { mentions, type ResourceSelector } from "#language/resource-selector.ts";
import type { Selector } from "#language/selector.ts";
import { condition, type Statement } from "./condition.ts";
import type { Selected } from "./selected.ts";

/** `selector` is what is left of it to look for. */
export function meant(given: ResourceSelector, selector: Selector, selected: Selected, statement: Statement): string {
  const parts = [
    condition(selector, selected, statement),
    ...ofAgent(given.agent ?? "", selector, selected, statement),
  ];
  if (!given.includeDeleted && !mentions(selector, ["deleted_at", "deleted"])) parts.push("r.deleted_at is null");
  return `(${parts.join(" and ")})`;
}

/** Nothing said means this system itself, unless the search speaks of agents or of a single thing. */
function ofAgent(agent: string, selector: Selector, selected: Selected, statement: Statement): string[] {
  if (agent === "all" || !selected.columns.has("agent_id")) return [];
  if (agent === "" && mentions(selector, ["agent", "agent_id", "id"])) return [];
  if (agent === "" || agent === "self") return [`r.agent_id = ${statement.value(localAgent, "uuid")}`];
  const match = { include: [[agent]], exclude: [] };
  return [condition({ kind: "is", path: ["agent"], match, negated: false, at: 0 }, selected, statement)];
}
