import type { ReactNode } from "react";
import { ChoiceFilter } from "./ChoiceFilter.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { FilterDropdown } from "./FilterDropdown.tsx";
import { FiltersButton } from "./FiltersButton.tsx";
import type { Chip, FilterOption, Filters } from "./filter-set.ts";
import { useMedia, NARROW_TABLE } from "../use-media.ts";
import { SearchBox } from "./SearchBox.tsx";

interface FilterBarProps {
  filters: Filters;
  /** The accessible name, for pages with several filter bars. */
  label?: string;
  /** The options of each filter; undefined while they load. */
  options?: Readonly<Record<string, readonly FilterOption[] | undefined>>;
  /** The search function of each filter whose options are not all loaded. It is called with the typed text. */
  seeks?: Readonly<Record<string, (text: string) => void>>;
  /** Further controls, for instance for grouping; on phones they are shown together with the filters. */
  choices?: ReactNode;
  /** Further controls that are always visible, for instance a time range. */
  children?: ReactNode;
}

/**
 * The filters of a page: the search, then the other filters in their declared order, with secondary filters behind a
 * button, and below the filters the items that they include or exclude. In the toolbar of a table, the filters share
 * the first line. On phones a button opens all filters except the search, and each active filter has a chip. If the
 * table is empty without filters, only `choices` and `children` are shown.
 */
export function FilterBar({ filters, label = "Filters", options = {}, seeks = {}, choices, children }: FilterBarProps) {
  const isPhone = useMedia(NARROW_TABLE);
  const names = Object.keys(filters.set);
  const searches = names.filter((name) => filters.set[name]?.type === "search");
  const others = names.filter((name) => filters.set[name]?.type !== "search" && !filters.set[name]?.isChipOnly);
  const primary = others.filter((name) => !filters.set[name]?.isSecondary);
  const secondary = others.filter((name) => filters.set[name]?.isSecondary);
  /** Whether only a chip shows this value. Visible controls show a search or a choice themselves. */
  const isOnlyChip = ({ filter, state }: Chip) =>
    filters.set[filter]?.isChipOnly ||
    (isPhone ? !searches.includes(filter) : secondary.includes(filter) || state !== undefined);
  const control = (name: string) => (
    <FilterControl key={name} name={name} filters={filters} options={options[name]} seek={seeks[name]} />
  );
  const chips = filters.chips.filter(isOnlyChip);
  // On a phone the button of the filters is next to the further controls, which would otherwise be alone in their line.
  const hasSecondLine = children !== undefined && searches.length > 0;
  return (
    <div
      role="search"
      aria-label={label}
      // With this attribute the toolbar of a table shortens its controls, so that they fit in one line in a window of
      // 1440 px.
      data-crowded={others.length > 3 || undefined}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-2 *:data-chips:basis-full [[data-toolbar]>&]:contents max-shell:[[data-toolbar]>&>*]:order-2 max-shell:[[data-toolbar]>&>[data-lead]]:order-0 [[data-toolbar]>&>[data-chips]]:order-4"
    >
      {searches.map(control)}
      {!isPhone ? (
        <>
          {primary.map(control)}
          {secondary.length > 0 && (
            <span className="in-data-bare:hidden">
              <FiltersButton
                label="More filters"
                text="More"
                count={filters.chips.filter(({ filter }) => secondary.includes(filter)).length}
                popupClassName="w-72"
              >
                {() => <div className="flex flex-col gap-2 p-3">{secondary.map(control)}</div>}
              </FiltersButton>
            </span>
          )}
          {choices}
        </>
      ) : (
        (others.length > 0 || choices) && (
          <>
            {hasSecondLine && <span aria-hidden className="-mt-2 h-0 basis-full" />}
            <span data-lead={!hasSecondLine || undefined} className="in-data-bare:hidden">
              <FiltersButton count={chips.length} popupClassName="w-(--available-width)">
                {() => (
                  <div className="flex flex-col gap-2 p-3">
                    {others.map(control)}
                    {choices}
                  </div>
                )}
              </FiltersButton>
            </span>
          </>
        )
      )}
      {children}
      <FilterChips filters={{ ...filters, chips }} active={filters.chips.length} options={options} />
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
  if (!filter) return null;
  const { label } = filter;
  switch (filter.type) {
    case "states":
    case "tags":
      return (
        <FilterDropdown
          name={name}
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
          className="w-56 max-shell:min-w-32 max-shell:flex-1 in-data-bare:hidden"
        />
      );
    }
  }
}
