// The address of the health page: everything that it shows is stated here. What is left out of an address is what this
// person chose last, and before that the product's own choice; see remembered-view.ts.
import { oneOf, type Param, text, type UrlState, urlState, type Values } from "#console/url/url-state.ts";
import { spanMinutes } from "#language/duration.ts";
import type { State, TriStates } from "#language/tri-state.ts";
import { checkHealths } from "../model.ts";

export const DEFAULT_RANGE = "1h";

export const timeRanges = [...spanMinutes.keys()];

/** Said or not said: a choice that is made is written even when it is the default, so that others see the same. */
const said = <Value>(parse: (given: string) => Value | undefined): Param<Value | undefined> => ({
  fallback: undefined,
  parse,
  print: (value) => (value === undefined ? "" : String(value)),
});

const nonEmpty = (given: string) => (given === "" ? undefined : given);
const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/**
 * A JSON map of label ids to 1 and -1. Links of earlier consoles are encoded twice, so that what the address holds is
 * still encoded once it is read.
 */
const labelStates: Param<TriStates> = {
  fallback: new Map(),
  parse: (given) => parseLabelStates(given) ?? parseLabelStates(decoded(given)),
  print: (states) =>
    states.size === 0
      ? ""
      : JSON.stringify(Object.fromEntries([...states].map(([id, state]) => [id, state === "include" ? 1 : -1]))),
};

function parseLabelStates(given: string): TriStates | undefined {
  try {
    const map = JSON.parse(given) as unknown;
    if (typeof map !== "object" || map === null || Array.isArray(map)) return undefined;
    return new Map(
      Object.entries(map).flatMap(([id, sign]): [string, State][] =>
        sign === 1 ? [[id, "include"]] : sign === -1 ? [[id, "exclude"]] : [],
      ),
    );
  } catch {
    return undefined;
  }
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return "";
  }
}

export const healthFilters = checkHealths;
export const cellTypes = ["checkStatuses", "uptime", "latency"] as const;

export const healthUrl = urlState({
  checkId: text(),
  /** Silent, a check's own page chooses one by its last run. */
  timeRange: said((given) => timeRanges.find((range) => range === given)),
  layout: oneOf(["table", "card"], "table"),
  query: text(),
  groupBy: said(nonEmpty),
  tabBy: said(nonEmpty),
  /** Empty for all. */
  tab: text(),
  hidePassing: said((given) => flags[given]),
  /** Empty for all. */
  health: oneOf(["", ...healthFilters], ""),
  labels: labelStates,
  sortBy: text("name"),
  sortDesc: oneOf(["false", "true"], "false"),
  pivotBy: oneOf(["none", "labels", "namespace"], "none"),
  pivotLabel: text(),
  pivotCellType: oneOf(cellTypes, "checkStatuses"),
} satisfies UrlState);

export type HealthUrl = Values<typeof healthUrl>;
