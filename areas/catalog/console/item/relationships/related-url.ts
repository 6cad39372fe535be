// What the address says of the items around one: which way, how far, which of them, and how they are drawn.
import { integer, oneOf, type Param, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";

/** How far relationships are followed. */
export const FARTHEST = 10;

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
const flag = (fallback: boolean): Param<boolean> => ({ fallback, parse: (given) => flags[given], print: String });

export const relatedUrl = urlState({
  outgoing: flag(true),
  incoming: flag(false),
  /** Also what is linked without being a part. */
  relation: oneOf(["hard", "soft"], "hard"),
  depth: integer(FARTHEST, { min: 1, max: FARTHEST }),
  /** Empty for the way that was chosen last. */
  view: oneOf(["", "table", "graph"], ""),
  /** Empty for the direction that suits the window. */
  direction: oneOf(["", "horizontal", "vertical"], ""),
  lines: oneOf(["curved", "stepped"], "curved"),
});

export const relatedFilters = filterSet({
  configTypes: { type: "states", kind: "type", label: "Config Type" },
  tags: { type: "tags", label: "Tags" },
  health: { type: "states", label: "Health" },
  status: { type: "states", label: "Status" },
});

export type Ways = "outgoing" | "incoming" | "all";

/** Without either, what it leads to: a page that can show nothing is of no use. */
export const waysOf = ({ outgoing, incoming }: { outgoing: boolean; incoming: boolean }): Ways =>
  incoming ? (outgoing ? "all" : "incoming") : "outgoing";
