// The values of a view's variables. The URL contains them as `var.key=value`, so that a link shows the same data.
import type { Search } from "#console/url/search.ts";
import type { ViewVariable } from "../../contract.ts";
import type { Values } from "./view-query.ts";

const PREFIX = "var.";

/** Reads the variable values from a query string. If a parameter is repeated, its first value is used. */
export const valuesIn = (search: Search): Values =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => name.startsWith(PREFIX) && name.length > PREFIX.length)
      .map(([name, value]) => [name.slice(PREFIX.length), [value].flat()[0]!])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );

/** Returns the query string with these variable values. Other parameters stay as they are. */
export function searchWith(search: string, values: Values): string {
  const query = new URLSearchParams(search);
  const former = [...query.keys()].filter((name) => name.startsWith(PREFIX));
  for (const name of former) query.delete(name);
  for (const [key, value] of Object.entries(values)) query.set(PREFIX + key, value);
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * Sets the value of a variable. Variables that depend on this variable return to their defaults, because their options
 * change.
 */
export function chosenValue(values: Values, variables: readonly ViewVariable[], key: string, value: string): Values {
  const dependent = dependentsOf(key, variables);
  return {
    ...Object.fromEntries(Object.entries(values).filter(([other]) => !dependent.has(other))),
    [key]: value,
  };
}

function dependentsOf(key: string, variables: readonly ViewVariable[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (of: string) => {
    for (const { key: other, dependsOn } of variables) {
      if (!dependsOn.includes(of) || found.has(other) || other === key) continue;
      found.add(other);
      add(other);
    }
  };
  add(key);
  return found;
}

/** The value that a control shows: the chosen value if it is an option, else the value that the server selected. */
export const shownValue = ({ key, options, default: selected }: ViewVariable, values: Values): string =>
  Object.hasOwn(values, key) && options.includes(values[key]!) ? values[key]! : selected;

/** The values that the server selected. The views in sections inherit these values. */
export const selectedValues = (variables: readonly ViewVariable[]): Values =>
  Object.fromEntries(variables.flatMap(({ key, default: selected }) => (selected === "" ? [] : [[key, selected]])));
