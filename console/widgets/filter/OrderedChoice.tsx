import { Fragment, useId, useState } from "react";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { Popover } from "../popover/Popover.tsx";
import type { FilterOption } from "./filter-set.ts";

interface OrderedChoiceProps {
  label: string;
  /** Announced if nothing is chosen; the button then shows only its label, like a filter without a value. */
  none: string;
  options: readonly FilterOption[];
  /** The chosen values in order. */
  value: readonly string[];
  change: (value: readonly string[]) => void;
  /** Restores the page's default; undefined while the default is chosen. */
  reset: (() => void) | undefined;
}

/** An ordered choice of several options: the option chosen first comes first. */
export function OrderedChoice(props: OrderedChoiceProps) {
  const { label, none, options, value } = props;
  const names = value.map((item) => options.find((option) => option.value === item)?.label ?? item);
  return (
    <Popover
      label={`${label}: ${names.join(", ") || none}`}
      align="start"
      className="flex h-control max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 transition-colors hover:bg-hover aria-expanded:bg-hover"
      popupClassName="w-64"
      button={
        <>
          <span className="shrink-0 text-muted">{label}</span>{" "}
          <span className="flex min-w-0 items-center gap-1 font-medium">
            {names.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && <Icon name="chevron-right" size={14} className="text-faint" />}{" "}
                <span className="max-w-28 min-w-0 truncate">{name}</span>
              </Fragment>
            ))}
          </span>
          <Icon name="chevron-down" size={14} className="ml-auto shrink-0 text-faint" />
        </>
      }
    >
      {() => <Choices {...props} />}
    </Popover>
  );
}

/** Shorter lists need no search. */
const MIN_SEARCHABLE = 12;

function Choices({ label, options, value, change, reset }: OrderedChoiceProps) {
  const [search, setSearch] = useState("");
  const id = useId();
  // Chosen values that are no longer offered stay in the list, so that they can be removed.
  const unknown = value
    .filter((item) => !options.some((option) => option.value === item))
    .map((item) => ({ value: item }));
  const offered: readonly FilterOption[] = [...unknown, ...options];
  const words = search.trim().toLowerCase();
  const found = offered.filter((option) => (option.label ?? option.value).toLowerCase().includes(words));
  const toggle = (item: string) =>
    change(value.includes(item) ? value.filter((other) => other !== item) : [...value, item]);
  return (
    <div role="group" aria-label={label} className="flex flex-col">
      {offered.length >= MIN_SEARCHABLE && (
        <div className="sticky top-0 z-10 border-b border-line bg-raised p-1.5">
          <input
            type="text"
            role="searchbox"
            aria-label={`Find in ${label}`}
            placeholder="Find"
            value={search}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSearch(event.target.value)}
            className="h-control w-full rounded-md border border-line-strong bg-surface px-2.5 placeholder:text-faint focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 max-shell:text-[1rem]"
          />
        </div>
      )}
      <ul className="max-h-80 overflow-y-auto p-1">
        {found.map((option) => {
          const place = value.indexOf(option.value);
          return (
            <li key={option.value}>
              <label
                htmlFor={`${id} ${option.value}`}
                className="flex min-h-control cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <input
                  id={`${id} ${option.value}`}
                  type="checkbox"
                  checked={place >= 0}
                  onChange={() => toggle(option.value)}
                  className="size-4 shrink-0 accent-accent outline-none"
                />
                <span className="min-w-0 flex-1 truncate" title={option.label ?? option.value}>
                  {option.label ?? option.value}
                </span>
                {place >= 0 && value.length > 1 && (
                  <span className="rounded-full bg-press px-1.5 text-meta text-muted tabular-nums">{place + 1}</span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className="px-3 pb-2.5 text-muted">Nothing matches “{search}”.</p>}
      {reset && (
        <div className="sticky bottom-0 border-t border-line bg-raised p-1.5">
          <Button look="quiet" onClick={reset}>
            Reset
          </Button>
        </div>
      )}
    </div>
  );
}
