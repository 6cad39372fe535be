// Filters of the notification lists, kept in the URL.
import { useMemo } from "react";
import { usePreference } from "#console/preference.ts";
import { showDeletedConfigs } from "#console/preferences/preferences.ts";
import { oneOf, urlState, useUrl } from "#console/url/url-state.ts";
import { type FilterOption, filterSet, useFilters } from "#console/widgets/filter/filter-set.ts";
import { allMessageStatuses, messageStatuses } from "../../model.ts";

/** The plural of each resource kind, for the placeholder of a search box. */
export const searchedWords = {
  config: "the catalog",
  component: "components",
  check: "checks",
  canary: "canaries",
} as const;

const RESETS = ["pageIndex", "pageSize"];
const status = { type: "states", label: "Status", fallback: "skipped:-1,silenced:-1" } as const;

const summaryFilters = filterSet({
  search: { type: "search", label: "Search by resource name" },
  status,
  resource_type: { type: "states", label: "Resource Type" },
});

/** The messages of one resource are filtered by their status only. */
const statusFilter = filterSet({ status });

export const useStatusFilter = () => useFilters(statusFilter, { resets: RESETS });

export const messageFilterOptions: Readonly<Record<string, readonly FilterOption[]>> = {
  status: allMessageStatuses.map((value) => ({ value, label: messageStatuses[value] })),
  resource_type: [
    { value: "config", label: "Catalog" },
    { value: "check", label: "Check" },
    { value: "component", label: "Component" },
  ],
};

const deletedUrl = urlState({ deleted: oneOf(["", "yes", "no"], "") });

export function useSummaryFilters() {
  const filters = useFilters(summaryFilters, { resets: RESETS });
  const isPreferred = usePreference(showDeletedConfigs);
  const [{ deleted }, change] = useUrl(deletedUrl);
  return useMemo(
    () => ({
      filters,
      /** Without a choice on the page, the preference for deleted items decides. */
      withDeleted: deleted === "" ? isPreferred : deleted === "yes",
      setDeleted: (isOn: boolean) => void change({ deleted: isOn ? "yes" : "no" }),
    }),
    [filters, isPreferred, deleted, change],
  );
}
