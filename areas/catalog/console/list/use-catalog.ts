// The state of /catalog from the URL: the filters, their options, and the grouping.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import type { Agents } from "../parts/agents.ts";
import { configStatuses, configTypes, facetKeys, typeOptions, useCarried } from "../parts/filter-options.ts";
import { catalogFilters, catalogFiltersWithAgents, groupUrl, healthOptions } from "./catalog-url.ts";
import { type Facet, facetOptions, type Field, STANDARD } from "./facet.ts";

const summaryFields = [
  "type",
  "config_class",
  "status",
  "health",
  "changed",
  "agent",
] as const satisfies readonly Field[];
/** Fields by which the items of a type or of a search can be grouped. */
const listFields = ["type", "config_class", "status", "health", "changed", "agent"] as const satisfies readonly Field[];

const NONE: readonly Facet[] = [];

const MAX_AGENTS = 1000;

const agentNames = rows(["agents", "names"], () => db.from("agents").select("id,name").order("name").limit(MAX_AGENTS));

/** Undefined until the agents are loaded. */
function useAgents(): Agents | undefined {
  const { data } = useQuery(agentNames);
  return useMemo(() => data && new Map(data.map(({ id, name }) => [id, name])), [data]);
}

export function useCatalog() {
  const agents = useAgents();
  const filters = useFilters((agents?.size ?? 0) > 1 ? catalogFiltersWithAgents : catalogFilters);
  const [{ groupBy }, change] = useUrl(groupUrl);
  const [types, statuses, keys] = [useQuery(configTypes), useQuery(configStatuses), useQuery(facetKeys)];
  const [tags, labels] = [useCarried("config_tags"), useCarried("config_labels")];
  const options = useMemo(
    () => ({
      configType: typeOptions(types.data),
      tags: tags.options,
      labels: labels.options,
      status: statuses.data?.map(({ status }) => ({ value: status })),
      health: healthOptions,
      agent: agents && [...agents.values()].map((value) => ({ value })),
    }),
    [types.data, statuses.data, tags.options, labels.options, agents],
  );
  const configType = filters.text("configType");
  const isList = configType !== "" || filters.text("search") !== "";
  const offered = useMemo(() => {
    const fields = isList ? (configType === "" ? listFields : listFields.slice(2)) : summaryFields;
    return facetOptions(
      fields,
      keys.data?.map(({ key }) => key),
    );
  }, [isList, configType, keys.data]);
  // A list has no groups by default; a summary is always grouped.
  const facets = isList ? (groupBy ?? NONE) : groupBy?.length ? groupBy : STANDARD;
  return {
    filters,
    options,
    seeks: { tags: tags.seek, labels: labels.seek },
    configType,
    isList,
    agents,
    /** A filter by agent needs the names of the agents first. */
    isReady: agents !== undefined || filters.states("agent").size === 0,
    groups: {
      offered,
      facets,
      isChosen: groupBy !== undefined,
      change: (next: readonly Facet[] | undefined) => void change({ groupBy: next }),
    },
  };
}

export type Catalog = ReturnType<typeof useCatalog>;
