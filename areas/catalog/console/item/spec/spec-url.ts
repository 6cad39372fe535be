// What the address says of a document: how it is written, as of when it is shown, and what it is compared with.
import { oneOf, type Param, text, urlState } from "#console/url/url-state.ts";
import { readDate } from "#language/dates.ts";
import { UUID } from "../item-path.ts";

/** A version by its change, or a moment; empty for now. */
const point: Param<string> = {
  fallback: "",
  parse: (given) => (UUID.test(given) || readDate(given) !== undefined ? given : undefined),
  print: (value) => value,
};

/** The document of now, where silence means another one. */
export const NOW = "now";

const pointOrNow: Param<string> = { ...point, parse: (given) => (given === NOW ? NOW : point.parse(given)) };

export const specUrl = urlState({
  format: oneOf(["yaml", "json"], "yaml"),
  /** Beside each line when it changed. */
  blame: oneOf(["no", "yes"], "no"),
  at: point,
  /** With this the document is compared; `to` is what it is compared with. */
  compare: oneOf(["no", "yes"], "no"),
  from: pointOrNow,
  to: pointOrNow,
  /** The change that is open. */
  change: text(),
});

/** What an address calls a point, as the server wants to be asked. */
export const pointQuery = (given: string) => (UUID.test(given) ? { change: given } : { time: given });
