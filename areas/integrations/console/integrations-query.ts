// Loads the list of integrations: scrapers, topologies and log backends, each with its newest job.
import { db, rows } from "#console/client/rows.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import type { Readers } from "#console/widgets/filter/filter-rows.ts";
import type { Views } from "#generated/tables.ts";

export type Integration = Views["integrations_with_status"]["Row"];

export const integrationFilters = filterSet({
  search: { type: "search", label: "Search by name" },
  type: { type: "choice", label: "Type" },
});

export const integrationReaders: Readers<Integration> = {
  search: ({ name }) => name,
  type: ({ integration_type }) => integration_type,
};

/** The icon and the name of each type. */
export const integrationTypes = {
  scrapers: { icon: "radar", label: "Catalog Scraper" },
  topologies: { icon: "network", label: "Topology" },
  logging_backends: { icon: "logs", label: "Log Backend" },
} as const satisfies Readonly<Record<Integration["integration_type"], { icon: string; label: string }>>;

export const typeOptions = {
  type: Object.entries(integrationTypes).map(([value, { label }]) => ({ value, label })),
};

/** An installation has few integrations, so the page loads them all at once. */
export const allIntegrations = rows(
  ["integrations_with_status"],
  () =>
    db
      .from("integrations_with_status")
      .select("*")
      .is("deleted_at", null)
      .order("created_at", { ascending: false })
      .limit(1_000),
  { of: ["config_scrapers", "topologies", "logging_backends", "job_history"] },
);
