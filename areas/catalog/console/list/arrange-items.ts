// Arranges the items of a page in nested groups, one level per facet. The server chooses the items of a page and their
// order.
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import type { Labels } from "#language/columns.ts";
import type { Agents } from "../parts/agents.ts";
import { providerOf } from "../parts/ConfigType.tsx";
import { changedStep } from "./changed.ts";
import { type Facet, printFacet } from "./facet.ts";

export interface Grouped {
  type: string;
  status: string | null;
  health: string | null;
  agent_id: string;
  updated_at: string | null;
  tags: Labels | null;
  labels: Labels | null;
}

interface Known {
  now: number;
  agents: Agents | undefined;
}

export function arrangeItems<Row extends Grouped>(
  rows: readonly Row[],
  facets: readonly Facet[],
  { now, agents }: Known,
): ArrangedLine<Row>[] {
  const level = (inside: readonly Row[], depth: number, path: string): ArrangedLine<Row>[] => {
    const facet = facets[depth];
    if (!facet) return inside.map((row) => ({ type: "row", row }));
    const column = printFacet(facet);
    // Groups keep the order of their first items, which is the sort order of the request.
    return [...Map.groupBy(inside, (row) => facetOf(row, facet, { now, agents }) ?? "")].map(([title, members]) => {
      const key = `${path} ${column}=${title}`;
      return { type: "group", key, column, title, rows: members, lines: level(members, depth + 1, key) };
    });
  };
  return level(rows, 0, "group");
}

function facetOf(row: Grouped, facet: Facet, { now, agents }: Known): string | null | undefined {
  if (facet.type === "tag") return row.tags?.[facet.key];
  if (facet.type === "label") return row.labels?.[facet.key];
  switch (facet.field) {
    case "config_class":
      return providerOf(row.type);
    case "changed":
      return changedStep(row.updated_at, now);
    case "type":
    case "status":
    case "health":
      return row[facet.field];
    case "agent":
      return agents?.get(row.agent_id);
  }
}
