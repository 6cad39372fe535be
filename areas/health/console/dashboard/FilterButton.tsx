import type { ReactNode } from "react";
import { FiltersButton } from "#console/widgets/filter/FiltersButton.tsx";
import { FilterPanel, type FilterPanelProps } from "./FilterPanel.tsx";

interface FilterButtonProps {
  filters: FilterPanelProps;
  /** Further choices above the filters, if the toolbar has no space for them. */
  choices: ReactNode;
}

/** The button that opens the filter panel, on pages that are too narrow for the panel itself. */
export function FilterButton({ filters, choices }: FilterButtonProps) {
  const { hidePassing, health, labels } = filters;
  return (
    <FiltersButton count={labels.size + Number(hidePassing) + Number(health !== "")} popupClassName="w-72">
      {() => (
        <div className="flex flex-col gap-5 p-4">
          {choices}
          <FilterPanel {...filters} />
        </div>
      )}
    </FiltersButton>
  );
}
