import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { IconButton } from "#console/widgets/IconButton.tsx";
import type { TopologyDashboard } from "./use-topology.ts";

/** The field to sort by, and a button that reverses the order. */
export const SortControl = ({ sort }: Pick<TopologyDashboard, "sort">) => (
  <span className="flex items-center gap-1">
    <ChoiceFilter label="Sort By" all={false} options={sort.options} value={sort.by} change={sort.choose} />
    <IconButton
      icon={sort.order === "asc" ? "arrow-up" : "arrow-down"}
      label={sort.order === "asc" ? "Ascending; sort descending" : "Descending; sort ascending"}
      onClick={() => sort.choose(sort.by)}
      className="border border-line bg-surface"
    />
  </span>
);
