// Filters checks by labels: label ids in URLs, the test for a check, and the labels to choose from.
import type { State, TriStates } from "#language/tri-state.ts";
import type { Check } from "./check.ts";

const PREFIX = "canary:";

export const labelId = (key: string, value: string) => `${PREFIX}${key}:${value}`;

/** Keys contain no colon, values may. Returns undefined for an id that is not a label. */
export function parseLabelId(id: string): { key: string; value: string } | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const colon = id.indexOf(":", PREFIX.length);
  return colon < 0 ? undefined : { key: id.slice(PREFIX.length, colon), value: id.slice(colon + 1) };
}

/** Values of one key are combined with or, keys with and; an exclusion always takes precedence. */
export function labelTest(states: TriStates): (check: Check) => boolean {
  const keys = statesByKey(states);
  if (keys.size === 0) return () => true;
  const tests = [...keys].map(([key, values]) => {
    const hasIncluded = [...values.values()].includes("include");
    return { key, values, hasIncluded };
  });
  return ({ labels }) =>
    tests.every(({ key, values, hasIncluded }) => {
      const value = labels[key];
      const state = value === undefined ? undefined : values.get(value);
      return state !== "exclude" && (state === "include" || !hasIncluded);
    });
}

/** The states of label values, by key. */
export function statesByKey(states: TriStates): ReadonlyMap<string, ReadonlyMap<string, State>> {
  const keys = new Map<string, Map<string, State>>();
  for (const [id, state] of states) {
    const label = parseLabelId(id);
    if (!label) continue;
    const values = keys.get(label.key) ?? new Map<string, State>();
    keys.set(label.key, values.set(label.value, state));
  }
  return keys;
}

/** Replaces the states of one key. */
export const withLabelStates = (states: TriStates, key: string, values: TriStates): TriStates =>
  new Map([
    ...[...states].filter(([id]) => parseLabelId(id)?.key !== key),
    ...[...values].map(([value, state]): [string, State] => [labelId(key, value), state]),
  ]);

export interface LabelKey {
  key: string;
  /** The values, sorted. */
  values: readonly string[];
  /** Whether the values are only true and false. Such a label is shown as a switch and not offered for grouping. */
  isFlag: boolean;
}

/** The labels of all checks, by key. Labels with a filter stay in the list even if no check has them. */
export function labelKeys(checks: readonly Check[], states: TriStates): LabelKey[] {
  const found = new Map<string, Set<string>>();
  const add = (key: string, value: string) => {
    const values = found.get(key);
    if (values) values.add(value);
    else found.set(key, new Set([value]));
  };
  // Checks of one canary often have identical labels.
  for (const { labels } of checks) for (const key in labels) add(key, labels[key]!);
  for (const [key, values] of statesByKey(states)) for (const value of values.keys()) add(key, value);
  return [...found]
    .map(([key, values]) => ({
      key,
      values: [...values].sort((a, b) => a.localeCompare(b, "en", { numeric: true })),
      isFlag: [...values].every((value) => value === "true" || value === "false"),
    }))
    .sort((a, b) => a.key.localeCompare(b.key, "en"));
}
