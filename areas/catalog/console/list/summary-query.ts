// The query for the summary. It is refetched when items, changes or insights change.
import { keepPreviousData } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { parseTag } from "#language/tags.ts";
import { printFilterOperator, tagGroup, type TriStates } from "#language/tri-state.ts";
import { catalogSummary, type SummaryQuery } from "../../contract.ts";
import { type Agents, agentIds } from "../parts/agents.ts";
import { apiName, type Facet } from "./facet.ts";

export interface SummaryRequest {
  filters: Pick<Filters, "states">;
  facets: readonly Facet[];
  isDeletedShown: boolean;
  agents?: Agents | undefined;
}

const SPAN = "30d";

export function summaryBody({ filters, facets, isDeletedShown, agents }: SummaryRequest): SummaryQuery {
  const names = facets.flatMap((facet) => apiName(facet) ?? "type");
  const filter = { ...byKey(filters.states("labels"), ""), ...byKey(filters.states("tags"), "tag:") };
  return {
    groupBy: [...new Set(names)],
    deleted: isDeletedShown,
    changes: { since: SPAN },
    analysis: { since: SPAN },
    cost: SPAN,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...matching("status", filters.states("status")),
    ...matching("health", filters.states("health")),
    ...matching("agent_id", agentIds(filters.states("agent"), agents)),
  };
}

const matching = (name: string, states: TriStates) =>
  states.size === 0 ? {} : { [name]: printFilterOperator(states) };

/** The filter of each key: `{ team: "core,data" }`. */
const byKey = (states: TriStates, prefix: string) =>
  Object.fromEntries(
    [...Map.groupBy(states, ([item]) => tagGroup(item))].map(([key, items]) => [
      prefix + key,
      printFilterOperator(new Map(items.map(([item, state]) => [parseTag(item).value, state]))),
    ]),
  );

export const summarised = ["config_items", "config_changes", "config_analysis"] as const;

export const summaryQuery = (request: SummaryRequest) => ({
  ...callOptions(catalogSummary, { body: summaryBody(request) }),
  placeholderData: keepPreviousData,
});
