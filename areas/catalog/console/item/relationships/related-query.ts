// Queries for the related items of an item, nearest first.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask, db, whereStates } from "#console/client/rows.ts";
import type { Counts, Labels } from "#language/columns.ts";
import { parseTag } from "#language/tags.ts";
import { type TriStates, tagGroup } from "#language/tri-state.ts";
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

export interface RelatedRequest {
  id: string;
  ways: Ways;
  isSoft: boolean;
  depth: number;
  isDeletedShown: boolean;
  types: TriStates;
  health: TriStates;
  status: TriStates;
}

/** A change in one of these relations refetches the query, which is slow. */
export const relatedRelations = ["config_relationships", "config_items"];

/** Maximum number of items. A graph with more items is not readable. */
export const MAX_RELATED = 2000;

export const relatedTo = (request: RelatedRequest) =>
  queryOptions({
    queryKey: [
      "related configs",
      { ...request, types: [...request.types], health: [...request.health], status: [...request.status] },
    ],
    queryFn: ({ signal }) => ask(relatedQuery(request).range(0, MAX_RELATED - 1), signal),
    placeholderData: keepPreviousData,
  });

/** The number of related items, without reading them. */
export const relatedCount = (request: RelatedRequest) =>
  queryOptions({
    queryKey: [
      "related configs",
      "count",
      { ...request, types: [...request.types], health: [...request.health], status: [...request.status] },
    ],
    queryFn: async ({ signal }) => (await ask(relatedQuery(request).range(0, 0), signal)).total,
    placeholderData: keepPreviousData,
  });

function relatedQuery({ id, ways, isSoft, depth, isDeletedShown, types, health, status }: RelatedRequest) {
  const edges = isSoft ? "both" : "hard";
  const query = db
    .rpc(
      "related_configs_recursive",
      {
        config_id: id,
        type_filter: ways,
        include_deleted_configs: isDeletedShown,
        max_depth: depth,
        // Ancestors are incoming relationships, so they are shown only together with incoming relationships.
        include_ancestors: ways !== "outgoing",
        ...(ways !== "outgoing" && { incoming_relation: edges }),
        ...(ways !== "incoming" && { outgoing_relation: edges }),
      },
      { get: true, count: "exact" },
    )
    .select<string, Related>("*");
  return whereStates(whereStates(whereStates(query, "type", types), "health", health), "status", status);
}

/** Whether the item has, for each key, one of the included values and none of the excluded values. */
export function hasTags({ tags }: Pick<Related, "tags">, states: TriStates): boolean {
  return [...Map.groupBy(states, ([item]) => tagGroup(item))].every(([key, items]) => {
    const value = tags?.[key];
    const wanted = items.filter(([, state]) => state === "include");
    if (items.some(([item, state]) => state === "exclude" && parseTag(item).value === value)) return false;
    return wanted.length === 0 || wanted.some(([item]) => parseTag(item).value === value);
  });
}
