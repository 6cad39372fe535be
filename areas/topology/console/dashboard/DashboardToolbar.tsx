import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { Segments } from "#console/widgets/form/Segments.tsx";
import { SortControl } from "./SortControl.tsx";
import type { TopologyDashboard } from "./use-topology.ts";

const VIEWS = [
  { value: "cards", label: "Cards" },
  { value: "table", label: "Table" },
  { value: "graph", label: "Graph" },
] as const;

/** Controls for the view, the filters and the order. */
export const DashboardToolbar = ({ dashboard }: { dashboard: TopologyDashboard }) => {
  const { url, change, filters, options, sort } = dashboard;
  return (
    <>
      <Segments label="View" options={VIEWS} value={url.view} onChange={(view) => void change({ view })} />
      <FilterBar
        filters={filters}
        options={options}
        label="Component filters"
        choices={url.view !== "graph" && <SortControl sort={sort} />}
      />
    </>
  );
};
