// The URL state of the health page. If a parameter is not set, the user's last choice applies, or otherwise the default
// (remembered-view.ts).
import { oneOf, type Param, text, type UrlState, urlState, type Values } from "#console/url/url-state.ts";
import { spanMinutes } from "#lib/time/duration.ts";
import type { State, TriStates } from "#language/tri-state.ts";
import { checkHealths } from "../model.ts";

export const DEFAULT_RANGE = "1h";

export const timeRanges = [...spanMinutes.keys()];

/** A parameter without a default value: a choice is always written, so that other people see the same page. */
const explicit = <Value>(parse: (text: string) => Value | undefined): Param<Value | undefined> => ({
  fallback: undefined,
  parse,
  print: (value) => (value === undefined ? "" : String(value)),
});

const nonEmpty = (value: string) => (value === "" ? undefined : value);
const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

/**
 * A JSON map of label ids to 1 and -1. Links from earlier consoles are encoded twice, so their value must be decoded
 * once more.
 */
const labelStates: Param<TriStates> = {
  fallback: new Map(),
  parse: (value) => parseLabelStates(value) ?? parseLabelStates(decoded(value)),
  print: (states) =>
    states.size === 0
      ? ""
      : JSON.stringify(Object.fromEntries([...states].map(([id, state]) => [id, state === "include" ? 1 : -1]))),
};

function parseLabelStates(value: string): TriStates | undefined {
  try {
    const map = JSON.parse(value) as unknown;
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

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

export const healthFilters = checkHealths;
export const cellTypes = ["checkStatuses", "uptime", "latency"] as const;

export const healthUrl = urlState({
  checkId: text(),
  /** If it is not set, the time range depends on the last run of the opened check. */
  timeRange: explicit((value) => timeRanges.find((range) => range === value)),
  layout: oneOf(["table", "card"], "table"),
  query: text(),
  groupBy: explicit(nonEmpty),
  tabBy: explicit(nonEmpty),
  /** Empty for all. */
  tab: text(),
  hidePassing: explicit((value) => flags[value]),
  /** Empty for all. */
  health: oneOf(["", ...healthFilters], ""),
  labels: labelStates,
  /** Default: worst health first, then by name. */
  sortBy: text("health"),
  sortDesc: oneOf(["false", "true"], "false"),
  pivotBy: oneOf(["none", "labels", "namespace"], "none"),
  pivotLabel: text(),
  pivotCellType: oneOf(cellTypes, "checkStatuses"),
} satisfies UrlState);

export type HealthUrl = Values<typeof healthUrl>;
