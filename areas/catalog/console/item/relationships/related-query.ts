// The items around one, the nearest first.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask, db, whereStates } from "#console/client/rows.ts";
import type { Counts, Labels } from "#language/columns.ts";
import type { TriStates } from "#language/tri-state.ts";
import type { Ways } from "./related-url.ts";

export interface Related {
  id: string;
  name: string;
  type: string;
  related_ids: readonly string[] | null;
  tags: Labels | null;
  changes: number;
  analysis: Counts | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  created_at: string;
  updated_at: string | null;
  deleted_at: string | null;
  health: "healthy" | "unhealthy" | "warning" | "unknown" | null;
  status: string | null;
  path: string | null;
}

export interface RelatedAsked {
  id: string;
  ways: Ways;
  isSoft: boolean;
  depth: number;
  isDeletedShown: boolean;
  types: TriStates;
  health: TriStates;
  status: TriStates;
}

/** In which a change asks again; it takes a while to answer. */
export const relatedRelations = ["config_relationships", "config_items"];

/** Nobody reads more, and more cannot be drawn. */
export const MOST_RELATED = 2000;

export const relatedTo = (asked: RelatedAsked) =>
  queryOptions({
    queryKey: [
      "related configs",
      { ...asked, types: [...asked.types], health: [...asked.health], status: [...asked.status] },
    ],
    queryFn: ({ signal }) => ask(questionOf(asked).range(0, MOST_RELATED - 1), signal),
    placeholderData: keepPreviousData,
  });

/** How many there are, without reading them. */
export const relatedCount = (asked: RelatedAsked) =>
  queryOptions({
    queryKey: [
      "related configs",
      "count",
      { ...asked, types: [...asked.types], health: [...asked.health], status: [...asked.status] },
    ],
    queryFn: async ({ signal }) => (await ask(questionOf(asked).range(0, 0), signal)).total,
    placeholderData: keepPreviousData,
  });

function questionOf({ id, ways, isSoft, depth, isDeletedShown, types, health, status }: RelatedAsked) {
  const edges = isSoft ? "both" : "hard";
  const question = db
    .rpc(
      "related_configs_recursive",
      {
        config_id: id,
        type_filter: ways,
        include_deleted_configs: isDeletedShown,
        max_depth: depth,
        // The parents are incoming: they are shown only together with those.
        include_ancestors: ways !== "outgoing",
        ...(ways !== "outgoing" && { incoming_relation: edges }),
        ...(ways !== "incoming" && { outgoing_relation: edges }),
      },
      { get: true, count: "exact" },
    )
    .select<string, Related>("*");
  return whereStates(whereStates(whereStates(question, "type", types), "health", health), "status", status);
}
