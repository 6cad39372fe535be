// The filters of a page as data. Their state is only in the URL, so that a view can be shared as a link and the
// browser's Back button works.
import { useMemo } from "react";
import { type Param, text, type UrlState, urlState, useUrl, triStates } from "#console/url/url-state.ts";
import { type ItemKind, type State, tagGroup, type TriStates, withState } from "#language/tri-state.ts";

interface FilterBase {
  label: string;
  /** The default, as in the URL. */
  fallback?: string;
  /** Set from table cells or links, and shown only while it is active. */
  isChipOnly?: true;
  /** Rarely used: its control is behind the button "More filters", and a chip shows its value. */
  isSecondary?: true;
}

export type Filter =
  /** Items that are included or excluded. */
  | (FilterBase & { type: "states"; kind?: ItemKind })
  /** Like `states` for `key:value` items, with one state per key. */
  | (FilterBase & { type: "tags" })
  /** One of several options. */
  | (FilterBase & { type: "choice" })
  /** Typed text. */
  | (FilterBase & { type: "search" });

export type FilterSet = Readonly<Record<string, Filter>>;

/** Declares the filters of a page, in a file next to it; each name is a URL parameter. */
export const filterSet = <const Set extends FilterSet>(set: Set): Set => set;

export interface FilterOption {
  value: string;
  label?: string;
}

/** An active filter. */
export interface Chip {
  filter: string;
  label: string;
  text: string;
  /** Undefined for choices and typed text. */
  state: State | undefined;
  /** Undefined if no state is set. */
  change: ((state: State | undefined) => void) | undefined;
  clear(): void;
}

export interface Filters {
  set: FilterSet;
  /** The states of a `states` or `tags` filter. */
  states(name: string): TriStates;
  /** The value of a `choice` or `search` filter. */
  text(name: string): string;
  changeStates(name: string, states: TriStates): void;
  changeText(name: string, value: string, options?: { replace?: boolean }): void;
  /**
   * Called from a table cell: adds the item to the items with the same state, and removes the items with the other
   * state.
   */
  pick(name: string, item: string, state: State): void;
  chips: readonly Chip[];
  clear(): void;
  /** Undefined if all filters have their default. */
  reset: (() => void) | undefined;
}

const EMPTY: TriStates = new Map();

const hasStates = ({ type }: Filter) => type === "states" || type === "tags";

/** Existing links use "all" for an empty choice. */
const choice = (fallback = ""): Param<string> => ({
  ...text(fallback),
  parse: (value) => (value.toLowerCase() === "all" ? "" : value),
});

function paramOf(filter: Filter): Param<unknown> {
  switch (filter.type) {
    case "states":
      return triStates(filter.fallback, filter.kind);
    case "tags":
      return triStates(filter.fallback);
    case "choice":
      return choice(filter.fallback);
    case "search":
      return text(filter.fallback);
  }
}

const groupingOf = ({ type }: Filter) => (type === "tags" ? { groupOf: tagGroup } : {});

interface FiltersOptions {
  /** Parameters that are reset when a filter changes. */
  resets?: readonly string[];
}

const RESETS = ["pageIndex"];

export function useFilters(set: FilterSet, { resets = RESETS }: FiltersOptions = {}): Filters {
  const params = useMemo(
    () =>
      urlState({
        ...Object.fromEntries(resets.map((name) => [name, text()])),
        ...Object.fromEntries(Object.entries(set).map(([name, filter]) => [name, paramOf(filter)])),
      }),
    [set, resets],
  );
  const [values, change] = useUrl<UrlState>(params);

  return useMemo(() => {
    const cleared = Object.fromEntries(resets.map((name) => [name, undefined]));
    const apply = (changes: Record<string, unknown>, options?: { replace?: boolean }) =>
      void change({ ...cleared, ...changes }, options);
    const filters: Omit<Filters, "chips" | "clear" | "reset"> = {
      set,
      states: (name) => (values[name] as TriStates | undefined) ?? EMPTY,
      text: (name) => (values[name] as string | undefined) ?? "",
      changeStates: (name, states) => apply({ [name]: states }),
      changeText: (name, value, options) => apply({ [name]: value }, options),
      pick(name, item, state) {
        const filter = set[name];
        if (!filter) throw new Error(`Unknown filter "${name}"`);
        if (!hasStates(filter)) apply({ [name]: item });
        else apply({ [name]: withState(filters.states(name), item, state, groupingOf(filter)) });
      },
    };
    const chips = Object.entries(set).flatMap(([name, filter]): Chip[] => {
      const { label } = filter;
      if (hasStates(filter)) {
        const states = filters.states(name);
        return [...states].map(([item, state]) => {
          const change = (to: State | undefined) =>
            filters.changeStates(name, withState(states, item, to, groupingOf(filter)));
          return { filter: name, label, text: item, state, change, clear: () => change(undefined) };
        });
      }
      const typed = filters.text(name);
      if (typed === "") return [];
      const clear = () => filters.changeText(name, "");
      return [{ filter: name, label, text: typed, state: undefined, change: undefined, clear }];
    });
    const isDefault = Object.entries(params as UrlState).every(
      ([name, param]) => !(name in set) || param.print(values[name]) === param.print(param.fallback),
    );
    const names = Object.keys(set);
    return {
      ...filters,
      chips,
      clear: () => apply(Object.fromEntries(names.map((name) => [name, hasStates(set[name]!) ? EMPTY : ""]))),
      reset: isDefault ? undefined : () => apply(Object.fromEntries(names.map((name) => [name, undefined]))),
    };
  }, [set, params, values, change, resets]);
}
