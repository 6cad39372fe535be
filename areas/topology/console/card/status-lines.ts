// The lines of a card that show counts: insights, checks, incidents, and descendants.
import type { Counts } from "#language/columns.ts";
import { parseSeverity } from "#language/severity.ts";
import { titleOf } from "#lib/text/words.ts";
import type { Topology } from "../../model.ts";

export type StatusLine =
  | { type: "insights"; counts: readonly SeverityCount[] }
  | { type: "components"; counts: Counts }
  | { type: "checks"; counts: Counts }
  | { type: "incidents"; of: string; label: string; counts: readonly SeverityCount[] }
  | { type: "child"; child: Topology; counts: Counts };

export interface SeverityCount {
  type: string;
  severity: string;
  count: number;
}

export function statusLines(component: Topology): StatusLine[] {
  const { summary, components = [], is_leaf: isLeaf } = component;
  const lines: StatusLine[] = [];
  const insights = Object.entries(summary?.insights ?? {}).flatMap(([type, counts]) => severityCounts(type, counts));
  if (insights.length > 0) lines.push({ type: "insights", counts: insights });
  const checks = summary?.checks ?? {};
  const isOneCheck = isLeaf && total(checks) === 1;
  const own = healthCounts(component);
  if (components.length === 0 && !isOneCheck && total(own) > 0) lines.push({ type: "components", counts: own });
  if (total(checks) > 0) lines.push({ type: "checks", counts: checks });
  for (const [type, counts] of Object.entries(summary?.incidents ?? {})) {
    const found = severityCounts(type, counts);
    if (found.length > 0) lines.push({ type: "incidents", of: type, label: titleOf(type), counts: found });
  }
  for (const child of worstFirst(components)) lines.push({ type: "child", child, counts: healthCounts(child) });
  return lines;
}

/** Low counts as medium. */
function severityCounts(type: string, counts: Counts): SeverityCount[] {
  const merged = new Map<string, number>();
  for (const [severity, count] of Object.entries(counts)) {
    const known = parseSeverity(severity) ?? severity;
    const as = known === "low" ? "medium" : known;
    merged.set(as, (merged.get(as) ?? 0) + count);
  }
  return [...merged]
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => ({ type, severity, count }))
    .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

const ORDER = ["critical", "blocker", "high", "medium", "warning", "info"];

/**
 * The descendants by health. The summary of a component without children counts the component itself, which is left
 * out.
 */
export function healthCounts({ summary, children = [] }: Topology): Counts {
  const { healthy = 0, unhealthy = 0, warning = 0, info = 0 } = summary ?? {};
  const counts = { healthy, unhealthy, warning, unknown: info };
  return children.length === 0 && total(counts) === 1 ? {} : counts;
}

/** The children by health, like the lines of a card; the descendants if the children are not loaded. */
export function childCounts(component: Topology): Counts {
  const { components = [] } = component;
  if (components.length === 0) return healthCounts(component);
  const counts: Record<string, number> = { healthy: 0, unhealthy: 0, warning: 0, unknown: 0 };
  for (const { health = "unknown" } of components) counts[health]! += 1;
  return counts;
}

const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const ranks: Readonly<Record<string, number>> = { unhealthy: 0, warning: 1, healthy: 2, unknown: 3 };

/** Unhealthy components first; otherwise in the order of the server. */
const worstFirst = (components: readonly Topology[]) =>
  components.toSorted((a, b) => ranks[a.health ?? "unknown"]! - ranks[b.health ?? "unknown"]!);
