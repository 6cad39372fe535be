// Renders the conditions of a resource selector other than its search terms: the agent, and whether deleted rows are
// included.
import { localAgent } from "#language/local-agent.ts";
import { mentions, type ResourceSelector } from "#language/resource-selector.ts";
import type { Selector } from "#lib/selector/selector.ts";
import { condition, type Statement } from "./condition.ts";
import type { Selected } from "./selected.ts";

/** `selector` is the remaining search, without controls. */
export function selectorCondition(
  resourceSelector: ResourceSelector,
  selector: Selector,
  selected: Selected,
  statement: Statement,
): string {
  const parts = [
    condition(selector, selected, statement),
    ...agentCondition(resourceSelector.agent ?? "", selector, selected, statement),
  ];
  if (!resourceSelector.includeDeleted && !mentions(selector, ["deleted_at", "deleted"]))
    parts.push("r.deleted_at is null");
  return `(${parts.join(" and ")})`;
}

/**
 * Renders the condition on the agent. Default: rows of this system itself, unless the search names agents or a single
 * id.
 */
function agentCondition(agent: string, selector: Selector, selected: Selected, statement: Statement): string[] {
  if (agent === "all" || !selected.columns.has("agent_id")) return [];
  if (agent === "" && mentions(selector, ["agent", "agent_id", "id"])) return [];
  if (agent === "" || agent === "self") return [`r.agent_id = ${statement.value(localAgent, "uuid")}`];
  const match = { include: [[agent]], exclude: [] };
  return [condition({ kind: "is", path: ["agent"], match, negated: false, at: 0 }, selected, statement)];
}
