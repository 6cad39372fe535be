import type { ReactNode } from "react";
import { ChoiceFilter } from "./ChoiceFilter.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { FilterDropdown } from "./FilterDropdown.tsx";
import type { Chip, FilterOption, Filters } from "./filter-set.ts";
import { SearchBox } from "./SearchBox.tsx";

interface FilterBarProps {
  filters: Filters;
  /** The accessible name, for pages with several filter bars. */
  label?: string;
  /** By filter; undefined while they load. */
  options?: Readonly<Record<string, readonly FilterOption[] | undefined>>;
  /** By filter, if not all options are loaded: called with the typed text. */
  seeks?: Readonly<Record<string, (text: string) => void>>;
  /** Further controls, for instance a time range. */
  children?: ReactNode;
}

/**
 * The filters of a page: the search, the others in their declared order, and the items they include or exclude. The controls
 * wrap; in the toolbar of a table they share its lines. While that table is empty without filters, only `children` are shown.
 */
export function FilterBar({ filters, label = "Filters", options = {}, seeks = {}, children }: FilterBarProps) {
  const names = Object.keys(filters.set);
  const searches = names.filter((name) => filters.set[name]?.type === "search");
  const others = names.filter((name) => filters.set[name]?.type !== "search");
  /** The control of a search or a choice shows its value itself. */
  const isOnlyChip = ({ filter, state }: Chip) => state !== undefined || filters.set[filter]?.isChipOnly;
  const control = (name: string) => (
    <FilterControl key={name} name={name} filters={filters} options={options[name]} seek={seeks[name]} />
  );
  return (
    <div
      role="search"
      aria-label={label}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2 [[data-toolbar]>&]:contents max-shell:[[data-toolbar]>&>*]:order-2 max-shell:[[data-toolbar]>&>[data-search]]:order-0"
    >
      {[...searches, ...others].map(control)}
      {children}
      <FilterChips
        filters={{ ...filters, chips: filters.chips.filter(isOnlyChip) }}
        active={filters.chips.length}
        options={options}
      />
    </div>
  );
}

interface FilterControlProps {
  name: string;
  filters: Filters;
  options: readonly FilterOption[] | undefined;
  seek: ((text: string) => void) | undefined;
}

function FilterControl({ name, filters, options, seek }: FilterControlProps) {
  const filter = filters.set[name];
  if (!filter || filter.isChipOnly) return null;
  const { label } = filter;
  switch (filter.type) {
    case "states":
    case "tags":
      return (
        <FilterDropdown
          label={label}
          options={options}
          states={filters.states(name)}
          change={(states) => filters.changeStates(name, states)}
          isTags={filter.type === "tags"}
          className="in-data-bare:hidden"
          {...(seek && { seek })}
        />
      );
    case "choice":
      return (
        <ChoiceFilter
          label={label}
          options={options}
          value={filters.text(name)}
          change={(value) => filters.changeText(name, value)}
          className="in-data-bare:hidden"
        />
      );
    case "search": {
      const before = filters.text(name);
      return (
        <SearchBox
          label={label}
          value={before}
          // Replaces the history entry while typing, so that Back skips the intermediate texts.
          change={(value) => filters.changeText(name, value, { replace: before !== "" })}
          className="w-56 max-shell:min-w-48 max-shell:flex-1 in-data-bare:hidden"
        />
      );
    }
  }
}
