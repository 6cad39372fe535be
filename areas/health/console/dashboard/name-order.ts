// Sorts checks by name, the default order of the page. They are stored in this order, so that filtered and grouped
// lists are already sorted.
import { sortKey } from "#console/widgets/table/order.ts";
import { displayName } from "../../model.ts";
import type { Check } from "./check.ts";

const keys = new WeakMap<Check, string>();

/** Returns the sort key of the name; computed once per row. */
export function nameKey(check: Check): string {
  let key = keys.get(check);
  if (key === undefined) keys.set(check, (key = sortKey(displayName(check))));
  return key;
}

const titleKeys = new Map<string, string>();
const MAX_TITLES = 50_000;

/** Returns the sort key of a group title. */
export function titleKey(title: string): string {
  let key = titleKeys.get(title);
  if (key === undefined) {
    if (titleKeys.size >= MAX_TITLES) titleKeys.clear();
    titleKeys.set(title, (key = sortKey(title)));
  }
  return key;
}

export const byName = (a: Check, b: Check) => compareKeys(nameKey(a), nameKey(b));

export const compareKeys = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
