// The filters of a page as data. Their state is the address and nothing else, so that a view can be sent to a colleague
// and the browser's way back leads through it.
import { useMemo } from "react";
import { triStates } from "#console/url/tri-state-param.ts";
import { type Param, text, type UrlState, urlState, useUrl } from "#console/url/url-state.ts";
import { type ItemKind, type State, tagGroup, type TriStates, withState } from "#language/tri-state.ts";

interface Named {
  label: string;
  /** As the address has it; holds while the address is silent. */
  fallback?: string;
  /** Chosen from the cells of a table or by a link, and shown only while it filters. */
  isChipOnly?: true;
}

export type Filter =
  /** Items that are included or excluded. */
  | (Named & { type: "states"; kind?: ItemKind })
  /** The same for `key:value`, with one state per key. */
  | (Named & { type: "tags" })
  /** One of some. */
  | (Named & { type: "choice" })
  /** Typed. */
  | (Named & { type: "search" });

export type FilterSet = Readonly<Record<string, Filter>>;

/** States the filters of a page, in a file of its own beside the page; each name is a parameter of the address. */
export const filterSet = <const Set extends FilterSet>(set: Set): Set => set;

export interface FilterOption {
  value: string;
  label?: string;
}

/** Something that is filtered now. */
export interface Chip {
  filter: string;
  label: string;
  text: string;
  /** Undefined for what is chosen or typed. */
  state: State | undefined;
  /** Only for what has a state. */
  change: ((state: State | undefined) => void) | undefined;
  clear(): void;
}

export interface Filters {
  set: FilterSet;
  /** Of a filter of states or tags. */
  states(name: string): TriStates;
  /** Of a choice or a search. */
  text(name: string): string;
  changeStates(name: string, states: TriStates): void;
  changeText(name: string, value: string, options?: { replace?: boolean }): void;
  /** From a cell: the item joins those with the same state, and those with the other one go. */
  pick(name: string, item: string, state: State): void;
  chips: readonly Chip[];
  clear(): void;
  /** Undefined when everything is as the page begins. */
  reset: (() => void) | undefined;
}

const EMPTY: TriStates = new Map();

const hasStates = ({ type }: Filter) => type === "states" || type === "tags";

/** "all" is how addresses in use say that nothing is chosen. */
const choice = (fallback = ""): Param<string> => ({
  ...text(fallback),
  parse: (given) => (given.toLowerCase() === "all" ? "" : given),
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
  /** Parameters that mean nothing once the filter is another. */
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
    const gone = Object.fromEntries(resets.map((name) => [name, undefined]));
    const apply = (changes: Record<string, unknown>, options?: { replace?: boolean }) =>
      void change({ ...gone, ...changes }, options);
    const filters: Omit<Filters, "chips" | "clear" | "reset"> = {
      set,
      states: (name) => (values[name] as TriStates | undefined) ?? EMPTY,
      text: (name) => (values[name] as string | undefined) ?? "",
      changeStates: (name, states) => apply({ [name]: states }),
      changeText: (name, value, options) => apply({ [name]: value }, options),
      pick(name, item, state) {
        const filter = set[name];
        if (!filter) throw new Error(`There is no filter ${name}`);
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
    const isAsBegun = Object.entries(params as UrlState).every(
      ([name, param]) => !(name in set) || param.print(values[name]) === param.print(param.fallback),
    );
    const names = Object.keys(set);
    return {
      ...filters,
      chips,
      clear: () => apply(Object.fromEntries(names.map((name) => [name, hasStates(set[name]!) ? EMPTY : ""]))),
      reset: isAsBegun ? undefined : () => apply(Object.fromEntries(names.map((name) => [name, undefined]))),
    };
  }, [set, params, values, change, resets]);
}
