// The URL state of the dashboard. The filters have the same names as in the topology call.
import { oneOf, type Param, text, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { readDate } from "#lib/time/dates.ts";
import { spans } from "./time/unhealthy-spans.ts";

export const views = ["cards", "table", "graph"] as const;
export type View = (typeof views)[number];

/** The point in time to show; empty for the present. */
const moment: Param<string> = {
  ...text(),
  parse: (value) => (readDate(value) === undefined ? undefined : value),
};

/** Maximum number of stored nodes. More nodes would make the URL too long for some servers. */
const MAX_FOLDS = 40;

/** The graph nodes that the user opened or closed: `a,!b` if a was opened and b closed. */
export type Folds = ReadonlyMap<string, boolean>;

const folds: Param<Folds> = {
  fallback: new Map(),
  parse: (value) =>
    new Map(
      value
        .split(",")
        .filter((item) => item !== "" && item !== "!")
        .map((item) => (item.startsWith("!") ? [item.slice(1), false] : [item, true])),
    ),
  print: (value) => [...value].map(([id, isOpen]) => (isOpen ? id : `!${id}`)).join(","),
};

/** The newest choices are kept. */
export const withFold = (before: Folds, id: string, isOpen: boolean): Folds =>
  new Map([...[...before].filter(([other]) => other !== id), [id, isOpen] as const].slice(-MAX_FOLDS));

export const topologyUrl = urlState({
  view: oneOf(views, "cards"),
  /** If empty, the user's last choice applies. */
  sortBy: text(),
  sortOrder: oneOf(["", "asc", "desc"], ""),
  at: moment,
  span: oneOf(spans, "24h"),
  folds,
});

export const topologyFilters = filterSet({
  search: { type: "search", label: "Search components" },
  status: { type: "choice", label: "Health" },
  type: { type: "choice", label: "Type" },
  team: { type: "choice", label: "Team" },
  labels: { type: "choice", label: "Label" },
  agent_id: { type: "choice", label: "Agent" },
});
