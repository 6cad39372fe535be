import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";
import { Icon } from "../Icon.tsx";
import { Popover } from "../popover/Popover.tsx";
import { FilterList } from "./FilterList.tsx";
import type { FilterOption } from "./filter-set.ts";

interface FilterDropdownProps {
  /** The filter name, which chips use to find this control. */
  name?: string;
  label: string;
  /** Undefined while the options load. */
  options: readonly FilterOption[] | undefined;
  states: TriStates;
  change: (states: TriStates) => void;
  /** For `key:value` items: one state per key. */
  isTags?: boolean;
  /** If not all options are loaded: called with the typed text. */
  seek?: (text: string) => void;
  className?: string;
}

/**
 * Includes or excludes items. The button shows how many items are chosen, if there are several; the page shows each of
 * them as a chip. The panel stays open while the person chooses.
 */
export function FilterDropdown(props: FilterDropdownProps) {
  const { name, label, options, states, change, isTags = false, seek, className = "" } = props;
  return (
    // The same element is kept while items are chosen, because replacing it would close the panel.
    <span data-filter={name} className={`flex max-w-full min-w-0 ${className}`}>
      <Popover
        label={`${label}: ${described(summaries(states, options))}`}
        align="start"
        className={`flex h-control max-w-full min-w-0 grow items-center gap-1.5 rounded-md border bg-surface px-2.5 group-has-data-crowded/toolbar:px-2 transition-colors hover:bg-hover aria-expanded:bg-hover ${states.size > 0 ? "border-line-strong" : "border-line"}`}
        popupClassName="w-max max-w-[min(800px,var(--available-width))] min-w-64"
        button={
          <>
            <span className="shrink-0 text-muted">{label}</span>{" "}
            {states.size > 1 && (
              // CSS shows this text, since the accessible name of the button already lists the items.
              <span
                data-count={states.size}
                className="rounded-full bg-press px-1.5 text-meta font-medium tabular-nums before:content-[attr(data-count)]"
              />
            )}
            <Icon name="chevron-down" size={14} className="ml-auto shrink-0 text-faint" />
          </>
        }
      >
        {() => (
          <FilterList
            label={label}
            options={options}
            states={states}
            change={change}
            {...(isTags && { groupOf: tagGroup })}
            {...(seek && { seek })}
          />
        )}
      </Popover>
    </span>
  );
}

/** The button's content in words, for screen readers. */
function described(shown: readonly Summary[]): string {
  const out = shown.filter(({ state }) => state === "exclude");
  const words = shown.map(({ text }) => text).join(", ") || "Any";
  if (out.length === 0) return words;
  return `${words} (${out.length === shown.length ? "excluded" : `${out.map(({ text }) => text).join(", ")} excluded`})`;
}

interface Summary {
  text: string;
  state: State;
}

/** Up to three items by name; otherwise the numbers of included and excluded items. */
function summaries(states: TriStates, options: readonly FilterOption[] = []): Summary[] {
  if (states.size <= 3) {
    const labels = new Map(options.map(({ value, label = value }) => [value, label]));
    return [...states].map(([item, state]) => ({ text: labels.get(item) ?? item, state }));
  }
  return (["include", "exclude"] as const).flatMap((state) => {
    const count = [...states.values()].filter((other) => other === state).length;
    return count === 0 ? [] : [{ text: `${count} Items`, state }];
  });
}
