// What the address says of the check that is shown. The page around it may be the health page, which has filters, an order
// and tabs of its own: these names are the check's.
import { type Param, text, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { isSpan } from "./time-spans.ts";

const span: Param<string> = {
  fallback: "",
  parse: (given) => (isSpan(given) ? given : undefined),
  print: (value) => value,
};

export const spanUrl = urlState({ timeRange: span });

/** One run of the history that is open, and two that are compared: the times at which they were. */
export const runUrl = urlState({ run: text(), compare: text() });

export const TAB = "checkTab";
export const HISTORY = "history";

export const historyFilters = filterSet({
  "history.status": { type: "choice", label: "Status" },
  "history.duration": { type: "choice", label: "Duration" },
});
export const RESETS = [`${HISTORY}.pageIndex`];

const table = ["pageIndex", "pageSize", "sortBy", "sortOrder", "sortDesc", "groupBy"].map(
  (name) => `${HISTORY}.${name}`,
);
const names = [TAB, "run", "compare", ...table, ...Object.keys(historyFilters)];

/** Everything of it but the span: what goes when the check is closed. */
export const detailUrl = urlState(Object.fromEntries(names.map((name) => [name, text()])));
export const CLOSED = Object.fromEntries(names.map((name) => [name, undefined]));
