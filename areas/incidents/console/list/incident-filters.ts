// The filters of the list of incidents, which are stored in the URL. By default only open incidents are listed.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { incidentTypes, severityOptions, statusOptions } from "../parts/incident-words.ts";

const filterOf = {
  search: { type: "search", label: "Search for incident" },
  type: { type: "choice", label: "Type" },
  severity: { type: "choice", label: "Severity" },
  status: { type: "choice", label: "Status", fallback: "open" },
  owner: { type: "choice", label: "Owner" },
  component: { type: "choice", label: "Component" },
} as const;

const listFilters = filterSet(filterOf);
const { status: _, ...othersOfBoard } = filterOf;
/** The board has no status filter, because its columns are the statuses. */
const boardFilters = filterSet(othersOfBoard);

const MAX_OPTIONS = 500;

const componentOptions = rows(["component_names", "incidents"], () =>
  db
    .from("component_names")
    .select("id,name,external_id")
    .not("external_id", "is", null)
    .order("name")
    .limit(MAX_OPTIONS),
);

const peopleOptions = rows(["people", "names"], () =>
  db.from("people").select("id,name").is("type", null).is("deleted_at", null).order("name").limit(MAX_OPTIONS),
);

export const useIncidentFilters = () => useFilters(listFilters);
export const useBoardFilters = () => useFilters(boardFilters);

/** The choices of the filters; undefined while they load. */
export function useFilterOptions() {
  const components = useQuery(componentOptions).data;
  const people = useQuery(peopleOptions).data;
  return useMemo(
    () => ({
      type: incidentTypes,
      severity: severityOptions,
      status: statusOptions,
      owner: people?.map(({ id, name }) => ({ value: id, label: name })),
      component: components?.map(({ id, name }) => ({ value: id, label: name })),
    }),
    [components, people],
  );
}
