import type { ReactNode } from "react";
import { ChoiceFilter } from "./ChoiceFilter.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { FilterDropdown } from "./FilterDropdown.tsx";
import type { FilterOption, Filters } from "./filter-set.ts";
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

/** The filters of a page in their declared order, and below them the active ones. */
export function FilterBar({ filters, label = "Filters", options = {}, seeks = {}, children }: FilterBarProps) {
  const names = Object.keys(filters.set);
  const searches = names.filter((name) => filters.set[name]?.type === "search");
  const others = names.filter((name) => filters.set[name]?.type !== "search");
  const isSearchFirst = searches[0] === names[0];
  const control = (name: string) => (
    <FilterControl key={name} name={name} filters={filters} options={options[name]} seek={seeks[name]} />
  );
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <div role="search" aria-label={label} className="flex flex-wrap items-center gap-2">
        {isSearchFirst && searches.map(control)}
        {/* On a small screen they are in one scrolling row. */}
        <div className="contents max-shell:scroll-fade max-shell:-my-1 max-shell:flex max-shell:w-full max-shell:gap-2 max-shell:overflow-x-auto max-shell:py-1 max-shell:[scrollbar-width:none] max-shell:*:shrink-0">
          {others.map(control)}
          {children}
        </div>
        {!isSearchFirst && searches.map(control)}
      </div>
      <FilterChips filters={filters} options={options} />
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
          className="w-56 max-shell:w-full"
        />
      );
    }
  }
}
