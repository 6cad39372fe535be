import type { ReactNode } from "react";
import { Icon } from "#console/widgets/Icon.tsx";
import { Popover } from "#console/widgets/popover/Popover.tsx";
import { FilterPanel, type FilterPanelProps } from "./FilterPanel.tsx";

interface FilterButtonProps {
  filters: FilterPanelProps;
  /** Further choices above the filters, where the toolbar has no room for them. */
  choices: ReactNode;
}

/** A button that opens the filters, with the number of active ones. */
export function FilterButton({ filters, choices }: FilterButtonProps) {
  const { hidePassing, health, labels } = filters;
  const count = labels.size + Number(hidePassing) + Number(health !== "");
  return (
    <Popover
      label={count === 0 ? "Filters" : `Filters ${count} set`}
      align="start"
      className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line max-shell:h-10 bg-surface px-2.5 text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover"
      popupClassName="w-72"
      button={
        <>
          <Icon name="filter" size={14} />
          Filters{" "}
          {count > 0 && (
            <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-meta font-medium text-on-accent tabular-nums">
              {count}
            </span>
          )}
        </>
      }
    >
      {() => (
        <div className="flex flex-col gap-5 p-4">
          {choices}
          <FilterPanel {...filters} />
        </div>
      )}
    </Popover>
  );
}
