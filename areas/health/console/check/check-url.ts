// The URL state of the shown check. The surrounding page may be the health page, which has its own filters, sorting and
// tabs, so the parameter names must differ.
import { type Param, text, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { isSpan } from "./time-spans.ts";

const span: Param<string> = {
  fallback: "",
  parse: (value) => (isSpan(value) ? value : undefined),
  print: (value) => value,
};

export const spanUrl = urlState({ timeRange: span });

/** The open run and the two compared runs of the history, by time. */
export const runUrl = urlState({ run: text(), compare: text() });

export const TAB = "checkTab";

/** A run and the tab that shows it. */
export const shownRunUrl = urlState({ run: text(), [TAB]: text() });

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

/** All URL state of the check except the span; cleared when the check is closed. */
export const detailUrl = urlState(Object.fromEntries(names.map((name) => [name, text()])));
export const CLOSED = Object.fromEntries(names.map((name) => [name, undefined]));
