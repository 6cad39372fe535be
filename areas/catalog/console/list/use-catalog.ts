// What /catalog shows, from the address: the filters, their options, and what is grouped by.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useUrl } from "#console/url/url-state.ts";
import { useFilters } from "#console/widgets/filter/filter-set.ts";
import { configStatuses, configTypes, facetKeys, typeOptions, useCarried } from "../parts/filter-options.ts";
import { catalogFilters, groupUrl, healthOptions } from "./catalog-url.ts";
import { type Facet, facetOptions, type Field, STANDARD } from "./facet.ts";

const ofAll = ["type", "config_class", "status", "health", "changed", "agent"] as const satisfies readonly Field[];
/** Of one type, or of what was searched for. */
const ofList = ["type", "config_class", "status", "health", "changed"] as const satisfies readonly Field[];

const NONE: readonly Facet[] = [];

export function useCatalog() {
  const filters = useFilters(catalogFilters);
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
    }),
    [types.data, statuses.data, tags.options, labels.options],
  );
  const configType = filters.text("configType");
  const isList = configType !== "" || filters.text("search") !== "";
  const offered = useMemo(() => {
    const fields = isList ? (configType === "" ? ofList : ofList.slice(2)) : ofAll;
    return facetOptions(
      fields,
      keys.data?.map(({ key }) => key),
    );
  }, [isList, configType, keys.data]);
  // A list has no groups until somebody wants some; a summary is nothing but groups.
  const facets = isList ? (groupBy ?? NONE) : groupBy?.length ? groupBy : STANDARD;
  return {
    filters,
    options,
    seeks: { tags: tags.seek, labels: labels.seek },
    configType,
    isList,
    groups: {
      offered,
      facets,
      isChosen: groupBy !== undefined,
      change: (next: readonly Facet[] | undefined) => void change({ groupBy: next }),
    },
  };
}

export type Catalog = ReturnType<typeof useCatalog>;
