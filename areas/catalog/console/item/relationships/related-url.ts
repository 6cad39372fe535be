// The URL of relationships: direction, depth, filters and layout.
import { integer, oneOf, type Param, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";

/** Relationships are followed for at most this number of steps. */
export const MAX_DEPTH = 10;

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };
const flag = (fallback: boolean): Param<boolean> => ({ fallback, parse: (text) => flags[text], print: String });

export const relatedUrl = urlState({
  outgoing: flag(true),
  incoming: flag(false),
  /** `soft` also includes links that are not between parent and child. */
  relation: oneOf(["hard", "soft"], "hard"),
  depth: integer(MAX_DEPTH, { min: 1, max: MAX_DEPTH }),
  /** If empty, the last chosen view is used. */
  view: oneOf(["", "table", "graph"], ""),
  /** If empty, the direction depends on the window size. */
  direction: oneOf(["", "horizontal", "vertical", "indented"], ""),
  lines: oneOf(["curved", "stepped"], "curved"),
});

export const relatedFilters = filterSet({
  health: { type: "states", label: "Health" },
  configTypes: { type: "states", kind: "type", label: "Config Type", isSecondary: true },
  tags: { type: "tags", label: "Tags", isSecondary: true },
  status: { type: "states", label: "Status", isSecondary: true },
});

export type Ways = "outgoing" | "incoming" | "all";

/** If both directions are off, outgoing relationships are shown, because the page would otherwise be empty. */
export const waysOf = ({ outgoing, incoming }: { outgoing: boolean; incoming: boolean }): Ways =>
  incoming ? (outgoing ? "all" : "incoming") : "outgoing";
