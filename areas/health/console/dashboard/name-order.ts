// Checks in the order of their names, which is how the page shows them unless it is told otherwise. They are kept so: then
// whatever is filtered and grouped of them is in order already.
import { sortKey } from "#console/widgets/table/order.ts";
import { displayName } from "../../model.ts";
import type { Check } from "./check.ts";

const keys = new WeakMap<Check, string>();

/** Compares as names should be ordered; worked out once for each row. */
export function nameKey(check: Check): string {
  let key = keys.get(check);
  if (key === undefined) keys.set(check, (key = sortKey(displayName(check))));
  return key;
}

const titleKeys = new Map<string, string>();
const MOST_TITLES = 50_000;

/** The same for the title of a group. */
export function titleKey(title: string): string {
  let key = titleKeys.get(title);
  if (key === undefined) {
    if (titleKeys.size >= MOST_TITLES) titleKeys.clear();
    titleKeys.set(title, (key = sortKey(title)));
  }
  return key;
}

export const byName = (a: Check, b: Check) => compareKeys(nameKey(a), nameKey(b));

export const compareKeys = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
