// The state of the Logs page in its URL. Level and labels belong to the filter bar.
import { oneOf, type Param, text, triStates, urlState, type Values, yesNo } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import type { Labels } from "#language/columns.ts";
import { parseTag } from "#language/tags.ts";
import { tagGroup, type TriStates } from "#language/tri-state.ts";
import { severities } from "#lib/logs/severity.ts";
import { printMatch } from "#lib/text/match.ts";
import { relativeRange, type TimeRange } from "#lib/time/time-range.ts";
import { defaultColumns } from "./list/columns.ts";
import { isLength } from "./logs-href.ts";

const names = (fallback: readonly string[]): Param<readonly string[]> => ({
  fallback,
  parse: (value) => value.split(",").filter((name) => name !== ""),
  print: (value) => value.join(","),
});

export const logsUrl = urlState({
  topologyId: text(),
  logsSelector: text(),
  /** The id or the name of a log backend. */
  backend: text(),
  query: text(),
  language: oneOf(["auto", "words", "backend"], "auto"),
  /** The lowest severity that is shown. */
  level: oneOf(["", ...severities], ""),
  labels: triStates(),
  /** If empty, only the server's own log is shown live. */
  live: oneOf(["", "yes", "no"], ""),
  view: oneOf(["lines", "patterns"], "lines"),
  columns: names(defaultColumns),
  wrap: yesNo(false),
  /** The open line and its time. The time is used to load the line if the search does not return it. */
  line: text(),
  at: text(),
  context: yesNo(false),
  /** Links from other consoles have the length of the time range in this parameter. */
  start: text(),
});

export type LogsUrl = Values<typeof logsUrl>;

export const logFilters = filterSet({
  level: { type: "choice", label: "Level" },
  labels: { type: "tags", label: "Labels" },
});

export const levelOptions = severities
  .slice(1)
  .toReversed()
  .map((value) => ({
    value,
    label: value === "fatal" ? "Fatal" : `${value[0]!.toUpperCase()}${value.slice(1)} and above`,
  }));

export const defaultRange = (start: string): TimeRange => relativeRange(isLength(start) ? `now-${start}` : "now-15m");

/** The labels of a request, with one match expression per name. */
export function labelsOf(states: TriStates): Labels {
  const byName = new Map<string, { include: string[][]; exclude: string[][] }>();
  for (const [item, state] of states) {
    const name = tagGroup(item);
    const match = byName.get(name) ?? { include: [], exclude: [] };
    byName.set(name, match);
    match[state].push([parseTag(item).value]);
  }
  return Object.fromEntries([...byName].map(([name, match]) => [name, printMatch(match)]));
}
