// The URL of a document: its format, the point in time, and the comparison.
import { oneOf, type Param, text, urlState } from "#console/url/url-state.ts";
import { readDate } from "#lib/time/dates.ts";
import { UUID } from "../item-query.ts";

/** The id of a version's change, or a point in time; empty for now. */
const point: Param<string> = {
  fallback: "",
  parse: (text) => (UUID.test(text) || readDate(text) !== undefined ? text : undefined),
  print: (value) => value,
};

/** Selects the current document in parameters whose default is a different point in time. */
export const NOW = "now";

const pointOrNow: Param<string> = { ...point, parse: (text) => (text === NOW ? NOW : point.parse(text)) };

export const specUrl = urlState({
  format: oneOf(["yaml", "json"], "yaml"),
  /** Shows the age of each line. */
  blame: oneOf(["no", "yes"], "no"),
  at: point,
  /** Compares `from` with `to`. */
  compare: oneOf(["no", "yes"], "no"),
  from: pointOrNow,
  to: pointOrNow,
  /** The open change. */
  change: text(),
});

/** The API query parameter for a point in the URL. */
export const pointQuery = (value: string) => (UUID.test(value) ? { change: value } : { time: value });
