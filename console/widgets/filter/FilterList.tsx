import { type KeyboardEvent, useMemo, useState } from "react";
import { choose, type State, type TriStates, withState } from "#language/tri-state.ts";
import { Skeleton } from "../Skeleton.tsx";
import type { FilterOption } from "./filter-set.ts";
import { TriStateSwitch } from "./TriStateSwitch.tsx";

interface FilterListProps {
  label: string;
  options: readonly FilterOption[] | undefined;
  states: TriStates;
  change: (states: TriStates) => void;
  groupOf?: (item: string) => string;
  seek?: (text: string) => void;
}

/** Shorter lists need no search. */
const MIN_SEARCHABLE = 9;
/** Maximum number of listed items. People do not read longer lists; the search finds the other items. */
const MAX_SHOWN = 200;

interface Item {
  value: string;
  label: string;
  key: string;
}

/**
 * The items to include or exclude. Items chosen when the list opens come first; the order does not change while
 * choosing.
 */
export function FilterList({ label, options, states, change, groupOf, seek }: FilterListProps) {
  const [search, setSearch] = useState("");
  const [first] = useState(states);
  const offered = useMemo(() => offers(options, first, groupOf), [options, first, groupOf]);
  const grouping = groupOf ? { groupOf } : {};
  const set = (item: string, state: State | undefined) => change(withState(states, item, state, grouping));

  if (options === undefined) return <WaitingList label={label} />;
  if (offered.length === 0 && search === "")
    return <p className="px-3 py-2 text-muted">There is nothing to choose from yet.</p>;
  const words = search.toLowerCase().trim();
  const found = words === "" ? offered : offered.filter((item) => item.label.toLowerCase().includes(words));
  const shown = found.slice(0, MAX_SHOWN);
  return (
    // Handles key events that bubble from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label={label} className="flex flex-col" onKeyDown={moveFocus}>
      {(offered.length >= MIN_SEARCHABLE || (seek && search !== "")) && (
        <div className="sticky top-0 z-10 rounded-t-lg border-b border-line bg-raised p-1.5">
          <input
            type="text"
            role="searchbox"
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={search}
            autoComplete="off"
            spellCheck={false}
            data-row
            onChange={(event) => {
              setSearch(event.target.value);
              seek?.(event.target.value);
            }}
            className="h-control w-full rounded-md border border-line-strong bg-surface px-2.5 placeholder:text-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 max-shell:text-[1rem]"
          />
        </div>
      )}
      <ul className="max-h-80 overflow-y-auto p-1">
        {shown.map(({ value, label: text, key }, index) => (
          <li key={value}>
            {groupOf && key !== shown[index - 1]?.key && (
              <p className="px-2 pt-2 pb-0.5 text-meta font-medium text-muted">{key}</p>
            )}
            <div className="flex items-center gap-4 rounded-sm pr-1 pl-2 hover:bg-hover">
              <button
                type="button"
                data-row
                title={text}
                aria-pressed={states.get(value) === "include"}
                onClick={() => change(choose(states, value, "include", grouping))}
                onKeyDown={(event) => slide(event, states.get(value), (state) => set(value, state))}
                className={`min-h-control min-w-0 flex-1 truncate text-left focus-visible:outline-offset-0 ${states.get(value) === "exclude" ? "text-muted line-through" : ""} ${states.has(value) ? "font-medium" : ""}`}
              >
                {groupOf ? text.slice(key.length + 1) : text}
              </button>
              <TriStateSwitch
                item={text}
                state={states.get(value)}
                change={(state) => set(value, state)}
                tabIndex={-1}
              />
            </div>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-3 pb-2.5 text-muted">Nothing matches “{search}”.</p>}
      {found.length > shown.length && (
        <p className="border-t border-line px-3 py-1.5 text-meta text-muted">
          {(found.length - shown.length).toLocaleString("en")} more: type to find them.
        </p>
      )}
    </div>
  );
}

/** Chosen items that are no longer offered stay in the list, so that they can be removed. */
function offers(options: readonly FilterOption[] = [], chosen: TriStates, groupOf?: (item: string) => string): Item[] {
  const known = new Set(options.map(({ value }) => value));
  const all = [
    ...[...chosen.keys()].filter((value) => !known.has(value)).map((value) => ({ value, label: value })),
    ...options.map(({ value, label = value }) => ({ value, label })),
  ].map((option) => ({ ...option, key: groupOf ? groupOf(option.value) : "" }));
  const rank = ({ value }: Item) => (chosen.has(value) ? 0 : 1);
  const byKey = (a: Item, b: Item) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  return groupOf
    ? all.sort((a, b) => byKey(a, b) || rank(a) - rank(b) || a.label.localeCompare(b.label))
    : all.sort((a, b) => rank(a) - rank(b));
}

const SLIDE: readonly (State | undefined)[] = ["exclude", undefined, "include"];

/** Left moves towards exclude, right towards include. */
function slide(event: KeyboardEvent, state: State | undefined, set: (state: State | undefined) => void) {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const to = SLIDE.indexOf(state) + step;
  if (step === 0) return;
  event.preventDefault();
  if (to >= 0 && to < SLIDE.length) set(SLIDE[to]);
}

/** Up and down move between items. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

const WAITING = ["w-40", "w-28", "w-36", "w-24"];

const WaitingList = ({ label }: { label: string }) => (
  <div role="status" aria-label={`Loading ${label}`} className="flex flex-col gap-4 p-3">
    {WAITING.map((width) => (
      <Skeleton key={width} className={`h-3 ${width}`} />
    ))}
  </div>
);
