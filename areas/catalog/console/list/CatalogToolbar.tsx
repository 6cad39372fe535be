import { FilterBar } from "#console/widgets/filter/FilterBar.tsx";
import { OrderedChoice } from "#console/widgets/filter/OrderedChoice.tsx";
import { parseFacets, printFacet } from "./facet.ts";
import type { Catalog } from "./use-catalog.ts";

/** The catalog filters and the grouping. */
export const CatalogToolbar = ({ catalog: { filters, options, seeks, groups } }: { catalog: Catalog }) => (
  <FilterBar
    filters={filters}
    options={options}
    seeks={seeks}
    label="Catalog filters"
    choices={
      <OrderedChoice
        label="Group By"
        none="No Grouping"
        options={groups.offered}
        value={groups.facets.map(printFacet)}
        change={(names) => groups.change(parseFacets(names.join(",")))}
        reset={groups.isChosen ? () => groups.change(undefined) : undefined}
      />
    }
  />
);
