import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";
import { Icon } from "../Icon.tsx";
import { IconButton } from "../IconButton.tsx";
import { Popover } from "../popover/Popover.tsx";
import { FilterList } from "./FilterList.tsx";
import type { FilterOption } from "./filter-set.ts";

interface FilterDropdownProps {
  label: string;
  /** Undefined while they load. */
  options: readonly FilterOption[] | undefined;
  states: TriStates;
  change: (states: TriStates) => void;
  /** For `key:value` items: one state per key. */
  isTags?: boolean;
  /** If not all options are loaded: called with the typed text. */
  seek?: (text: string) => void;
  /** Whether a single included item is also shown as a chip, which can clear it. */
  hasChip?: boolean;
  className?: string;
}

/**
 * Includes or excludes items. The button shows the name of a single included item, or else the number of chosen items,
 * which are then shown as chips. A single item without a chip has a second button that clears it. The panel stays open
 * while the person chooses.
 */
export function FilterDropdown(props: FilterDropdownProps) {
  const { label, options, states, change, isTags = false, seek, hasChip = false, className = "" } = props;
  const only = states.size === 1 ? summaries(states, options)[0] : undefined;
  const single = only?.state === "include" ? only.text : undefined;
  const canClear = single !== undefined && !hasChip;
  return (
    // The same element is kept while items are chosen, because replacing it would close the panel.
    <span className={`flex max-w-full min-w-0 ${className}`}>
      <Popover
        label={`${label}: ${described(summaries(states, options))}`}
        align="start"
        className={`flex h-control max-w-full min-w-0 grow items-center gap-1.5 rounded-md border bg-surface px-2.5 group-has-data-crowded/toolbar:px-2 transition-colors hover:bg-hover aria-expanded:bg-hover ${states.size > 0 ? "border-line-strong" : "border-line"} ${canClear ? "rounded-r-none border-r-0 pr-1.5" : ""}`}
        popupClassName="w-max max-w-[min(800px,var(--available-width))] min-w-64"
        button={
          <>
            <span className="shrink-0 text-muted">{label}</span>{" "}
            {states.size === 0 ? null : single !== undefined ? (
              <span className="max-w-48 min-w-0 truncate font-medium">{single}</span>
            ) : (
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
      {canClear && (
        <IconButton
          icon="x"
          label={`Clear ${label} ${single}`}
          onClick={({ currentTarget }) => {
            // The pressed button disappears; the focus stays on this filter.
            currentTarget.parentElement?.querySelector("button")?.focus();
            change(NONE);
          }}
          className="rounded-l-none border border-l-0 border-line-strong bg-surface"
        />
      )}
    </span>
  );
}

const NONE: TriStates = new Map();

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

/** Up to three items by name; otherwise the counts of included and excluded items. */
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
